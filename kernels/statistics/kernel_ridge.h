// Kernel ridge regression.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

struct RidgeFit {
  Eigen::MatrixXd coefficients;  // alpha, a row a training row, a column a target
  double lambda = 0;
  // Of each lambda that was tried, in their order: the mean over rows and targets of the squared error of
  // leaving the row out. Empty for one lambda.
  std::vector<double> leave_one_out;
};

// Minimises sum_i (y_i - f(x_i))^2 + lambda |f|^2 for each column of `targets`, without a bias: f(x) = sum_j
// alpha_j k(x_j, x) with alpha = (K + lambda I)^-1 y (Lampert, Blaschko 2009; their first term lacks
// alpha_j). The squares are summed, so that the lambda of a mean is n times as large as here.
//
// One lambda: Cholesky, O(n^3 / 3). Several: the one of least leave-one-out error, the first of equals, by
// the eigenvalues of K: the error of leaving out row i is alpha_i / ((K + lambda I)^-1)_ii. Throws
// common::Error(kUsage) for a matrix that is not square, not finite, or that plus lambda I is not positive
// definite (its least eigenvalue is named), other rows of targets, and lambdas that are none or not above 0.
RidgeFit FitKernelRidge(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                        const Eigen::Ref<const Eigen::MatrixXd>& targets, std::span<const double> lambdas);

// What is minimised, for one column of targets.
double RidgeObjective(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                      const Eigen::Ref<const Eigen::VectorXd>& target,
                      const Eigen::Ref<const Eigen::VectorXd>& coefficients, double lambda);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_
