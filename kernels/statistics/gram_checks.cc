#include "kernels/statistics/gram_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "kernels/statistics/hsic.h"

namespace structlab::kernels {

void CheckGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where) {
  if (gram.rows() != gram.cols()) {
    common::ThrowUsageError(where, "a square matrix", fmt::format("{} x {}", gram.rows(), gram.cols()));
  }
  if (gram.size() == 0) return;
  // By tiles, so that the transpose is read from the cache.
  constexpr Eigen::Index kTile = 64;
  double most = 0, difference = 0;
  bool is_finite = true;
  const Eigen::Index n = gram.rows();
  for (Eigen::Index top = 0; top < n; top += kTile) {
    const Eigen::Index height = std::min(kTile, n - top);
    for (Eigen::Index left = 0; left <= top; left += kTile) {
      const Eigen::Index width = std::min(kTile, n - left);
      const Eigen::MatrixXd tile = gram.block(top, left, height, width);
      const Eigen::MatrixXd mirrored = gram.block(left, top, width, height).transpose();
      is_finite = is_finite && tile.allFinite() && mirrored.allFinite();
      most = std::max({most, tile.cwiseAbs().maxCoeff(), mirrored.cwiseAbs().maxCoeff()});
      difference = std::max(difference, (tile - mirrored).cwiseAbs().maxCoeff());
    }
  }
  if (!is_finite) common::ThrowUsageError(where, "finite kernel values", "one that is not");
  if (difference > 1e-9 * most) {
    common::ThrowUsageError(where, "a symmetric matrix", "k(x, y) that is not k(y, x)");
  }
}

double RoundingOf(const Eigen::Ref<const Eigen::MatrixXd>& gram) {
  return std::numeric_limits<double>::epsilon() * gram.stableNorm();
}

void CheckResolved(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where,
                   const std::string& remedy) {
  if (gram.size() == 0 || gram.minCoeff() == gram.maxCoeff()) return;
  const double largest = gram.cwiseAbs().maxCoeff();
  // Divided by the largest entry, so that squares do not overflow.
  const Eigen::MatrixXd scaled = gram / largest;
  const double centered = Centered(scaled).norm();
  if (!(centered < std::ldexp(scaled.norm(), -40))) return;
  const double root = static_cast<double>(gram.rows());
  common::ThrowDataError(
      where, "kernel values that differ by more than their rounding errors",
      fmt::format("values up to {} of which {} remain after centring", common::FormatShort(largest),
                  common::FormatShort(centered / root * largest)),
      remedy);
}

std::string RemedyOfUnresolved(std::string_view kernel) {
  if (kernel.starts_with("gaussian")) return "take a larger gamma";
  if (kernel == "precomputed") return "compute the kernel values from rows whose means are subtracted";
  return "subtract the mean from each column, or take the gaussian kernel";
}

void CheckGramPair(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                   Eigen::Index min_rows, const std::string& where) {
  CheckGram(x, where);
  CheckGram(y, where);
  if (x.rows() != y.rows()) {
    common::ThrowUsageError(where, "as many rows of x as of y", fmt::format("{} and {}", x.rows(), y.rows()));
  }
  if (x.rows() < min_rows) {
    common::ThrowUsageError(where, fmt::format("at least {} rows", min_rows), std::to_string(x.rows()));
  }
}

void CheckPositiveSemidefinite(const Eigen::Ref<const Eigen::MatrixXd>& gram, const std::string& where) {
  CheckGram(gram, where);
  if (gram.size() == 0) return;
  const double tolerance = 1e-8 * gram.cwiseAbs().maxCoeff();
  Eigen::MatrixXd lifted = gram;
  lifted.diagonal().array() += tolerance;
  if (common::Cholesky(std::move(lifted)).is_positive_definite() || tolerance == 0) return;
  const double smallest = common::EigenvaluesOfSymmetric(gram).values[0];
  if (smallest >= -tolerance) return;
  common::ThrowUsageError(where, "a positive semidefinite matrix",
                          "the eigenvalue " + common::FormatShort(smallest),
                          "set eigenvalues below 0 to 0, or take another kernel");
}

}  // namespace structlab::kernels
