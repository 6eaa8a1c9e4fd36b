#include "kernels/statistics/permuted_products.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "kernels/functions/pivoted_cholesky.h"

namespace structlab::kernels {
namespace {

// Relative error; sums of n^2 products in this order have errors well below it.
constexpr double kRounding = 1e-12;

// A factor of low rank whose error is below the rounding errors, or an empty matrix if its rank would exceed
// `most`.
Eigen::MatrixXd LowRankFactor(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index most) {
  const double trace = matrix.trace();
  if (!(trace > 0) || matrix.diagonal().minCoeff() < 0) return {};
  try {
    const LowRank low =
        PivotedCholesky(matrix.diagonal(), [&](int64_t i) -> Eigen::VectorXd { return matrix.col(i); },
                        {.tolerance = 1e-14, .max_rank = most});
    if (low.residual <= 1e-14) return low.factor;
  } catch (const common::Error&) {  // not positive semidefinite; matrices of users may be so
  }
  return {};
}

}  // namespace

PermutedProducts::PermutedProducts(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                   const Eigen::Ref<const Eigen::MatrixXd>& y)
    : n_(x.rows()) {
  rounding_ = kRounding * x.norm() * y.norm();
  // Estimated costs: a product of two factors takes 2 n rank_x rank_y operations at some eight per cycle; a
  // product of a matrix and a factor 2 n^2 rank; the sum over two matrices n^2 / 2 steps of a few cycles
  // each, because it reads them in random order.
  constexpr Eigen::Index kMaxRankOfSingleFactor = 12;
  const auto most =
      std::max(kMaxRankOfSingleFactor, static_cast<Eigen::Index>(std::sqrt(static_cast<double>(n_)) * 1.4));
  if (n_ >= 50) {
    Eigen::MatrixXd x_factor = LowRankFactor(x, most), y_factor = LowRankFactor(y, most);
    const bool is_x_low = x_factor.size() > 0, is_y_low = y_factor.size() > 0;
    if (is_x_low && is_y_low) {
      form_ = Form::kFactors;
      x_ = x_factor.transpose();
      y_ = y_factor.transpose();
      return;
    }
    if ((is_y_low && y_factor.cols() <= kMaxRankOfSingleFactor) ||
        (is_x_low && x_factor.cols() <= kMaxRankOfSingleFactor)) {
      form_ = Form::kMatrixAndFactor;
      is_swapped_ = is_x_low;
      x_ = is_swapped_ ? y : x;
      y_ = std::move(is_swapped_ ? x_factor : y_factor);
      return;
    }
  }
  x_ = x;
  y_ = y;
}

PermutedProducts PermutedProducts::FromFactors(Eigen::MatrixXd x_factor, Eigen::MatrixXd y_factor) {
  PermutedProducts products;
  products.n_ = x_factor.rows();
  products.form_ = Form::kFactors;
  products.rounding_ = kRounding * x_factor.squaredNorm() * y_factor.squaredNorm();
  products.x_ = x_factor.transpose();
  products.y_ = y_factor.transpose();
  return products;
}

// The rows of the factor y_ in the order of each permutation, side by side.
Eigen::MatrixXd PermutedProducts::PermutedFactors(std::span<const std::vector<int>> permutations) const {
  const Eigen::Index rank = y_.cols();
  Eigen::MatrixXd permuted(n_, rank * static_cast<Eigen::Index>(permutations.size()));
  double* column = permuted.data();
  for (const std::vector<int>& permutation : permutations) {
    for (Eigen::Index r = 0; r < rank; ++r, column += n_) {
      const double* const from = y_.data() + r * n_;
      for (size_t i = 0; i < permutation.size(); ++i) {
        if (is_swapped_) {
          column[permutation[i]] = from[i];
        } else {
          column[i] = from[permutation[i]];
        }
      }
    }
  }
  return permuted;
}

std::vector<double> PermutedProducts::Products(std::span<const std::vector<int>> permutations) const {
  std::vector<double> products;
  if (form_ != Form::kMatrixAndFactor) {
    for (const std::vector<int>& permutation : permutations) {
      products.push_back(form_ == Form::kMatrices ? SumOverTriangle(permutation)
                                                  : SquareOfProduct(permutation));
    }
    return products;
  }
  // At most 64 MiB of permuted factors.
  const Eigen::Index rank = y_.cols();
  const auto at_once = static_cast<size_t>(
      std::max<Eigen::Index>(1, (Eigen::Index{1} << 23) / std::max<Eigen::Index>(1, y_.size())));
  for (size_t begin = 0; begin < permutations.size(); begin += at_once) {
    const std::span part = permutations.subspan(begin, std::min(at_once, permutations.size() - begin));
    const Eigen::MatrixXd permuted = PermutedFactors(part);
    const Eigen::MatrixXd product = x_ * permuted;
    for (Eigen::Index k = 0; k < std::ssize(part); ++k) {
      const auto columns = permuted.middleCols(k * rank, rank);
      products.push_back(product.middleCols(k * rank, rank).cwiseProduct(columns).sum());
    }
  }
  return products;
}

// |A' P B|^2, by blocks of rows, so that the permuted rows stay in the cache.
double PermutedProducts::SquareOfProduct(std::span<const int> permutation) const {
  constexpr Eigen::Index kRows = 1024;
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(x_.rows(), y_.rows());
  Eigen::MatrixXd permuted(y_.rows(), std::min(kRows, n_));
  for (Eigen::Index begin = 0; begin < n_; begin += kRows) {
    const Eigen::Index size = std::min(kRows, n_ - begin);
    for (Eigen::Index i = 0; i < size; ++i) {
      permuted.col(i) = y_.col(permutation[begin + i]);
    }
    product.noalias() += x_.middleCols(begin, size) * permuted.leftCols(size).transpose();
  }
  return product.squaredNorm();
}

double PermutedProducts::SumOverTriangle(std::span<const int> permutation) const {
  double diagonal = 0, triangle = 0;
  for (Eigen::Index j = 0; j < n_; ++j) {
    const auto column = static_cast<Eigen::Index>(permutation[j]);
    const double* const x = x_.data() + j * n_;
    const double* const y = y_.data() + column * n_;
    diagonal += x[j] * y[column];
    // Four separate sums, so that the additions overlap.
    double sums[4] = {0, 0, 0, 0};
    Eigen::Index i = 0;
    for (; i + 4 <= j; i += 4) {
      for (int k = 0; k < 4; ++k) sums[k] += x[i + k] * y[permutation[i + k]];
    }
    for (; i < j; ++i) sums[0] += x[i] * y[permutation[i]];
    triangle += (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return diagonal + 2 * triangle;
}

}  // namespace structlab::kernels
