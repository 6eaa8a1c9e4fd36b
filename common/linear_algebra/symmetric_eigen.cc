// The steps of Eigen::SelfAdjointEigenSolver 3.4, in its order and by its kernels, so with the same bits; but
// between the steps the thread may be told to stop.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/linear_algebra/decompositions.h"
#include "common/stop_point.h"

namespace structlab::common {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Householder transformations that make a symmetric matrix tridiagonal. Vector i stands below the diagonal of
// column i of `matrix`, its factor in `factors`.
void MakeTridiagonal(MatrixXd& matrix, VectorXd& factors) {
  const Index n = matrix.rows();
  for (Index i = 0; i < n - 1; ++i) {
    StopPoint();
    const Index left = n - i - 1;
    double beta = 0, factor = 0;
    matrix.col(i).tail(left).makeHouseholderInPlace(factor, beta);
    matrix.col(i).coeffRef(i + 1) = 1;
    factors.tail(left).noalias() = matrix.bottomRightCorner(left, left).selfadjointView<Eigen::Lower>() *
                                   (factor * matrix.col(i).tail(left));
    factors.tail(left) +=
        (factor * -0.5 * factors.tail(left).dot(matrix.col(i).tail(left))) * matrix.col(i).tail(left);
    matrix.bottomRightCorner(left, left)
        .selfadjointView<Eigen::Lower>()
        .rankUpdate(matrix.col(i).tail(left), factors.tail(left), -1.0);
    matrix.col(i).coeffRef(i + 1) = beta;
    factors.coeffRef(i) = factor;
  }
}

// Replaces the vectors of these transformations by their product.
void ReplaceByProduct(MatrixXd& matrix, const VectorXd& factors) {
  const Index n = matrix.rows();
  VectorXd workspace(n);
  matrix.diagonal().setOnes();
  matrix.triangularView<Eigen::StrictlyUpper>().setZero();
  for (Index k = n - 2; k >= 0; --k) {
    StopPoint();
    const Index size = n - k - 1;
    matrix.bottomRightCorner(size, size)
        .applyHouseholderOnTheLeft(matrix.col(k).tail(size - 1), factors[k], workspace.data());
    matrix.col(k).tail(size).setZero();
  }
}

// Eigenvalues of a tridiagonal matrix by QR steps, and the products of the steps with `vectors` if given.
bool SolveTridiagonal(VectorXd& diagonal, VectorXd& below, MatrixXd* vectors) {
  constexpr Index kMaxStepsPerRow = 30;
  const Index n = diagonal.size();
  Index end = n - 1, start = 0, steps = 0;
  constexpr double kTiny = std::numeric_limits<double>::min();
  constexpr double kInversePrecision = 1.0 / std::numeric_limits<double>::epsilon();
  while (end > 0) {
    for (Index i = start; i < end; ++i) {
      if (std::abs(below[i]) < kTiny) {
        below[i] = 0;
      } else {
        const double scaled = kInversePrecision * below[i];
        if (scaled * scaled <= (std::abs(diagonal[i]) + std::abs(diagonal[i + 1]))) below[i] = 0;
      }
    }
    while (end > 0 && below[end - 1] == 0) --end;
    if (end <= 0) break;
    if (++steps > kMaxStepsPerRow * n) return false;
    StopPoint();
    start = end - 1;
    while (start > 0 && below[start - 1] != 0) --start;
    Eigen::internal::tridiagonal_qr_step<Eigen::ColMajor>(diagonal.data(), below.data(), start, end,
                                                          vectors != nullptr ? vectors->data() : nullptr, n);
  }
  for (Index i = 0; i < n - 1; ++i) {
    Index least = 0;
    diagonal.segment(i, n - i).minCoeff(&least);
    if (least == 0) continue;
    std::swap(diagonal[i], diagonal[least + i]);
    if (vectors != nullptr) vectors->col(i).swap(vectors->col(least + i));
  }
  return true;
}

SymmetricEigen Decompose(const Eigen::Ref<const MatrixXd>& symmetric, bool with_vectors) {
  const Index n = symmetric.rows();
  if (n == 0) return {VectorXd(), MatrixXd(), true};
  if (n == 1) return {symmetric.diagonal(), MatrixXd::Ones(1, 1), true};
  MatrixXd matrix = symmetric.triangularView<Eigen::Lower>();
  double scale = matrix.cwiseAbs().maxCoeff();
  if (scale == 0) scale = 1;
  matrix.triangularView<Eigen::Lower>() /= scale;
  VectorXd factors(n - 1);
  MakeTridiagonal(matrix, factors);
  SymmetricEigen result;
  result.values = matrix.diagonal();
  VectorXd below = matrix.diagonal<-1>();
  if (with_vectors) ReplaceByProduct(matrix, factors);
  result.has_converged = SolveTridiagonal(result.values, below, with_vectors ? &matrix : nullptr);
  result.values *= scale;
  if (with_vectors) result.vectors = std::move(matrix);
  return result;
}

}  // namespace

SymmetricEigen DecomposeSymmetric(const Eigen::Ref<const MatrixXd>& symmetric) {
  return Decompose(symmetric, true);
}

SymmetricEigenvalues EigenvaluesOfSymmetric(const Eigen::Ref<const MatrixXd>& symmetric) {
  SymmetricEigen result = Decompose(symmetric, false);
  return {std::move(result.values), result.has_converged};
}

Eigen::MatrixXd InverseSquareRoot(const Eigen::Ref<const Eigen::MatrixXd>& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).operatorInverseSqrt();
}

}  // namespace structlab::common
