#include "kernels/statistics/hsic.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/stoppable_product.h"

namespace structlab::kernels {
namespace {

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;

void CheckEps(double eps) {
  if (eps > 0 && std::isfinite(eps)) return;
  common::ThrowUsageError("eps", "a finite number above 0", common::FormatDouble(eps));
}

// (K (K + n eps I)^-1)^power for the centred matrix K; eigenvalues that are 0 up to rounding count as 0.
Eigen::MatrixXd Regularized(const Matrix& gram, double eps, double power) {
  const Eigenpairs pairs = AllEigenpairs(Centered(gram));
  const double shift = static_cast<double>(gram.rows()) * eps, least = RoundingOf(gram);
  const Eigen::ArrayXd values = (pairs.values.array() > least).select(pairs.values.array(), 0);
  const Eigen::VectorXd shrunk = (values / (values + shift)).pow(power);
  return StoppableProduct(pairs.vectors * shrunk.asDiagonal(), pairs.vectors.transpose());
}

}  // namespace

Eigen::MatrixXd Centered(const Matrix& gram) {
  Eigen::MatrixXd centered = gram;
  if (gram.rows() == 0) return centered;
  const Eigen::VectorXd means = gram.rowwise().mean();
  centered.rowwise() -= means.transpose();
  centered.colwise() -= (means.array() - means.mean()).matrix();
  return centered;
}

double BiasedHsic(const Matrix& x, const Matrix& y) {
  CheckGramPair(x, y, 1, "HSIC");
  const double n = static_cast<double>(x.rows());
  return Centered(x).cwiseProduct(y).sum() / (n * n);
}

double UnbiasedHsic(const Matrix& x, const Matrix& y) {
  CheckGramPair(x, y, 4, "unbiased HSIC");
  const double n = static_cast<double>(x.rows());
  Eigen::MatrixXd k = x, l = y;
  k.diagonal().setZero();
  l.diagonal().setZero();
  const Eigen::VectorXd k_sums = k.rowwise().sum(), l_sums = l.rowwise().sum();
  const double both = k.cwiseProduct(l).sum();
  return (both + k_sums.sum() * l_sums.sum() / ((n - 1) * (n - 2)) - 2 / (n - 2) * k_sums.dot(l_sums)) /
         (n * (n - 3));
}

Eigen::MatrixXd RegularizedGram(const Matrix& gram, double eps) {
  CheckEps(eps);
  // K (K + s I)^-1 = (K + s I)^-1 K.
  const Eigen::MatrixXd centered = Centered(gram);
  Eigen::MatrixXd shifted = centered;
  shifted.diagonal().array() += static_cast<double>(gram.rows()) * eps;
  // If rounding errors are not far below the shift, they would look like dependence.
  if (RoundingOf(gram) < 1e-6 * static_cast<double>(gram.rows()) * eps) {
    const common::Cholesky cholesky(std::move(shifted));
    if (cholesky.is_positive_definite()) return cholesky.Solve(centered);
  }
  return Regularized(gram, eps, 1);
}

double NormalizedHsic(const Matrix& x, const Matrix& y, double eps) {
  CheckGramPair(x, y, 1, "normalised HSIC");
  return RegularizedGram(x, eps).cwiseProduct(RegularizedGram(y, eps)).sum();
}

double LargestNormalizedCorrelation(const Matrix& x, const Matrix& y, double eps) {
  CheckGramPair(x, y, 1, "normalised cross-covariance");
  CheckEps(eps);
  const Eigen::MatrixXd product = Regularized(x, eps, 0.5) * Regularized(y, eps, 0.5);
  // Squaring the matrix does not make its largest singular value less accurate.
  return std::sqrt(std::max(0.0, AllEigenpairs(product.transpose() * product).values[0]));
}

double Alignment(const Matrix& x, const Matrix& y, bool centered) {
  CheckGramPair(x, y, 1, "alignment");
  const Eigen::MatrixXd a = centered ? Centered(x) : Eigen::MatrixXd(x);
  const Eigen::MatrixXd b = centered ? Centered(y) : Eigen::MatrixXd(y);
  const double norms = a.norm() * b.norm();
  return norms > 0 ? a.cwiseProduct(b).sum() / norms : 0;
}

}  // namespace structlab::kernels
