#include "common/regression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "common/random_stream.h"

namespace structlab::common {
namespace {

TEST(WeightedSlope, IsThatOfALine) {
  std::vector<WeightedPoint> points;
  for (int i = 0; i < 9; ++i) points.push_back({i * i / 7.0, 4 - 2.5 * i * i / 7.0, 1.0 + i % 3});
  const auto slope = WeightedSlope(points);
  ASSERT_TRUE(slope);
  EXPECT_NEAR(slope->value, -2.5, 1e-12);
  EXPECT_NEAR(slope->deviation, 0, 1e-12);
}

// Three points and by hand: means 1 and 2, squares 2, products 3; residuals -1/2, 1, -1/2, leverages 5/6,
// 1/3, 5/6. The outer points move the slope by (1/2 / (1/6)) / 2 each.
TEST(WeightedSlope, HasTheDeviationOfAWorkedExample) {
  const std::vector<WeightedPoint> points = {{0, 0, 1}, {1, 3, 1}, {2, 3, 1}};
  const auto slope = WeightedSlope(points);
  ASSERT_TRUE(slope);
  EXPECT_NEAR(slope->value, 1.5, 1e-12);
  EXPECT_NEAR(slope->deviation, std::sqrt(2.0) * 1.5, 1e-12);
}

TEST(WeightedSlope, AWeightOfTwoIsAPointThereTwice) {
  const std::vector<WeightedPoint> weighted = {{0, 1, 2}, {1, 3, 1}, {3, 2, 1}, {4, 7, 3}};
  std::vector<WeightedPoint> repeated;
  for (const WeightedPoint& point : weighted) {
    for (int time = 0; time < point.weight; ++time) repeated.push_back({point.x, point.y, 1});
  }
  EXPECT_NEAR(WeightedSlope(weighted)->value, WeightedSlope(repeated)->value, 1e-12);
}

TEST(WeightedSlope, NeedsPointsApart) {
  EXPECT_FALSE(WeightedSlope(std::vector<WeightedPoint>{{0, 1, 1}, {1, 2, 1}}));
  EXPECT_FALSE(WeightedSlope(std::vector<WeightedPoint>{{2, 1, 1}, {2, 2, 1}, {2, 5, 1}}));
  // The last point alone decides.
  const auto slope = WeightedSlope(std::vector<WeightedPoint>{{0, 1, 1}, {0, 2, 1}, {1, 5, 1}});
  ASSERT_TRUE(slope);
  EXPECT_TRUE(std::isinf(slope->deviation));
}

// Errors of topics in percent that rise by four points for each tenfold size, each of 2 to 50 test documents:
// noise of 35 to 7 points. 95% intervals should miss the slope in 50 of 1000 trials, or 35 more or fewer
// within five standard deviations; somewhat more as the deviation is estimated from 60 topics.
TEST(WeightedSlope, IsWithoutBiasAndItsIntervalsHoldUnderNoise) {
  constexpr int kTrials = 1000;
  int missed = 0;
  double sum = 0;
  for (uint64_t trial = 0; trial < kTrials; ++trial) {
    RandomStream random(trial, "topics");
    std::vector<WeightedPoint> points;
    for (int topic = 0; topic < 60; ++topic) {
      const double log_size = random.Uniform(0, 4);
      const auto documents = static_cast<int>(2 + random.UniformIndex(49));
      int wrong = 0;
      for (int i = 0; i < documents; ++i) wrong += random.Uniform() < 0.3 + 0.04 * log_size;
      points.push_back({log_size, 100.0 * wrong / documents, static_cast<double>(documents)});
    }
    const auto slope = WeightedSlope(points);
    ASSERT_TRUE(slope);
    sum += slope->value;
    missed += std::abs(slope->value - 4) > 1.96 * slope->deviation;
  }
  EXPECT_NEAR(sum / kTrials, 4, 0.25);  // a trial's deviation is about one
  EXPECT_LE(missed, 50 + 35 + 25);
  EXPECT_GE(missed, 15);
}

// What is in the middle does not turn the line.
TEST(GrowthExponent, IsTheSlopeOfTheBestLine) {
  const std::vector<double> x = {1, 4, 16};
  EXPECT_NEAR(GrowthExponent(x, std::vector<double>{6, 3, 1.5}), -0.5, 1e-15);
  EXPECT_NEAR(GrowthExponent(x, std::vector<double>{6, 3 * std::exp(3), 1.5}), -0.5, 1e-15);
  EXPECT_NEAR(GrowthExponent(x, std::vector<double>{1, 1, 16}), 1, 1e-15);
}

}  // namespace
}  // namespace structlab::common
