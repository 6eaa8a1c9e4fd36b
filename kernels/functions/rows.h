// Vectors as rows of a matrix, dense or sparse, and their inner products.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_ROWS_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_ROWS_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::kernels {

// T is float or double in this whole folder.
template <class T>
using DenseRows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using SparseRowsOf = Eigen::SparseMatrix<T, Eigen::RowMajor, int>;
// A part of a matrix that is stored row by row.
template <class T>
using Tile = Eigen::Ref<DenseRows<T>, 0, Eigen::OuterStride<>>;
template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;

// A view of consecutive rows of a dense or sparse matrix, starting at `begin`. It does not own them and is as
// cheap to copy as a pointer. Sparse matrices must be compressed.
template <class T>
class RowBlock {
 public:
  RowBlock(const DenseRows<T>& rows) : RowBlock(rows, 0, rows.rows()) {}     // NOLINT: implicit on purpose
  RowBlock(const SparseRowsOf<T>& rows) : RowBlock(rows, 0, rows.rows()) {}  // NOLINT
  RowBlock(const DenseRows<T>& rows, int64_t begin, int64_t size)
      : dense_(&rows), begin_(begin), size_(size), columns_(rows.cols()) {}
  RowBlock(const SparseRowsOf<T>& rows, int64_t begin, int64_t size)
      : sparse_(&rows), begin_(begin), size_(size), columns_(rows.cols()) {}

  RowBlock Part(int64_t begin, int64_t size) const {
    RowBlock part = *this;
    part.begin_ += begin;
    part.size_ = size;
    return part;
  }

  int64_t size() const { return size_; }
  int64_t columns() const { return columns_; }
  bool is_dense() const { return dense_ != nullptr; }
  auto dense() const { return dense_->middleRows(begin_, size_); }    // if is_dense()
  auto sparse() const { return sparse_->middleRows(begin_, size_); }  // otherwise

  // Column numbers and values of the non-zeros of a sparse row.
  std::span<const int> indices(int64_t row) const;
  std::span<const T> values(int64_t row) const;

  // The squared length of each row, summed in double precision.
  VectorOf<T> Squares() const;
  // products(i, j) = a_i . b_j. Both blocks must be dense or both sparse, with the same number of columns.
  // O(rows * rows * columns); for sparse rows at most O(non-zeros of a * rows of b). The bits depend only
  // on the two blocks.
  void Products(const RowBlock& other, Tile<T> products) const;

 private:
  const DenseRows<T>* dense_ = nullptr;
  const SparseRowsOf<T>* sparse_ = nullptr;
  int64_t begin_, size_, columns_;
};

// Throws common::Error(kUsage) at `where` for sparse rows that are not compressed, and unless all entries are
// finite; the message names the row and column of the first that is not.
template <class T>
void CheckRows(const RowBlock<T>& rows, const std::string& where);
// Throws common::Error(kUsage) at `where` if one block is dense and the other sparse, or if their numbers of
// columns differ.
template <class T>
void CheckSameLayout(const RowBlock<T>& a, const RowBlock<T>& b, const std::string& where);

extern template class RowBlock<float>;
extern template class RowBlock<double>;

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_ROWS_H_
