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

// What is done to each row of a block after it is computed: row `i` of the Gram matrix, all columns. Called
// side by side for different rows.
template <class T>
using FinishGramRow = std::function<void(int64_t i, std::span<T> row)>;

// The Gram matrix of all rows in blocks of 256 rows. If `memory` bytes hold all of it, it is computed at
// once. Otherwise blocks are computed when they are first asked for, and those of the first that are asked
// for are kept, as many as there is memory for; the others are computed anew each time. (An algorithm that
// passes over all rows again and again gains more from that than from keeping what was used last.) The values
// have the bits of GramMatrix, whatever the memory and the number of threads. The rows and the pool must
// outlive it.
//
//   GramBlocks<float> gram(kernel, rows, 2'000'000'000, pool);
//   for (int64_t b = 0; b < gram.num_blocks(); ++b) Use(gram.Block(b));   // 256 x n; the last may be lower
template <class T>
class GramBlocks {
 public:
  static constexpr int64_t kRows = kGramTile;
  using Values = Eigen::Map<const DenseRows<T>>;

  // Throws common::Error(kUsage) for rows that are not finite, and memory for less than one block, naming
  // what one takes.
  GramBlocks(VectorKernelPointer<T> kernel, RowBlock<T> rows, int64_t memory, common::ThreadPool& pool,
             FinishGramRow<T> finish = {}, const std::string& where = "rows");
  // A matrix that is there already. Throws common::Error(kUsage) unless it is square, finite and symmetric to
  // 1e-6 (float) or 1e-9 (double) of its largest entry.
  GramBlocks(DenseRows<T> matrix, common::ThreadPool& pool, FinishGramRow<T> finish = {},
             const std::string& where = "Gram matrix");

  int64_t size() const { return size_; }
  int64_t num_blocks() const { return (size_ + kRows - 1) / kRows; }
  int64_t begin(int64_t block) const { return block * kRows; }
  int64_t rows(int64_t block) const { return std::min(kRows, size_ - begin(block)); }

  // Valid until the next call. Throws common::Stopped if the calling thread is told to stop.
  Values Block(int64_t block);

 private:
  void Finish(int64_t first, DenseRows<T>& values) const;

  VectorKernelPointer<T> kernel_;
  std::optional<RowBlock<T>> source_;
  int64_t size_, most_kept_ = 0, kept_ = 0;
  common::ThreadPool& pool_;
  FinishGramRow<T> finish_;
  DenseRows<T> whole_;                // or in parts:
  std::vector<DenseRows<T>> blocks_;  // of no size: not there
  DenseRows<T> passing_;
  int64_t passing_block_ = -1;
};

extern template class GramBlocks<float>;
extern template class GramBlocks<double>;

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_GRAM_BLOCKS_H_
