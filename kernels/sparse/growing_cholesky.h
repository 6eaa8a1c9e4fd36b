// The Cholesky factor of a Gram matrix whose rows and columns come and go.
#ifndef STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_
#define STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_

#include <Eigen/Core>

namespace structlab::kernels {

// L with L L^T = A, for an A that begins empty. Not thread-safe; deterministic. Memory: at most 32 k^2 bytes
// for the largest k so far.
class GrowingCholesky {
 public:
  int size() const { return size_; }

  // A gets a last row and column: `column` are their k entries but the last, `diagonal` the last. False, and
  // nothing changes, if A would be singular: if what is left of the diagonal is not above `min_pivot` times
  // it. O(k^2).
  bool Append(const Eigen::Ref<const Eigen::VectorXd>& column, double diagonal, double min_pivot);

  // A loses row and column i (Golub, Van Loan, Matrix Computations, section 6.5.2: rotations). O((k - i)^2).
  void Remove(int i);

  // b becomes A^-1 b; both have k entries. O(k^2).
  void Solve(Eigen::Ref<Eigen::VectorXd> b) const;

 private:
  Eigen::MatrixXd lower_;  // its upper left corner
  int size_ = 0;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_GROWING_CHOLESKY_H_
