#include "structured_learning/optimization/frank_wolfe/block_solver.h"

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

// Planes of random problems; every third is a copy of another, so that the curvature between two is zero.
struct RandomBlock {
  explicit RandomBlock(uint64_t seed) {
    common::RandomStream random(seed, "block_solver_test");
    const int size = 1 + static_cast<int>(random.UniformIndex(6));
    planes = Eigen::MatrixXd(3, size);
    for (int c = 0; c < size; ++c) {
      for (int k = 0; k < 3; ++k) planes(k, c) = random.Normal();
      if (c % 3 == 2) planes.col(c) = planes.col(c - 1);
      slopes.push_back(random.Normal());
      const Eigen::VectorXd with_others = planes.leftCols(c + 1).transpose() * planes.col(c);
      products.Append({with_others.data(), static_cast<size_t>(c + 1)});
    }
    budget = random.Exponential();
  }

  double Objective(const std::vector<double>& shares) const {
    const Eigen::Map<const Eigen::VectorXd> s(shares.data(), static_cast<long>(shares.size()));
    const Eigen::Map<const Eigen::VectorXd> linear(slopes.data(), static_cast<long>(slopes.size()));
    return linear.dot(s) - 0.5 * (planes * s).squaredNorm();
  }

  Eigen::MatrixXd planes;
  std::vector<double> slopes;  // at shares 0
  BlockProducts products;
  double budget;
};

double Sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

TEST(BlockProducts, RemovesOneRowAndColumn) {
  BlockProducts products;
  for (const std::vector<double>& row : {std::vector<double>{1}, {2, 3}, {4, 5, 6}, {7, 8, 9, 10}}) {
    products.Append(row);
  }
  EXPECT_EQ(products(1, 3), 8);
  EXPECT_EQ(products(3, 1), 8);
  products.Remove(1);
  ASSERT_EQ(products.size(), 3);
  EXPECT_EQ(products(0, 0), 1);
  EXPECT_EQ(products(1, 0), 4);
  EXPECT_EQ(products(1, 1), 6);
  EXPECT_EQ(products(2, 0), 7);
  EXPECT_EQ(products(0, 2), 7);
  EXPECT_EQ(products(2, 1), 9);
  EXPECT_EQ(products(2, 2), 10);
}

// Each call raises the objective or leaves it unchanged, keeps the shares feasible and the slopes correct.
TEST(SolveBlock, NeverFallsAndStaysFeasible) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomBlock block(seed);
    std::vector<double> shares(block.slopes.size(), 0.0), slopes = block.slopes;
    double objective = 0;
    for (int call = 0; call < 5; ++call) {
      SolveBlock(block.products, block.budget, slopes, shares);
      for (const double share : shares) EXPECT_GE(share, 0);
      EXPECT_LE(Sum(shares), block.budget * (1 + 1e-12));
      const double now = block.Objective(shares);
      EXPECT_GE(now, objective - 1e-12 * (1 + std::abs(now)));
      objective = now;
      const Eigen::Map<const Eigen::VectorXd> s(shares.data(), static_cast<long>(shares.size()));
      for (size_t c = 0; c < shares.size(); ++c) {
        const double slope = block.slopes[c] - block.planes.col(static_cast<long>(c)).dot(block.planes * s);
        EXPECT_NEAR(slopes[c], slope, 1e-11);
      }
    }
  }
}

// The gap, an upper bound on the remaining gain, converges to zero.
TEST(SolveBlock, ReachesTheOptimum) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomBlock block(seed);
    std::vector<double> shares(block.slopes.size(), 0.0), slopes = block.slopes;
    for (int call = 0; call < 1000; ++call) SolveBlock(block.products, block.budget, slopes, shares);
    double gap = block.budget * std::max(0.0, *std::max_element(slopes.begin(), slopes.end()));
    for (size_t c = 0; c < shares.size(); ++c) gap -= shares[c] * slopes[c];
    EXPECT_LE(gap, 1e-9);
  }
}

// A share that is only rounding error, with a bad slope, must not hide the remaining gain.
TEST(SolveBlock, IsNotDistractedByATinyShare) {
  BlockProducts products;
  products.Append(std::vector<double>{1.0});
  products.Append(std::vector<double>{0.0, 1.0});
  std::vector<double> slopes = {-100.0, 1e-3}, shares = {1e-18, 0.0};
  SolveBlock(products, 1.0, slopes, shares);
  EXPECT_NEAR(shares[1], 1e-3, 1e-9);
}

}  // namespace
}  // namespace structlab::structured_learning
