#include "graphical_models/model/trace_recorder.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr double kNone = std::numeric_limits<double>::infinity();

TEST(TraceRecorder, KeepsTheBestOfAllPoints) {
  TraceRecorder trace;
  EXPECT_EQ(trace.Record(1, 10, 2), std::nullopt);
  EXPECT_EQ(trace.Record(2, 12, 1), std::nullopt);
  EXPECT_EQ(trace.Record(3, 9), std::nullopt);
  EXPECT_EQ(trace.Record(4, 11, 5), std::nullopt);
  EXPECT_EQ(trace.best_energy(), 9);
  EXPECT_EQ(trace.best_bound(), 5);
  const std::vector<common::TracePoint> points = trace.Take();
  ASSERT_EQ(points.size(), 4u);
  double last = 0;
  const double energies[] = {10, 10, 9, 9}, bounds[] = {2, 2, 2, 5};
  for (size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].iteration, static_cast<int64_t>(i) + 1);
    EXPECT_EQ(points[i].value, energies[i]);
    EXPECT_EQ(points[i].bound, bounds[i]);
    EXPECT_GE(points[i].seconds, last);
    last = points[i].seconds;
  }
  EXPECT_TRUE(trace.Take().empty());
}

TEST(TraceRecorder, SaysWhyToStop) {
  EXPECT_EQ(TraceRecorder().Record(1, 3, 3), common::Ending::kOptimal);
  EXPECT_EQ(TraceRecorder({.stop = {.gap = 1}}).Record(1, 3, 2), common::Ending::kGapReached);
  EXPECT_EQ(TraceRecorder({.stop = {.gap = 1}}).Record(1, 3, 1.9), std::nullopt);
  EXPECT_EQ(TraceRecorder({.stop = {.iterations = 2}}).Record(1, 3), std::nullopt);
  EXPECT_EQ(TraceRecorder({.stop = {.iterations = 2}}).Record(2, 3), common::Ending::kIterationLimit);
  EXPECT_EQ(TraceRecorder({.stop = {.seconds = 0}}).Record(1, 3), common::Ending::kTimeLimit);
  EXPECT_EQ(TraceRecorder({.stop = {.seconds = 3600}}).Record(1, 3), std::nullopt);
}

// Both are infinite: there is no labeling and no bound yet, which proves nothing.
TEST(TraceRecorder, NothingKnownIsNoReason) {
  EXPECT_EQ(TraceRecorder({.stop = {.gap = 0}}).Record(0, kNone, -kNone), std::nullopt);
}

TEST(TraceRecorder, TellsItsObserverEachPoint) {
  class Bounds {
   public:
    bool operator()(const common::TracePoint& point) {
      bounds.push_back(point.bound);
      return true;
    }
    std::vector<double> bounds;
  } observer;
  TraceRecorder trace({.observer = std::ref(observer)});
  trace.Record(1, 10, 2);
  trace.Record(2, 9, 1);
  EXPECT_EQ(observer.bounds, (std::vector<double>{2, 2}));
}

TEST(TraceRecorder, StopsWhenInterrupted) {
  std::atomic<bool> interrupted = false;
  const common::RunControl run = {.stop = {.seconds = 0, .interrupted = &interrupted}};
  TraceRecorder trace(run);
  EXPECT_EQ(trace.MustStop(), common::Ending::kTimeLimit);
  std::thread([&] { interrupted = true; }).join();
  EXPECT_EQ(trace.MustStop(), common::Ending::kInterrupted);
  EXPECT_EQ(trace.Record(1, 3), common::Ending::kInterrupted);
  EXPECT_EQ(TraceRecorder().MustStop(), std::nullopt);
}

TEST(TraceRecorder, WithoutABoundThereIsNoGap) {
  TraceRecorder trace({.stop = {.iterations = 5, .gap = std::numeric_limits<double>::infinity()}});
  EXPECT_EQ(trace.Record(0, 3), std::nullopt);
  EXPECT_EQ(trace.Record(1, 3, -1e9), common::Ending::kGapReached);
}

TEST(TraceRecorder, RefusesLimitsThatAreNone) {
  EXPECT_EQ(MessageOf([] { TraceRecorder({.stop = {.iterations = -1}}); }),
            "iteration limit: expected 0 or more, found -1");
  EXPECT_EQ(MessageOf([] { TraceRecorder({.stop = {.seconds = -0.5}}); }),
            "time limit: expected 0 seconds or more, found -0.5");
  EXPECT_EQ(MessageOf([] { TraceRecorder({.stop = {.gap = std::numeric_limits<double>::quiet_NaN()}}); }),
            "gap: expected a number, found nan");
}

}  // namespace
}  // namespace structlab::graphical_models
