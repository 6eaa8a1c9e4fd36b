#include "common/linear_algebra/decompositions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/random_stream.h"
#include "common/stop_point.h"

namespace structlab::common {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd RandomMatrix(Eigen::Index rows, Eigen::Index columns, uint64_t seed) {
  RandomStream random(seed, "matrix");
  MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.Normal();
  return matrix;
}

// The size of rounding errors of all methods here is a small multiple of n * 2^-53 times the norm.
void ExpectEqual(const MatrixXd& a, const MatrixXd& b, double scale) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).norm(), 1e-13 * static_cast<double>(a.rows() + a.cols()) * scale);
}

TEST(Decompositions, GiveTheMatrixBack) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {7, 7}, {40, 12}, {12, 40}, {60, 60}}) {
    const MatrixXd matrix = RandomMatrix(rows, columns, 1);
    const ThinSingularVectors singular = DecomposeSingular(matrix);
    ExpectEqual(singular.left * singular.values.asDiagonal() * singular.right.transpose(), matrix,
                matrix.norm());
    const LeftSingularVectors left = FindLeftSingularVectors(matrix);
    ExpectEqual(left.values, singular.values, matrix.norm());
    ExpectEqual(left.vectors.transpose() * left.vectors,
                MatrixXd::Identity(left.vectors.cols(), left.vectors.cols()), 1);
    const MatrixXd square = matrix * matrix.transpose();
    ExpectEqual(left.vectors * left.values.cwiseAbs2().asDiagonal() * left.vectors.transpose(), square,
                square.norm());

    const SymmetricEigen eigen = DecomposeSymmetric(square);
    EXPECT_TRUE(eigen.has_converged);
    ExpectEqual(eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose(), square, square.norm());
    const SymmetricEigenvalues values = EigenvaluesOfSymmetric(square);
    EXPECT_TRUE(values.has_converged);
    ExpectEqual(values.values, eigen.values, square.norm());
  }
}

// Results that were recorded with Eigen's solver keep their bits.
TEST(Decompositions, SymmetricOnesHaveTheBitsOfEigensSolver) {
  std::vector<MatrixXd> matrices = {MatrixXd::Zero(5, 5), MatrixXd::Identity(6, 6),
                                    MatrixXd::Constant(9, 9, 1e-320), MatrixXd::Constant(4, 4, 1e300)};
  for (const Eigen::Index n : {1, 2, 3, 4, 5, 17, 47, 48, 49, 50, 97, 130, 260}) {
    const MatrixXd factor = RandomMatrix(n, n, static_cast<uint64_t>(n));
    matrices.emplace_back(factor + factor.transpose());
    matrices.emplace_back(factor.leftCols((n + 2) / 3) * factor.leftCols((n + 2) / 3).transpose());
  }
  for (const MatrixXd& matrix : matrices) {
    SCOPED_TRACE(matrix.rows());
    const EigenSolution with = SolveByEigen(matrix, true), without = SolveByEigen(matrix, false);
    const SymmetricEigen eigen = DecomposeSymmetric(matrix);
    EXPECT_EQ(eigen.values, with.values);
    EXPECT_EQ(eigen.vectors, with.vectors);
    EXPECT_EQ(EigenvaluesOfSymmetric(matrix).values, without.values);
  }
}

TEST(Decompositions, CholeskyHasTheBitsOfEigens) {
  for (const auto& [n, columns] : {std::pair{1, 1}, {31, 5}, {32, 3}, {33, 40}, {300, 7}, {1100, 1100}}) {
    SCOPED_TRACE(n);
    MatrixXd matrix = RandomMatrix(n, n, 5);
    matrix = MatrixXd(matrix + matrix.transpose()) + MatrixXd::Identity(n, n) * (4 * std::sqrt(n) + 1);
    const MatrixXd right = RandomMatrix(n, columns, 6);
    const Cholesky cholesky{MatrixXd(matrix)};
    ASSERT_TRUE(cholesky.is_positive_definite());
    EXPECT_EQ(cholesky.Solve(right), SolveByEigensCholesky(matrix, right));
    matrix(n - 1, n - 1) = -1;
    EXPECT_FALSE(Cholesky{MatrixXd(matrix)}.is_positive_definite());
  }
}

TEST(Decompositions, SymmetricOnesCanBeStopped) {
  const MatrixXd factor = RandomMatrix(30, 30, 7), matrix = factor + factor.transpose();
  const std::atomic<bool> is_stopped = true;
  const StopScope scope(&is_stopped);
  EXPECT_THROW(DecomposeSymmetric(matrix), Stopped);
  EXPECT_THROW(EigenvaluesOfSymmetric(matrix), Stopped);
  EXPECT_THROW(Cholesky(MatrixXd::Identity(40, 40)), Stopped);
}

TEST(Decompositions, SolveAndTakeRoots) {
  const MatrixXd factor = RandomMatrix(30, 30, 2), right = RandomMatrix(30, 4, 3);
  const MatrixXd square = factor * factor.transpose() + MatrixXd::Identity(30, 30);
  const Cholesky cholesky{MatrixXd(square)};
  ASSERT_TRUE(cholesky.is_positive_definite());
  ExpectEqual(square * cholesky.Solve(right), right, square.norm());
  ExpectEqual(cholesky.SolveUpper(cholesky.SolveLower(right)), cholesky.Solve(right), right.norm());
  const double log_determinant = DecomposeSymmetric(square).values.array().log().sum();
  EXPECT_NEAR(2 * cholesky.Diagonal().array().log().sum(), log_determinant, 1e-9);
  ExpectEqual(Inverse(factor) * factor, MatrixXd::Identity(30, 30), Inverse(factor).norm() * factor.norm());
  const MatrixXd root = InverseSquareRoot(square);
  ExpectEqual(root * square * root, MatrixXd::Identity(30, 30), square.norm());

  MatrixXd indefinite = square;
  indefinite(29, 29) = -1;
  EXPECT_FALSE(Cholesky(indefinite).is_positive_definite());
}

}  // namespace
}  // namespace structlab::common
