#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace {

TEST(Eigen, SolvesALinearSystem) {
  const Eigen::Matrix3d a{{4, 1, 0}, {1, 3, -1}, {0, -1, 2}};
  const Eigen::Vector3d x{1, -2, 3};
  const Eigen::Vector3d solution = a.ldlt().solve(a * x);
  EXPECT_LT((solution - x).norm(), 1e-14);
}

}  // namespace
