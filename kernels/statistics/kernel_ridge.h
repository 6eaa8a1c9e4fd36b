// Kernel ridge regression.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

struct RidgeFit {
  Eigen::MatrixXd coefficients;  // alpha: one row per training row, one column per target
  double lambda = 0;
  // For each lambda in the given order: the mean squared leave-one-out error over rows and targets. Empty
  // if only one lambda was given.
  std::vector<double> leave_one_out;
};

// Kernel ridge regression without a bias, for each column of `targets`: minimises sum_i (y_i - f(x_i))^2 +
// lambda |f|^2. The solution is f(x) = sum_j alpha_j k(x_j, x) with alpha = (K + lambda I)^-1 y (Lampert,
// Blaschko 2009; alpha_j is missing in their first term). The errors are summed: a lambda for their mean must
// be multiplied by n. A larger lambda gives a smoother f.
//
//     const std::vector<double> lambdas = {0.01, 0.1, 1};
//     const RidgeFit fit = FitKernelRidge(gram, targets, lambdas);
//     const Eigen::MatrixXd predicted = cross * fit.coefficients;   // kernel of new rows by training rows
//
// One lambda: Cholesky factorisation, O(n^3 / 3). Several: takes the one with the smallest leave-one-out
// error (the first of several), computed from the eigenvalues of K: the error of leaving out row i is alpha_i
// / ((K + lambda I)^-1)_ii.
//
// Throws common::Error(kUsage) for a matrix that is not square, not finite, or not positive definite after
// adding lambda I (the message names the smallest eigenvalue); for another number of rows in `targets`; for
// an empty list of lambdas, and for a lambda that is not above 0. Deterministic.
RidgeFit FitKernelRidge(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                        const Eigen::Ref<const Eigen::MatrixXd>& targets, std::span<const double> lambdas);

// The minimised objective, for one column of targets.
double RidgeObjective(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                      const Eigen::Ref<const Eigen::VectorXd>& target,
                      const Eigen::Ref<const Eigen::VectorXd>& coefficients, double lambda);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_RIDGE_H_
