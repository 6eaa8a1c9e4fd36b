#include "kernels/statistics/permuted_products.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "kernels/functions/pivoted_cholesky.h"

namespace structlab::kernels {
namespace {

// Sums of n^2 products in this order have errors well below it.
constexpr double kRounding = 1e-12;

// A factor of low rank whose error is below the rounding, or nothing if the rank would be above `most`.
Eigen::MatrixXd LowRankFactor(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index most) {
  const double trace = matrix.trace();
  if (!(trace > 0) || matrix.diagonal().minCoeff() < 0) return {};
  try {
    const LowRank low =
        PivotedCholesky(matrix.diagonal(), [&](int64_t i) -> Eigen::VectorXd { return matrix.col(i); },
                        {.tolerance = 1e-14, .max_rank = most});
    if (low.residual <= 1e-14) return low.factor;
  } catch (const common::Error&) {  // not positive semidefinite, as matrices of a user may be
  }
  return {};
}

}  // namespace

PermutedProducts::PermutedProducts(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                   const Eigen::Ref<const Eigen::MatrixXd>& y)
    : n_(x.rows()) {
  rounding_ = kRounding * x.norm() * y.norm();
  // A product of factors takes 2 n rank_x rank_y operations at some eight a cycle; the sum over the matrices
  // n^2 / 2 steps of about one.
  const auto most = static_cast<Eigen::Index>(std::sqrt(static_cast<double>(n_)) * 1.4);
  if (n_ >= 50) {
    Eigen::MatrixXd x_factor = LowRankFactor(x, most);
    Eigen::MatrixXd y_factor = x_factor.size() > 0 ? LowRankFactor(y, most) : Eigen::MatrixXd();
    if (x_factor.size() > 0 && y_factor.size() > 0) {
      has_factors_ = true;
      x_ = x_factor.transpose();
      y_ = y_factor.transpose();
      return;
    }
  }
  x_ = x;
  y_ = y;
}

PermutedProducts PermutedProducts::OfFactors(Eigen::MatrixXd x_factor, Eigen::MatrixXd y_factor) {
  PermutedProducts products;
  products.n_ = x_factor.rows();
  products.has_factors_ = true;
  products.rounding_ = kRounding * x_factor.squaredNorm() * y_factor.squaredNorm();
  products.x_ = x_factor.transpose();
  products.y_ = y_factor.transpose();
  return products;
}

double PermutedProducts::Product(std::span<const int> permutation) const {
  if (!has_factors_) return SumOverTriangle(permutation);
  Eigen::MatrixXd permuted(y_.rows(), n_);
  for (Eigen::Index i = 0; i < n_; ++i) permuted.col(i) = y_.col(permutation[static_cast<size_t>(i)]);
  return (x_ * permuted.transpose()).squaredNorm();
}

double PermutedProducts::SumOverTriangle(std::span<const int> permutation) const {
  double diagonal = 0, triangle = 0;
  for (Eigen::Index j = 0; j < n_; ++j) {
    const auto column = static_cast<Eigen::Index>(permutation[static_cast<size_t>(j)]);
    const double* const x = x_.data() + j * n_;
    const double* const y = y_.data() + column * n_;
    diagonal += x[j] * y[column];
    // Four sums, so that the additions overlap.
    double sums[4] = {0, 0, 0, 0};
    Eigen::Index i = 0;
    for (; i + 4 <= j; i += 4) {
      for (int k = 0; k < 4; ++k) sums[k] += x[i + k] * y[permutation[static_cast<size_t>(i + k)]];
    }
    for (; i < j; ++i) sums[0] += x[i] * y[permutation[static_cast<size_t>(i)]];
    triangle += (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return diagonal + 2 * triangle;
}

}  // namespace structlab::kernels
