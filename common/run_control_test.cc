#include "common/run_control.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::optional<Ending> EndingAt(const StopRule& rule, double iteration, double value,
                               double bound = -kInfinity) {
  return RunRecorder({.stop = rule}).Record(iteration, value, bound);
}

TEST(RunRecorder, KeepsThePointsAsTheyWereRecorded) {
  RunRecorder run({});
  EXPECT_EQ(run.Record(0.5, 10, 2), std::nullopt);
  EXPECT_EQ(run.Record(1.5, 12), std::nullopt);
  EXPECT_EQ(run.trace().size(), 2u);
  const std::vector<TracePoint> points = run.Take();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].iteration, 0.5);
  EXPECT_EQ(points[0].gap(), 8);
  EXPECT_EQ(points[1].value, 12);
  EXPECT_EQ(points[1].bound, -kInfinity);
  EXPECT_GE(points[0].seconds, 0);
  EXPECT_GE(points[1].seconds, points[0].seconds);
  EXPECT_TRUE(run.Take().empty());
}

TEST(RunRecorder, SaysWhyToStop) {
  EXPECT_EQ(EndingAt({.gap = 1}, 1, 3, 2), Ending::kGapReached);
  EXPECT_EQ(EndingAt({.gap = 1}, 1, 3, 1.9), std::nullopt);
  EXPECT_EQ(EndingAt({.iterations = 2.5}, 2.4, 3), std::nullopt);
  EXPECT_EQ(EndingAt({.iterations = 2.5}, 2.5, 3), Ending::kIterationLimit);
  EXPECT_EQ(EndingAt({.seconds = 0}, 1, 3), Ending::kTimeLimit);
  EXPECT_EQ(EndingAt({.seconds = 3600}, 1, 3), std::nullopt);
}

// What ends a run does not depend on the machine where something else than the clock ends it too, except for
// the limit of iterations: a run that is out of time may not have used them.
TEST(RunRecorder, TheFirstReasonThatAppliesCounts) {
  const std::atomic<bool> set = true;
  const StopRule all = {.iterations = 0, .seconds = 0, .gap = 1, .interrupted = &set};
  EXPECT_EQ(EndingAt(all, 0, 3, 2), Ending::kGapReached);
  EXPECT_EQ(EndingAt(all, 0, 3, 1), Ending::kInterrupted);
  EXPECT_EQ(EndingAt({.iterations = 0, .seconds = 0}, 0, 3), Ending::kTimeLimit);
}

TEST(RunRecorder, WithoutABoundThereIsNoGap) {
  EXPECT_EQ(EndingAt({.gap = kInfinity}, 0, 3), std::nullopt);
  EXPECT_EQ(EndingAt({.gap = kInfinity}, 0, 3, kNaN), std::nullopt);
  EXPECT_EQ(EndingAt({.gap = kInfinity}, 0, kNaN, 3), std::nullopt);
  EXPECT_EQ(EndingAt({.gap = 0}, 0, kInfinity, -kInfinity), std::nullopt);
  EXPECT_EQ(EndingAt({.gap = kInfinity}, 0, 3, -1e9), Ending::kGapReached);
}

TEST(RunRecorder, TheFlagStopsItAlsoWithinAnIteration) {
  std::atomic<bool> interrupted = false;
  RunRecorder run({.stop = {.seconds = 0, .interrupted = &interrupted}});
  EXPECT_EQ(run.MustStop(), Ending::kTimeLimit);
  std::thread([&] { interrupted = true; }).join();
  EXPECT_EQ(run.MustStop(), Ending::kInterrupted);
  EXPECT_EQ(run.Record(1, 3), Ending::kInterrupted);
  EXPECT_EQ(RunRecorder({}).MustStop(), std::nullopt);
}

TEST(RunRecorder, TellsTheLimitOfIterationsWithoutAPoint) {
  std::atomic<bool> interrupted = false;
  const RunRecorder run({.stop = {.iterations = 2.5, .interrupted = &interrupted}});
  EXPECT_EQ(run.MustStopAfter(2), std::nullopt);
  EXPECT_EQ(run.MustStopAfter(2.5), Ending::kIterationLimit);
  EXPECT_TRUE(run.trace().empty());
  interrupted = true;
  EXPECT_EQ(run.MustStopAfter(0), Ending::kInterrupted);
  EXPECT_EQ(run.MustStopAfter(3), Ending::kInterrupted);
  EXPECT_EQ(RunRecorder({.stop = {.seconds = 0}}).MustStopAfter(0), Ending::kTimeLimit);
  EXPECT_EQ(RunRecorder({}).MustStopAfter(1e300), std::nullopt);
}

TEST(RunRecorder, TheObserverSeesEachPointAndMayStopTheRun) {
  std::vector<double> seen;
  RunRecorder run({.observer = [&](const TracePoint& point) {
    seen.push_back(point.value);
    return point.value > 1;
  }});
  EXPECT_EQ(run.Record(1, 2), std::nullopt);
  EXPECT_EQ(run.MustStop(), std::nullopt);
  EXPECT_EQ(run.Record(2, 1), Ending::kInterrupted);
  EXPECT_EQ(run.MustStop(), Ending::kInterrupted);
  // Its wish holds, even if it would go on at a later point.
  EXPECT_EQ(run.Record(3, 2), Ending::kInterrupted);
  EXPECT_EQ(seen, (std::vector<double>{2, 1, 2}));
}

TEST(StopRule, RefusesWhatIsNoLimit) {
  const auto refusal = [](const StopRule& rule) {
    return MessageOf(ErrorKind::kUsage, [&] { CheckStopRule(rule); });
  };
  EXPECT_EQ(refusal({.iterations = -1}), "iteration limit: expected 0 or more, found -1");
  EXPECT_EQ(refusal({.iterations = kNaN}), "iteration limit: expected 0 or more, found nan");
  EXPECT_EQ(refusal({.seconds = -0.5}), "time limit: expected 0 seconds or more, found -0.5");
  EXPECT_EQ(refusal({.seconds = kNaN}), "time limit: expected 0 seconds or more, found nan");
  EXPECT_EQ(refusal({.gap = kNaN}), "gap: expected a number, found nan");
  EXPECT_EQ(refusal({}), "no error");
  EXPECT_EQ(MessageOf([] { RunRecorder({.stop = {.iterations = -1}}); }), refusal({.iterations = -1}));
}

TEST(Ending, NamesAreDifferent) {
  std::set<std::string_view> names;
  for (const Ending ending :
       {Ending::kOptimal, Ending::kConverged, Ending::kHeuristicallyConverged, Ending::kGapReached,
        Ending::kIterationLimit, Ending::kTimeLimit, Ending::kInterrupted, Ending::kNumericalBreakdown}) {
    names.insert(EndingName(ending));
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(EndingName(Ending::kGapReached), "gap reached");
}

}  // namespace
}  // namespace structlab::common
