#include "kernels/statistics/eigenpairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/linear_algebra/decompositions.h"
#include "common/random_stream.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Eigen::Index kSmall = 500;

void FixSigns(MatrixXd& vectors) {
  for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
    Eigen::Index largest = 0;
    // The first of several entries that are equal up to rounding, so that the sign does not depend on the
    // last bit.
    const double most = vectors.col(j).cwiseAbs().maxCoeff();
    while (std::abs(vectors(largest, j)) < most * (1 - 1e-8)) ++largest;
    if (vectors(largest, j) < 0) vectors.col(j) *= -1;
  }
}

// Orthonormal columns that span the part of `block` orthogonal to the orthonormal `basis`. Columns whose
// remainder is not longer than `least` are dropped. Orthogonalises twice, because rounding makes one pass
// inexact.
MatrixXd Orthonormal(MatrixXd block, const Eigen::Ref<const MatrixXd>& basis, double least) {
  for (int pass = 0; pass < 2; ++pass) block -= basis * (basis.transpose() * block);
  Eigen::Index kept = 0;
  for (Eigen::Index j = 0; j < block.cols(); ++j) {
    VectorXd column = block.col(j);
    for (int pass = 0; pass < 2; ++pass) {
      column -= block.leftCols(kept) * (block.leftCols(kept).transpose() * column);
      column -= basis * (basis.transpose() * column);
    }
    const double length = column.norm();
    if (!(length > least)) continue;
    block.col(kept++) = column / length;
  }
  return block.leftCols(kept);
}

// Block Krylov subspaces with Rayleigh-Ritz restarts (Golub, Van Loan, Matrix Computations, 10.3). The block
// has more vectors than are asked for, because a Krylov subspace finds a multiple eigenvalue at most as often
// as the block has vectors. Returns nothing if it does not converge.
std::optional<Eigenpairs> BlockKrylov(const MatrixXd& matrix, Eigen::Index count) {
  constexpr int kMaxRestarts = 300;
  constexpr double kTolerance = 1e-10, kRounding = 1e-14;
  const Eigen::Index n = matrix.rows(), block = std::min(n, count + 8);
  const Eigen::Index most = std::min(n, std::max(3 * block, block + 60));
  const auto times = [&](const Eigen::Ref<const MatrixXd>& vectors) -> MatrixXd {
    common::StopPoint();
    return matrix.selfadjointView<Eigen::Lower>() * vectors;
  };
  MatrixXd start(n, block);
  common::RandomStream random(1, "start of block Krylov subspaces");
  for (double& entry : start.reshaped()) entry = random.Normal();
  start = Orthonormal(start, MatrixXd(n, 0), 0);
  MatrixXd products = times(start);
  for (int restart = 0; restart < kMaxRestarts; ++restart) {
    MatrixXd basis(n, most), images(n, most);  // orthonormal vectors, and the matrix times them
    basis.leftCols(start.cols()) = start;
    images.leftCols(start.cols()) = products;
    Eigen::Index size = start.cols(), fresh = size;
    while (fresh > 0 && size < most) {
      const double scale = images.leftCols(size).colwise().norm().maxCoeff();
      const MatrixXd next =
          Orthonormal(images.middleCols(size - fresh, fresh), basis.leftCols(size), kRounding * scale);
      fresh = std::min(next.cols(), most - size);
      if (fresh == 0) break;
      basis.middleCols(size, fresh) = next.leftCols(fresh);
      images.middleCols(size, fresh) = times(next.leftCols(fresh));
      size += fresh;
    }
    const Eigenpairs inner = AllEigenpairs(basis.leftCols(size).transpose() * images.leftCols(size));
    const MatrixXd turn = inner.vectors.leftCols(block);
    start.noalias() = basis.leftCols(size) * turn;
    products.noalias() = images.leftCols(size) * turn;
    const MatrixXd residual =
        products.leftCols(count) - start.leftCols(count) * inner.values.head(count).asDiagonal();
    const double largest = inner.values.cwiseAbs().maxCoeff();
    if (!(residual.colwise().norm().maxCoeff() <= kTolerance * largest)) continue;
    return Eigenpairs{inner.values.head(count), start.leftCols(count)};
  }
  return std::nullopt;
}

}  // namespace

Eigenpairs AllEigenpairs(const Eigen::Ref<const MatrixXd>& matrix) {
  if (matrix.rows() == 0) return {};
  // The method does not converge if products of entries underflow.
  const double least = 1e-150 * matrix.cwiseAbs().maxCoeff();
  const MatrixXd cleared = (matrix.array().abs() < least).select(0, matrix);
  const common::SymmetricEigen eigen = common::DecomposeSymmetric(cleared);
  if (!eigen.has_converged || !eigen.values.allFinite()) {
    common::ThrowUsageError("eigenvalues", "a matrix for which the QR method converges",
                            "one for which it does not", "scale the data, or take another kernel");
  }
  Eigenpairs pairs = {eigen.values.reverse(), eigen.vectors.rowwise().reverse()};
  FixSigns(pairs.vectors);
  return pairs;
}

Eigenpairs LargestEigenpairs(const Eigen::Ref<const MatrixXd>& matrix, Eigen::Index count) {
  const Eigen::Index n = matrix.rows();
  if (count < 1 || count > n) {
    common::ThrowUsageError("eigenvalues", fmt::format("from 1 to {}", n), std::to_string(count));
  }
  if (n > kSmall && 5 * count <= n) {
    if (std::optional<Eigenpairs> pairs = BlockKrylov(matrix, count)) {
      FixSigns(pairs->vectors);
      return *pairs;
    }
  }
  Eigenpairs pairs = AllEigenpairs(matrix);
  return {pairs.values.head(count), pairs.vectors.leftCols(count)};
}

}  // namespace structlab::kernels
