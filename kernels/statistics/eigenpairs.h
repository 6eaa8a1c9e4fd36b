// The largest eigenvalues of symmetric matrices.
#ifndef STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
#define STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_

#include <Eigen/Core>

namespace structlab::kernels {

struct Eigenpairs {
  Eigen::VectorXd values;   // largest first
  Eigen::MatrixXd vectors;  // a column each, of length 1; the entry of largest magnitude is positive
};

// All eigenpairs. `matrix` is symmetric; only its lower triangle is read. Entries below 1e-150 times the
// largest magnitude count as 0. Throws common::Error(kUsage) for entries that are not finite, and
// common::Stopped between two steps of O(n^2). O(n^3).
Eigenpairs AllEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

// The `count` largest eigenpairs, to a residual |A v - l v| of 1e-10 times the largest magnitude. Take it
// instead of AllEigenpairs for few pairs of a large matrix.
//
//     const Eigenpairs top = LargestEigenpairs(gram, 8);   // top.values[0] is the largest
//
// If n is small, if many pairs are asked for, or if the iteration does not converge, it calls AllEigenpairs.
// Otherwise it uses block Krylov subspaces with restarts: some ten products of the matrix with a block of
// count + 8 vectors, O(n^2 count) each. Multiple eigenvalues are returned as often as they occur. Throws
// common::Error(kUsage) unless 1 <= count <= n, and common::Stopped between two products. Deterministic.
Eigenpairs LargestEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index count);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
