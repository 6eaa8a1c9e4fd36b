#include "structured_learning/optimization/frank_wolfe/box_line_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/random_stream.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Instance {
  DenseVector sum, direction, lower, upper;
  double lambda = 1, loss_change = 0;

  double Search() const { return BoxLineSearch(sum, direction, lower, upper, lambda, loss_change); }
  double Slope(double step) const {
    const DenseVector weights = (sum + step * direction).cwiseMax(lower).cwiseMin(upper);
    return lambda * direction.dot(weights) - loss_change;
  }
  // phi(v) is v^2/2 between the bounds and continues along its tangents.
  double Value(double step) const {
    double value = -step * loss_change;
    for (int j = 0; j < sum.size(); ++j) {
      const double v = sum[j] + step * direction[j];
      const double clipped = std::clamp(v, lower[j], upper[j]);
      value += lambda * (clipped * v - clipped * clipped / 2);
    }
    return value;
  }
};

Instance RandomInstance(uint64_t seed) {
  common::RandomStream random(seed, "box line search");
  const int size = 1 + static_cast<int>(random.UniformIndex(6));
  Instance instance{DenseVector(size), DenseVector(size), DenseVector(size), DenseVector(size)};
  for (int j = 0; j < size; ++j) {
    instance.sum[j] = random.Normal();
    instance.direction[j] = random.Uniform() < 0.2 ? 0 : 2 * random.Normal();
    instance.lower[j] = random.Uniform() < 0.3 ? -kInfinity : random.Normal();
    instance.upper[j] = random.Uniform() < 0.3 ? kInfinity : random.Normal();
    if (instance.lower[j] > instance.upper[j]) std::swap(instance.lower[j], instance.upper[j]);
    if (random.Uniform() < 0.1 && std::isfinite(instance.lower[j])) instance.upper[j] = instance.lower[j];
  }
  instance.lambda = random.Uniform(0.1, 3);
  instance.loss_change = 3 * random.Normal();
  return instance;
}

TEST(BoxLineSearch, FindsTheMinimumOfTheConvexFunction) {
  int inside = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = RandomInstance(seed);
    const double step = instance.Search();
    ASSERT_GE(step, 0);
    ASSERT_LE(step, 1);
    // Optimal where the slope changes its sign, or at an end.
    if (step > 0) {
      EXPECT_LE(instance.Slope(step), 1e-12);
    }
    if (step < 1) {
      EXPECT_GE(instance.Slope(step), -1e-12);
    }
    inside += step > 0 && step < 1;
    const double value = instance.Value(step);
    for (int k = 0; k <= 200; ++k) EXPECT_LE(value, instance.Value(k / 200.0) + 1e-12);
  }
  EXPECT_GT(inside, 300);
}

TEST(BoxLineSearch, IsNeverShorterThanTheStepOfFreeWeights) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = RandomInstance(seed);
    const double curvature = instance.lambda * instance.direction.squaredNorm();
    if (instance.Slope(0) >= 0 || curvature == 0) continue;
    EXPECT_GE(instance.Search(), std::min(1.0, -instance.Slope(0) / curvature) - 1e-12);
  }
}

TEST(BoxLineSearch, IsTheUsualStepWithoutBounds) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Instance instance = RandomInstance(seed);
    instance.lower.setConstant(-kInfinity);
    instance.upper.setConstant(kInfinity);
    const double curvature = instance.lambda * instance.direction.squaredNorm();
    if (curvature == 0) continue;
    EXPECT_NEAR(instance.Search(), std::clamp(-instance.Slope(0) / curvature, 0.0, 1.0), 1e-12);
  }
}

TEST(BoxLineSearch, GoesToTheEndAlongASlopeThatStaysNegative) {
  // The weight leaves its upper bound behind: the slope is constant and negative.
  const Instance instance{DenseVector{{2}}, DenseVector{{1}}, DenseVector{{0}}, DenseVector{{1}}, 1, 1.5};
  EXPECT_EQ(instance.Search(), 1);
  EXPECT_EQ(
      (Instance{DenseVector{{2}}, DenseVector{{1}}, DenseVector{{0}}, DenseVector{{1}}, 1, 0.5}).Search(), 0);
}

}  // namespace
}  // namespace structlab::structured_learning
