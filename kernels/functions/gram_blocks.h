// Gram matrices that may be larger than memory.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_GRAM_BLOCKS_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_GRAM_BLOCKS_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

// A function that changes each row of a block after it was computed: row `i` of the Gram matrix, with all its
// columns. It is called from several threads at once, for different rows.
template <class T>
using FinishGramRow = std::function<void(int64_t i, std::span<T> row)>;

// The Gram matrix of all rows, in blocks of 256 rows. Take it if the matrix may not fit in memory; GramMatrix
// (gram.h) is simpler if it does.
//
//     GramBlocks<float> gram(LinearKernel<float>(), rows, 2'000'000'000, pool);
//     for (int64_t b = 0; b < gram.num_blocks(); ++b) Use(gram.Block(b));   // 256 x n; the last may be lower
//
// `memory` is in bytes. If the whole matrix fits, the constructor computes it. Otherwise a block is computed
// when it is first asked for. The first blocks that were asked for are kept while memory lasts; all others
// are computed again each time. An algorithm that passes over all rows repeatedly gains more from this than
// from keeping the most recently used blocks.
//
// The values have the bits of GramMatrix for any memory and number of threads. The rows and the pool must
// outlive the object.
template <class T>
class GramBlocks {
 public:
  static constexpr int64_t kRows = kGramTile;
  using Values = Eigen::Map<const DenseRows<T>>;

  // Throws common::Error(kUsage) for rows that are not finite, and if `memory` is less than one block
  // needs; the message says how much that is.
  GramBlocks(VectorKernelPointer<T> kernel, RowBlock<T> rows, int64_t memory, common::ThreadPool& pool,
             FinishGramRow<T> finish = {}, const std::string& where = "rows");
  // Takes a matrix that was computed before. Throws common::Error(kUsage) unless it is square, finite and
  // symmetric to 1e-6 (float) or 1e-9 (double) of its largest entry.
  GramBlocks(DenseRows<T> matrix, common::ThreadPool& pool, FinishGramRow<T> finish = {},
             const std::string& where = "Gram matrix");

  int64_t size() const { return size_; }
  int64_t num_blocks() const { return (size_ + kRows - 1) / kRows; }
  int64_t begin(int64_t block) const { return block * kRows; }
  int64_t rows(int64_t block) const { return std::min(kRows, size_ - begin(block)); }

  // The result is valid until the next call. Throws common::Stopped if the calling thread is asked to stop.
  Values Block(int64_t block);

 private:
  void Finish(int64_t first, DenseRows<T>& values) const;

  VectorKernelPointer<T> kernel_;
  std::optional<RowBlock<T>> source_;
  int64_t size_, max_kept_ = 0, kept_ = 0;
  common::ThreadPool& pool_;
  FinishGramRow<T> finish_;
  DenseRows<T> whole_;                // the whole matrix, or:
  std::vector<DenseRows<T>> blocks_;  // the blocks that are kept; others are empty
  DenseRows<T> passing_;              // the last block that was computed and not kept
  int64_t passing_block_ = -1;
};

extern template class GramBlocks<float>;
extern template class GramBlocks<double>;

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_GRAM_BLOCKS_H_
