#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "common/linear_algebra/decompositions.h"
#include "common/stop_point.h"

namespace structlab::common {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// The blocks of Eigen::LLT 3.4, with its bits; between two of them the thread may be told to stop.
bool Factorize(MatrixXd& matrix) {
  using InPlace = Eigen::internal::llt_inplace<double, Eigen::Lower>;
  const Index size = matrix.rows();
  if (size < 32) return InPlace::unblocked(matrix) < 0;
  const Index block = std::clamp<Index>(size / 8 / 16 * 16, 8, 128);
  for (Index k = 0; k < size; k += block) {
    StopPoint();
    const Index width = std::min(block, size - k), left = size - k - width;
    Eigen::Block<MatrixXd> corner(matrix, k, k, width, width);
    Eigen::Block<MatrixXd> below(matrix, k + width, k, left, width);
    if (InPlace::unblocked(corner) >= 0) return false;
    if (left == 0) continue;
    corner.adjoint().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(below);
    matrix.bottomRightCorner(left, left).selfadjointView<Eigen::Lower>().rankUpdate(below, -1.0);
  }
  return true;
}

}  // namespace

Cholesky::Cholesky(MatrixXd symmetric) : factor_(std::move(symmetric)) {
  is_positive_definite_ = Factorize(factor_);
}

// By blocks of columns that do not change the bits: a multiple of those that Eigen takes at once.
MatrixXd Cholesky::Solve(const Eigen::Ref<const MatrixXd>& right) const {
  MatrixXd solution = right;
  constexpr double kMost = 1e9;  // multiplications between two stop points
  const double column = 2 * static_cast<double>(factor_.rows()) * static_cast<double>(factor_.rows());
  const Index columns = 16 * std::max<Index>(1, static_cast<Index>(kMost / 16 / std::max(1.0, column)));
  for (Index begin = 0; begin < solution.cols();) {
    StopPoint();
    const Index left = solution.cols() - begin, width = left < 2 * columns ? left : columns;
    auto part = solution.middleCols(begin, width);
    factor_.triangularView<Eigen::Lower>().solveInPlace(part);
    factor_.triangularView<Eigen::Lower>().adjoint().solveInPlace(part);
    begin += width;
  }
  return solution;
}

Eigen::MatrixXd Cholesky::SolveLower(const Eigen::Ref<const Eigen::MatrixXd>& right) const {
  return factor_.triangularView<Eigen::Lower>().solve(right);
}

Eigen::MatrixXd Cholesky::SolveUpper(const Eigen::Ref<const Eigen::MatrixXd>& right) const {
  return factor_.triangularView<Eigen::Lower>().adjoint().solve(right);
}

}  // namespace structlab::common
