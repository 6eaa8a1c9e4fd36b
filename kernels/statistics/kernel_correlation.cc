#include "kernels/statistics/kernel_correlation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/number.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/hsic.h"

namespace structlab::kernels {
namespace {

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;

// The eigenvectors of a centred matrix with non-zero eigenvalues.
Eigenpairs Basis(const Matrix& gram, double tolerance) {
  const Eigenpairs all = AllEigenpairs(Centered(gram));
  const double least = std::max(tolerance * all.values[0], RoundingOf(gram));
  Eigen::Index rank = 0;
  while (rank < all.values.size() && all.values[rank] > least) ++rank;
  return {all.values.head(rank), all.vectors.leftCols(rank)};
}

void CheckCount(const Matrix& x, const Matrix& y, Eigen::Index count, const std::string& where) {
  CheckGramPair(x, y, 2, where);
  if (count < 1) common::ThrowUsageError(where, "1 direction or more", std::to_string(count));
}

// The singular vectors of diag(scale_x) Ux' Uy diag(scale_y); alpha = Ux diag(back_x) (left vectors).
KernelDirections Directions(const Eigenpairs& x, const Eigenpairs& y, const Eigen::VectorXd& scale_x,
                            const Eigen::VectorXd& scale_y, const Eigen::VectorXd& back_x,
                            const Eigen::VectorXd& back_y, Eigen::Index count) {
  const Eigen::MatrixXd product =
      scale_x.asDiagonal() * (x.vectors.transpose() * y.vectors) * scale_y.asDiagonal();
  KernelDirections found;
  if (product.size() == 0) {  // one view is constant
    found.values.resize(0);
    found.x.resize(x.vectors.rows(), 0);
    found.y.resize(x.vectors.rows(), 0);
    return found;
  }
  const common::ThinSingularVectors singular = common::DecomposeSingular(product);
  const Eigen::Index kept = std::min(count, singular.values.size());
  found.values = singular.values.head(kept);
  found.x = x.vectors * back_x.asDiagonal() * singular.left.leftCols(kept);
  found.y = y.vectors * back_y.asDiagonal() * singular.right.leftCols(kept);
  // Signs are chosen so that the entry of x with the largest magnitude is positive.
  for (Eigen::Index j = 0; j < kept; ++j) {
    Eigen::Index largest = 0;
    found.x.col(j).cwiseAbs().maxCoeff(&largest);
    if (found.x(largest, j) > 0) continue;
    found.x.col(j) *= -1;
    found.y.col(j) *= -1;
  }
  return found;
}

}  // namespace

KernelDirections KernelCovariance(const Matrix& x, const Matrix& y, Eigen::Index count) {
  CheckCount(x, y, count, "kernel covariance");
  constexpr double kRankTolerance = 1e-14;
  const Eigenpairs basis_x = Basis(x, kRankTolerance), basis_y = Basis(y, kRankTolerance);
  const Eigen::VectorXd roots_x = basis_x.values.cwiseSqrt(), roots_y = basis_y.values.cwiseSqrt();
  KernelDirections found =
      Directions(basis_x, basis_y, roots_x, roots_y, roots_x.cwiseInverse(), roots_y.cwiseInverse(), count);
  found.values /= static_cast<double>(x.rows());
  return found;
}

KernelDirections KernelCca(const Matrix& x, const Matrix& y, const CcaOptions& options) {
  CheckCount(x, y, options.count, "kernel CCA");
  for (const double eps : {options.eps_x, options.eps_y}) {
    if (eps >= 0 && std::isfinite(eps)) continue;
    common::ThrowUsageError("kernel CCA", "eps of 0 or more", common::FormatDouble(eps));
  }
  const double factor = options.penalty == CcaPenalty::kOperator ? static_cast<double>(x.rows()) : 1.0;
  const Eigenpairs basis_x = Basis(x, options.rank_tolerance), basis_y = Basis(y, options.rank_tolerance);
  const auto inverse_roots = [factor](const Eigenpairs& basis, double eps) -> Eigen::VectorXd {
    return (basis.values.array().square() + factor * eps * basis.values.array()).rsqrt();
  };
  const Eigen::VectorXd back_x = inverse_roots(basis_x, options.eps_x);
  const Eigen::VectorXd back_y = inverse_roots(basis_y, options.eps_y);
  KernelDirections found = Directions(basis_x, basis_y, back_x.cwiseProduct(basis_x.values),
                                      back_y.cwiseProduct(basis_y.values), back_x, back_y, options.count);
  // Centring removes one dimension.
  const Eigen::Index full = x.rows() - 1;
  found.is_degenerate = options.eps_x == 0 && options.eps_y == 0 &&
                        (basis_x.values.size() == full || basis_y.values.size() == full);
  return found;
}

}  // namespace structlab::kernels
