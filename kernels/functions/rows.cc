#include "kernels/functions/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {

template <class T>
std::span<const int> RowBlock<T>::indices(int64_t row) const {
  const int* const starts = sparse_->outerIndexPtr() + begin_ + row;
  return {sparse_->innerIndexPtr() + starts[0], static_cast<size_t>(starts[1] - starts[0])};
}

template <class T>
std::span<const T> RowBlock<T>::values(int64_t row) const {
  const int* const starts = sparse_->outerIndexPtr() + begin_ + row;
  return {sparse_->valuePtr() + starts[0], static_cast<size_t>(starts[1] - starts[0])};
}

template <class T>
VectorOf<T> RowBlock<T>::Squares() const {
  VectorOf<T> squares(size_);
  for (int64_t i = 0; i < size_; ++i) {
    if (is_dense()) {
      squares[i] = static_cast<T>(dense().row(i).template cast<double>().squaredNorm());
      continue;
    }
    double sum = 0;
    for (const T value : values(i)) sum += static_cast<double>(value) * static_cast<double>(value);
    squares[i] = static_cast<T>(sum);
  }
  return squares;
}

template <class T>
void RowBlock<T>::Products(const RowBlock& other, Tile<T> products) const {
  if (is_dense()) {
    products.noalias() = dense() * other.dense().transpose();
    return;
  }
  // Each row of this block is expanded to a dense vector once, then multiplied by the non-zeros of all rows
  // of the other.
  std::vector<T> spread(columns_, T{0});
  for (int64_t i = 0; i < size_; ++i) {
    const std::span<const int> at = indices(i);
    const std::span<const T> value = values(i);
    for (size_t k = 0; k < at.size(); ++k) spread[at[k]] = value[k];
    for (int64_t j = 0; j < other.size_; ++j) {
      const std::span<const int> other_at = other.indices(j);
      const std::span<const T> other_value = other.values(j);
      T sum{0};
      for (size_t k = 0; k < other_at.size(); ++k) {
        sum += spread[other_at[k]] * other_value[k];
      }
      products(i, j) = sum;
    }
    for (const int column : at) spread[column] = T{0};
  }
}

template <class T>
void CheckRows(const RowBlock<T>& rows, const std::string& where) {
  const auto refuse = [&](int64_t row, int64_t column, T value) {
    common::ThrowUsageError(
        where, "finite entries",
        fmt::format("{} in row {}, column {}", common::FormatShort(static_cast<double>(value)), row, column));
  };
  for (int64_t i = 0; i < rows.size(); ++i) {
    if (rows.is_dense()) {
      for (int64_t j = 0; j < rows.columns(); ++j) {
        if (!std::isfinite(rows.dense()(i, j))) refuse(i, j, rows.dense()(i, j));
      }
      continue;
    }
    const std::span<const T> values = rows.values(i);
    for (size_t k = 0; k < values.size(); ++k) {
      if (!std::isfinite(values[k])) refuse(i, rows.indices(i)[k], values[k]);
    }
  }
}

template <class T>
void CheckSameLayout(const RowBlock<T>& a, const RowBlock<T>& b, const std::string& where) {
  if (a.is_dense() != b.is_dense()) {
    common::ThrowUsageError(where, "rows that are all dense or all sparse", "some of each");
  }
  if (a.columns() != b.columns()) {
    common::ThrowUsageError(where, fmt::format("rows of {} columns", a.columns()),
                            std::to_string(b.columns()));
  }
}

template class RowBlock<float>;
template class RowBlock<double>;
template void CheckRows(const RowBlock<float>&, const std::string&);
template void CheckRows(const RowBlock<double>&, const std::string&);
template void CheckSameLayout(const RowBlock<float>&, const RowBlock<float>&, const std::string&);
template void CheckSameLayout(const RowBlock<double>&, const RowBlock<double>&, const std::string&);

}  // namespace structlab::kernels
