#include "kernels/sparse/growing_cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

// Adds and removes rows and columns at random, and compares the solutions with those of a new factor.
TEST(GrowingCholesky, SolvesAsAFactorMadeAnew) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "cholesky");
    Eigen::MatrixXd vectors(40, 30);
    for (double& entry : vectors.reshaped()) entry = stream.Normal();
    const Eigen::MatrixXd all = vectors.transpose() * vectors;
    GrowingCholesky factor;
    std::vector<int> present;
    for (int step = 0; step < 120; ++step) {
      const int next = static_cast<int>(stream.UniformIndex(30));
      const auto found = std::find(present.begin(), present.end(), next);
      if (found != present.end()) {
        factor.Remove(static_cast<int>(found - present.begin()));
        present.erase(found);
      } else {
        ASSERT_TRUE(factor.Append(all(present, next), all(next, next), 1e-12));
        present.push_back(next);
      }
      ASSERT_EQ(factor.size(), static_cast<int>(present.size()));
      Eigen::VectorXd right(factor.size());
      for (double& entry : right) entry = stream.Normal();
      Eigen::VectorXd solved = right;
      factor.Solve(solved);
      const Eigen::MatrixXd matrix = all(present, present);
      // Backward stable: the residual is small for any condition number.
      EXPECT_LT((matrix * solved - right).norm(), 1e-12 * (1 + matrix.norm() * solved.norm()));
    }
  }
}

TEST(GrowingCholesky, RefusesWhatWouldBeSingularAndStaysAsItWas) {
  GrowingCholesky factor;
  EXPECT_FALSE(factor.Append(Eigen::VectorXd(0), 0, 1e-10));
  EXPECT_TRUE(factor.Append(Eigen::VectorXd(0), 4, 1e-10));
  EXPECT_FALSE(factor.Append(Eigen::VectorXd::Constant(1, 2), 1, 1e-10));          // (2, 0) and (1, 0)
  EXPECT_FALSE(factor.Append(Eigen::VectorXd::Constant(1, 2), 1 + 1e-11, 1e-10));  // nearly so
  EXPECT_EQ(factor.size(), 1);
  EXPECT_TRUE(factor.Append(Eigen::VectorXd::Constant(1, 2), 2, 1e-10));
  Eigen::VectorXd solved(2);
  solved << 8, 6;
  factor.Solve(solved);
  EXPECT_NEAR(solved[0], 1, 1e-14);
  EXPECT_NEAR(solved[1], 2, 1e-14);
}

}  // namespace
}  // namespace structlab::kernels
