// A Cholesky factor to which rows and columns are added and from which they are removed.
#ifndef STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_
#define STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_

#include <Eigen/Core>

namespace structlab::kernels {

// L with L L^T = A, for a symmetric matrix A that starts empty. Deterministic; not thread-safe. Memory: at
// most 32 k^2 bytes for the largest size k so far.
class GrowingCholesky {
 public:
  int size() const { return size_; }

  // Appends a row and a column to A: `column` has their first k entries, `diagonal` is the last. Returns
  // false and changes nothing if A would be almost singular: unless the remaining diagonal is above
  // `min_pivot` times `diagonal`. O(k^2).
  bool Append(const Eigen::Ref<const Eigen::VectorXd>& column, double diagonal, double min_pivot);

  // Removes row and column i from A by rotations (Golub, Van Loan, Matrix Computations, section 6.5.2).
  // O((k - i)^2).
  void Remove(int i);

  // Replaces b by A^-1 b. O(k^2).
  void Solve(Eigen::Ref<Eigen::VectorXd> b) const;

 private:
  Eigen::MatrixXd lower_;  // L is its upper left corner of size_ rows
  int size_ = 0;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_
