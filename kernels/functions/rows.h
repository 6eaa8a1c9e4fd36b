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

// T is float or double in all of this folder.
template <class T>
using DenseRows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using SparseRowsOf = Eigen::SparseMatrix<T, Eigen::RowMajor, int>;
// A part of a matrix that lies row by row.
template <class T>
using Tile = Eigen::Ref<DenseRows<T>, 0, Eigen::OuterStride<>>;
template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;

// Rows of a matrix from `begin` on. Does not own them; as cheap to copy as a pointer. A sparse matrix is
// compressed.
template <class T>
class RowBlock {
 public:
  RowBlock(const DenseRows<T>& rows) : RowBlock(rows, 0, rows.rows()) {}     // NOLINT: rows are rows
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
  auto sparse() const { return sparse_->middleRows(begin_, size_); }  // else

  // The non-zeros of a sparse row.
  std::span<const int> indices(int64_t row) const;
  std::span<const T> values(int64_t row) const;

  // The squared length of each row, summed in doubles.
  VectorOf<T> Squares() const;
  // products(i, j) = a_i . b_j; both are dense or both sparse, with the same columns. O(rows * rows *
  // columns), for sparse rows O(non-zeros of a * rows of b) at most. The bits depend on both blocks alone.
  void Products(const RowBlock& other, Tile<T> products) const;

 private:
  const DenseRows<T>* dense_ = nullptr;
  const SparseRowsOf<T>* sparse_ = nullptr;
  int64_t begin_, size_, columns_;
};

// Throws common::Error(kUsage) at `where` unless all entries are finite; the message names the first row and
// column of one that is not. Uncompressed sparse rows are refused too.
template <class T>
void CheckRows(const RowBlock<T>& rows, const std::string& where);
// Also if two blocks are of different kinds or numbers of columns.
template <class T>
void CheckAlike(const RowBlock<T>& a, const RowBlock<T>& b, const std::string& where);

extern template class RowBlock<float>;
extern template class RowBlock<double>;

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_ROWS_H_
