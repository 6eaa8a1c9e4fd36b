#include "kernels/functions/gram_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::kernels {

template <class T>
GramBlocks<T>::GramBlocks(VectorKernelPointer<T> kernel, RowBlock<T> rows, int64_t memory,
                          common::ThreadPool& pool, FinishGramRow<T> finish, const std::string& where)
    : kernel_(std::move(kernel)), source_(rows), size_(rows.size()), pool_(pool), finish_(std::move(finish)) {
  const int64_t row = size_ * static_cast<int64_t>(sizeof(T));
  if (size_ * row <= memory) {
    whole_ = GramMatrix(*kernel_, rows, pool_, where);
    Finish(0, whole_);
    return;
  }
  CheckRows(rows, where);
  const int64_t block = std::min(kRows, size_) * row;
  if (block > memory) {
    common::ThrowUsageError(where, fmt::format("memory for a block of the Gram matrix, {} bytes", block),
                            fmt::format("{}", memory));
  }
  max_kept_ = memory / block - 1;  // one block is computed and not kept
  blocks_.resize(num_blocks());
}

template <class T>
GramBlocks<T>::GramBlocks(DenseRows<T> matrix, common::ThreadPool& pool, FinishGramRow<T> finish,
                          const std::string& where)
    : size_(matrix.rows()), pool_(pool), finish_(std::move(finish)), whole_(std::move(matrix)) {
  if (whole_.rows() != whole_.cols()) {
    common::ThrowUsageError(where, "as many rows as columns",
                            fmt::format("{} x {}", whole_.rows(), whole_.cols()));
  }
  CheckRows(RowBlock<T>(whole_), where);
  const T largest = whole_.size() > 0 ? whole_.cwiseAbs().maxCoeff() : T(0);
  const T tolerance = (sizeof(T) == sizeof(float) ? T(1e-6) : T(1e-9)) * largest;
  for (int64_t i = 0; i < size_; ++i) {
    for (int64_t j = 0; j < i; ++j) {
      if (std::abs(whole_(i, j) - whole_(j, i)) <= tolerance) continue;
      common::ThrowUsageError(where, "a symmetric matrix",
                              fmt::format("{} in row {}, column {} and {} in row {}, column {}",
                                          common::FormatShort(whole_(i, j)), i + 1, j + 1,
                                          common::FormatShort(whole_(j, i)), j + 1, i + 1));
    }
  }
  Finish(0, whole_);
}

template <class T>
void GramBlocks<T>::Finish(int64_t first, DenseRows<T>& values) const {
  if (!finish_) return;
  common::ParallelFor(pool_, values.rows(), [&](int64_t i) {
    finish_(first + i, std::span<T>(values.row(i).data(), static_cast<size_t>(size_)));
  });
}

template <class T>
typename GramBlocks<T>::Values GramBlocks<T>::Block(int64_t block) {
  common::StopPoint();
  if (blocks_.empty()) return Values(whole_.data() + begin(block) * size_, rows(block), size_);
  DenseRows<T>& kept = blocks_[block];
  if (kept.size() == 0 && passing_block_ != block) {
    passing_block_ = -1;
    passing_.resize(0, 0);  // two such blocks at once would exceed the memory
    passing_ = GramRows(*kernel_, *source_, block, pool_);
    Finish(begin(block), passing_);
    if (kept_ < max_kept_) {
      ++kept_;
      kept = std::move(passing_);
    } else {
      passing_block_ = block;
    }
  }
  return Values(kept.size() > 0 ? kept.data() : passing_.data(), rows(block), size_);
}

template class GramBlocks<float>;
template class GramBlocks<double>;

}  // namespace structlab::kernels
