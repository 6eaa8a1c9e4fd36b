#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "common/linear_algebra/decompositions.h"
#include "common/random_stream.h"

namespace structlab::common {
namespace {

// Checks the definition of a decomposition: the vectors are orthonormal, and eigenvectors of A A^T whose
// eigenvalues are the squares of the values; the values descend and are complete.
void ExpectDecomposed(const Eigen::MatrixXd& matrix) {
  const LeftSingularVectors found = FindLeftSingularVectors(matrix);
  const Eigen::Index count = std::min(matrix.rows(), matrix.cols());
  ASSERT_EQ(found.vectors.rows(), matrix.rows());
  ASSERT_EQ(found.vectors.cols(), count);
  ASSERT_EQ(found.values.size(), count);
  // Backward stable: the errors are those of a matrix that differs by a few rounding errors of its norm.
  const double rounding = 100 * static_cast<double>(std::max(matrix.rows(), matrix.cols())) *
                          std::numeric_limits<double>::epsilon();
  const double size = matrix.squaredNorm();
  const Eigen::MatrixXd products = found.vectors.transpose() * found.vectors;
  EXPECT_LE((products - Eigen::MatrixXd::Identity(count, count)).norm(), rounding);
  const Eigen::MatrixXd moved = matrix * (matrix.transpose() * found.vectors);
  EXPECT_LE((moved - found.vectors * found.values.cwiseAbs2().asDiagonal()).norm(), rounding * size);
  EXPECT_NEAR(found.values.squaredNorm(), size, rounding * size);
  for (Eigen::Index k = 0; k < count; ++k) {
    EXPECT_GE(found.values[k], k + 1 < count ? found.values[k + 1] : 0);
  }
}

Eigen::MatrixXd RandomMatrix(Eigen::Index rows, Eigen::Index columns, RandomStream& random) {
  Eigen::MatrixXd matrix(rows, columns);
  for (double& entry : matrix.reshaped()) entry = random.Normal();
  return matrix;
}

// Small matrices, and those with more than 16 columns, which use divide and conquer.
TEST(LeftSingularVectors, AreThoseOfTallWideAndDeficientMatrices) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "left singular vectors");
    for (const auto& [rows, columns] : {std::pair{1, 1}, {7, 3}, {3, 7}, {60, 40}, {40, 60}}) {
      ExpectDecomposed(RandomMatrix(rows, columns, random));
    }
    ExpectDecomposed(RandomMatrix(50, 4, random) * RandomMatrix(4, 30, random));  // of rank 4
  }
  ExpectDecomposed(Eigen::MatrixXd::Zero(5, 3));
}

TEST(LeftSingularVectors, AreTheSameAgain) {
  RandomStream random(1, "left singular vectors");
  const Eigen::MatrixXd matrix = RandomMatrix(40, 30, random);
  EXPECT_EQ(FindLeftSingularVectors(matrix).vectors, FindLeftSingularVectors(matrix).vectors);
}

}  // namespace
}  // namespace structlab::common
