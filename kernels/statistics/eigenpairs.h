// The largest eigenvalues of symmetric matrices.
#ifndef STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
#define STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_

#include <Eigen/Core>

namespace structlab::kernels {

struct Eigenpairs {
  Eigen::VectorXd values;   // largest first
  Eigen::MatrixXd vectors;  // a column each, of length 1; the entry of largest magnitude is positive
};

// All of them. `matrix` is symmetric; only its lower triangle is read. O(n^3), without a point at which it
// can be stopped.
Eigenpairs AllEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

// The `count` largest, to a relative error of 1e-10 of the largest: all of them by the above where n is small
// or many are asked for, else by Lanczos's method with restarts (Spectra), which takes some ten to hundred
// products with the matrix, O(n^2) each. Throws common::Error(kUsage) unless 1 <= count <= n, and if it does
// not converge, which happens for clusters of equal eigenvalues. Deterministic. Throws common::Stopped
// between two products.
Eigenpairs LargestEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index count);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_EIGENPAIRS_H_
