#include "common/plot/over_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace structlab::common {
namespace {

using Numbers = std::vector<double>;

// The level of a drawn curve at x.
double At(const Series& series, double x) {
  double y = -1;
  for (size_t i = 0; i < series.x.size() && series.x[i] <= x * (1 + 1e-12); ++i) y = series.y[i];
  return y;
}

TEST(Steps, StayUntilTheyChange) {
  const Steps steps = {.seconds = {1, 3}, .levels = {9, 5}, .before = 100};
  EXPECT_EQ(steps.At(0.5), 100);
  EXPECT_EQ(steps.At(1), 9);
  EXPECT_EQ(steps.At(2.9), 9);
  EXPECT_EQ(steps.At(3), 5);
  EXPECT_EQ(steps.last(), 5);
  EXPECT_EQ(steps.TimeToReach(9), 1);
  EXPECT_EQ(steps.TimeToReach(8), 3);
  EXPECT_TRUE(std::isinf(steps.TimeToReach(4)));
  EXPECT_EQ(Steps{.before = 2}.last(), 2);
}

TEST(MeanOverTime, IsTheMeanAndEndsBehindTheEnd) {
  const Steps a = {.seconds = {1, 10}, .levels = {0.5, 0}, .before = 1}, b = {.before = 1};
  const auto at = [](const Steps& steps) { return [&steps](double time) { return steps.At(time); }; };
  const Series mean = MeanOverTime("m", {at(a), at(b)}, 20);
  EXPECT_EQ(mean.name, "m");
  EXPECT_EQ(At(mean, 1), 0.75);
  EXPECT_EQ(At(mean, 10), 0.5);
  EXPECT_EQ(mean.y[0], 1);
  EXPECT_EQ(mean.y[1], 0.75);  // one point of the first level is enough
  EXPECT_GE(mean.x.back(), 20);
  EXPECT_LE(mean.x.back(), 20 * std::pow(10, 1 / 12.0));
  EXPECT_EQ(MeanOverTime("m", {at(b)}, 2).y, (Numbers{1, 1}));
}

// Dolan and More: a is the fastest on one problem of two; b solves both, one of them in three times the time.
TEST(Profiles, CountProblemsByTheRatioToTheFastest) {
  const SolvingTimes times = {{"a", {{"p", 2}}}, {"b", {{"p", 6}, {"q", 5}}}, {"none", {}}};
  const std::vector<Series> ratios = Profiles(PerformanceRatios(times), {"b", "none", "a"}, 2);
  ASSERT_EQ(ratios.size(), 2u);
  EXPECT_EQ(ratios[0].name, "b");
  EXPECT_EQ(At(ratios[0], 1), 0.5);
  EXPECT_EQ(At(ratios[0], 2.9), 0.5);
  EXPECT_EQ(At(ratios[0], 3), 1);
  EXPECT_EQ(At(ratios[1], 1), 0.5);
  EXPECT_EQ(At(ratios[1], 100), 0.5);
  const std::vector<Series> over_time = Profiles(times, {"a", "b"}, 2);
  EXPECT_EQ(At(over_time[1], 4.9), 0);
  EXPECT_EQ(At(over_time[1], 5), 0.5);
  EXPECT_EQ(At(over_time[1], 6), 1);
  EXPECT_EQ(over_time[0].x.front(), 2);
  EXPECT_EQ(over_time[0].x.back(), 12);
}

}  // namespace
}  // namespace structlab::common
