#include "kernels/functions/pivoted_cholesky.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::kernels {

LowRank PivotedCholesky(const Eigen::VectorXd& diagonal,
                        const std::function<Eigen::VectorXd(int64_t)>& column,
                        const LowRankOptions& options) {
  if (!(options.tolerance > 0) || options.max_rank < 1) {
    common::ThrowUsageError(
        "pivoted Cholesky", "a tolerance above 0 and a rank of at least 1",
        fmt::format("{} and {}", common::FormatShort(options.tolerance), options.max_rank));
  }
  const Eigen::Index n = diagonal.size(), most = std::min<Eigen::Index>(n, options.max_rank);
  const double trace = diagonal.sum();
  LowRank result;
  Eigen::VectorXd left = diagonal;
  // Grows as needed, because most matrices need far fewer columns than the maximal rank.
  Eigen::MatrixXd factor(n, std::min<Eigen::Index>(most, 64));
  Eigen::Index rank = 0;
  result.residual = n > 0 && trace > 0 ? 1 : 0;
  while (rank < most && result.residual > options.tolerance) {
    common::StopPoint();
    Eigen::Index pivot = 0;
    const double largest = left.maxCoeff(&pivot);
    if (!(largest > 0)) break;
    if (rank == factor.cols()) factor.conservativeResize(Eigen::NoChange, std::min(most, 2 * rank));
    Eigen::VectorXd next = column(pivot);
    next.noalias() -= factor.leftCols(rank) * factor.row(pivot).head(rank).transpose();
    next /= std::sqrt(largest);
    next[pivot] = std::sqrt(largest);
    for (const int64_t before : result.pivots) next[before] = 0;
    factor.col(rank++) = next;
    result.pivots.push_back(pivot);
    left.array() -= next.array().square();
    left[pivot] = 0;
    const double least = left.minCoeff(&pivot);
    if (least < -1e-8 * diagonal.maxCoeff()) {
      common::ThrowUsageError("kernel", "a positive semidefinite matrix",
                              fmt::format("one that is not: row {} and {} others show it", pivot, rank),
                              "use another kernel, or add a multiple of the identity");
    }
    left = left.cwiseMax(0);
    result.residual = left.sum() / trace;
  }
  result.factor = factor.leftCols(rank);
  return result;
}

LowRank PivotedCholesky(const VectorKernel<double>& kernel, const RowBlock<double>& rows,
                        const LowRankOptions& options) {
  CheckRows(rows, "rows");
  const auto column = [&](int64_t pivot) -> Eigen::VectorXd {
    DenseRows<double> values(rows.size(), 1);
    kernel.Compute(rows, rows.Part(pivot, 1), values);
    return values.col(0);
  };
  return PivotedCholesky(kernel.Diagonal(rows), column, options);
}

Eigen::MatrixXd LowRankRows(const Eigen::MatrixXd& pivot_factor, const Eigen::MatrixXd& values) {
  return pivot_factor.triangularView<Eigen::Lower>().solve(values.transpose()).transpose();
}

}  // namespace structlab::kernels
