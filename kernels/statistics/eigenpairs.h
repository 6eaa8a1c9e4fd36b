// The largest eigenvalues of symmetric matrices.
#ifndef STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
#define STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_

#include <Eigen/Core>

namespace structlab::kernels {

struct Eigenpairs {
  Eigen::VectorXd values;   // largest first
  Eigen::MatrixXd vectors;  // a column each, of length 1; the entry of largest magnitude is positive
};

// All of them. `matrix` is symmetric; only its lower triangle is read. Entries below 1e-150 of the largest
// magnitude count as 0. Throws common::Error(kUsage) for what is not finite. O(n^3), without a point at which
// it can be stopped.
Eigenpairs AllEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

// The `count` largest, to a residual |A v - l v| of 1e-10 of the largest magnitude: all of them by the above
// where n is small, many are asked for, or the following does not converge; else by block Krylov subspaces
// with restarts, some ten products of the matrix with a block of count + 8 vectors, O(n^2 count) each. Equal
// eigenvalues are found as often as they occur. Throws common::Error(kUsage) unless 1 <= count <= n.
// Deterministic. Throws common::Stopped between two products.
Eigenpairs LargestEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index count);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
