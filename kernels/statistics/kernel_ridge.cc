#include "kernels/statistics/kernel_ridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"

namespace structlab::kernels {
namespace {

void CheckLambdas(std::span<const double> lambdas) {
  if (lambdas.empty()) common::ThrowUsageError("ridge regression", "at least one lambda", "none");
  for (const double lambda : lambdas) {
    if (lambda > 0 && std::isfinite(lambda)) continue;
    common::ThrowUsageError("ridge regression", "lambdas above 0", common::FormatDouble(lambda));
  }
}

[[noreturn]] void RefuseIndefinite(double least, double lambda) {
  common::ThrowUsageError("ridge regression", "a positive definite matrix K + lambda I",
                          "the eigenvalue " + common::FormatShort(least + lambda),
                          "use a kernel that is positive semidefinite, or a larger lambda");
}

// Uses the eigenvalues of the matrix, for all lambdas at once.
RidgeFit ChooseLambda(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                      const Eigen::Ref<const Eigen::MatrixXd>& targets, std::span<const double> lambdas) {
  const Eigenpairs pairs = AllEigenpairs(gram);
  const double least = pairs.values.minCoeff();
  const Eigen::MatrixXd rotated = pairs.vectors.transpose() * targets;
  const Eigen::MatrixXd squares = pairs.vectors.cwiseAbs2();
  RidgeFit best;
  for (const double lambda : lambdas) {
    if (!(least + lambda > 0)) RefuseIndefinite(least, lambda);
    const Eigen::VectorXd inverse = (pairs.values.array() + lambda).inverse();
    const Eigen::MatrixXd alpha = pairs.vectors * (inverse.asDiagonal() * rotated);
    const Eigen::VectorXd diagonal = squares * inverse;
    const double error = (alpha.array().colwise() / diagonal.array()).square().mean();
    if (best.leave_one_out.empty() ||
        error < *std::min_element(best.leave_one_out.begin(), best.leave_one_out.end())) {
      best.coefficients = alpha;
      best.lambda = lambda;
    }
    best.leave_one_out.push_back(error);
  }
  return best;
}

}  // namespace

RidgeFit FitKernelRidge(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                        const Eigen::Ref<const Eigen::MatrixXd>& targets, std::span<const double> lambdas) {
  CheckGram(gram, "ridge regression");
  CheckLambdas(lambdas);
  if (targets.rows() != gram.rows() || !targets.allFinite()) {
    common::ThrowUsageError("ridge regression",
                            fmt::format("a finite target for each of the {} rows", gram.rows()),
                            targets.allFinite() ? std::to_string(targets.rows()) : "one that is not finite");
  }
  if (gram.rows() == 0) return {Eigen::MatrixXd(0, targets.cols()), lambdas[0], {}};
  if (lambdas.size() > 1) return ChooseLambda(gram, targets, lambdas);
  Eigen::MatrixXd matrix = gram;
  matrix.diagonal().array() += lambdas[0];
  const common::Cholesky cholesky(std::move(matrix));
  if (!cholesky.is_positive_definite()) RefuseIndefinite(AllEigenpairs(gram).values.minCoeff(), lambdas[0]);
  return {cholesky.Solve(targets), lambdas[0], {}};
}

double RidgeObjective(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                      const Eigen::Ref<const Eigen::VectorXd>& target,
                      const Eigen::Ref<const Eigen::VectorXd>& coefficients, double lambda) {
  const Eigen::VectorXd fitted = gram * coefficients;
  return (target - fitted).squaredNorm() + lambda * coefficients.dot(fitted);
}

}  // namespace structlab::kernels
