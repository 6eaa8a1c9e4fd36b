#include "structured_learning/optimization/learning_monitor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace structlab::structured_learning {
namespace {

using common::Ending;

std::optional<Ending> EndingOf(double primal, double dual) {
  common::RunControl run;
  run.stop.gap = 1e-3;
  return LearningMonitor(run, /*lambda=*/0.1, /*num_samples=*/5).Record(primal, dual);
}

// A dual far above the primal proves nothing: the oracle does not maximise.
TEST(LearningMonitor, ADualAboveThePrimalIsNoGapThatIsReached) {
  EXPECT_EQ(EndingOf(1, 1.1), Ending::kNumericalBreakdown);
  EXPECT_EQ(EndingOf(1e9, 1.001e9), Ending::kNumericalBreakdown);
  EXPECT_EQ(EndingOf(INFINITY, 0), Ending::kNumericalBreakdown);
  EXPECT_EQ(EndingOf(1, 1 + 1e-9), Ending::kGapReached);  // rounding
  EXPECT_EQ(EndingOf(1, 1 - 1e-4), Ending::kGapReached);
  EXPECT_EQ(EndingOf(1, 0.9), std::nullopt);
  EXPECT_EQ(EndingOf(1, NAN), std::nullopt);
}

}  // namespace
}  // namespace structlab::structured_learning
