#include "graphical_models/methods/succession.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// A minimiser that finds one labeling of one variable after so many iterations.
struct Find {
  int64_t iterations;
  Label label;
  double energy;
  double lower_bound = -kInfinity;
  Ending ending = Ending::kConverged;
};

// Runs it; the rule that it was given, or nothing if it was not called.
std::optional<StopRule> Call(Succession& succession, int parts, const Find& find) {
  std::optional<StopRule> given;
  succession.Run(parts, [&](const StopRule& rule) {
    given = rule;
    TraceRecorder trace({.observer = rule.observer});
    trace.Record(0, kInfinity);
    trace.Record(find.iterations, find.energy, find.lower_bound);
    return MapResult{.labeling = {find.label},
                     .energy = find.energy,
                     .lower_bound = find.lower_bound,
                     .trace = trace.Take(),
                     .ending = find.ending,
                     .moves = 1};
  });
  return given;
}

TEST(Succession, GivesEachAPartOfTheIterationsThatAreLeft) {
  Succession succession({.iterations = 11});
  EXPECT_EQ(Call(succession, 3, {.iterations = 4, .label = 0, .energy = 5})->iterations, 4);
  EXPECT_EQ(Call(succession, 2, {.iterations = 1, .label = 0, .energy = 5})->iterations, 4) << "half of 7";
  EXPECT_EQ(Call(succession, 100, {.iterations = 1, .label = 0, .energy = 5})->iterations, 1) << "at least";
  EXPECT_EQ(succession.result().ending, Ending::kConverged);
  EXPECT_EQ(Call(succession, 1, {.iterations = 5, .label = 0, .energy = 5})->iterations, 5) << "all";
  EXPECT_EQ(succession.result().ending, Ending::kConverged) << "nothing was left out";
  EXPECT_FALSE(Call(succession, 1, {.iterations = 1, .label = 1, .energy = 0}));
  EXPECT_EQ(succession.result().ending, Ending::kIterationLimit);
  EXPECT_EQ(succession.result().energy, 5);
  EXPECT_EQ(succession.result().trace.back().iteration, 11);
}

TEST(Succession, WithoutALimitEachHasNone) {
  Succession succession({});
  for (int parts = 1; parts <= 3; ++parts) {
    const auto rule = Call(succession, parts, {.iterations = 1000, .label = 0, .energy = 5});
    EXPECT_GE(rule->iterations, kNoLimit / 3 - 1000);
    EXPECT_EQ(rule->seconds, kInfinity);
    EXPECT_EQ(rule->gap, -kInfinity);
    EXPECT_EQ(rule->interrupted, nullptr);
  }
}

TEST(Succession, TheFirstIsCalledWithoutAnyIterationsOrTime) {
  Succession no_iterations({.iterations = 0});
  const Find stopped = {.iterations = 0, .label = 0, .energy = 5, .ending = Ending::kIterationLimit};
  EXPECT_EQ(Call(no_iterations, 3, stopped)->iterations, 0);
  EXPECT_FALSE(Call(no_iterations, 3, stopped));
  EXPECT_EQ(no_iterations.Take().ending, Ending::kIterationLimit);

  Succession no_time({.seconds = 0});
  EXPECT_EQ(Call(no_time, 3, {.iterations = 9, .label = 0, .energy = 5})->seconds, 0);
  EXPECT_FALSE(Call(no_time, 3, {.iterations = 9, .label = 1, .energy = 4}));
  EXPECT_EQ(no_time.result().labeling, Labeling{0});
  EXPECT_EQ(no_time.Take().ending, Ending::kTimeLimit) << "though the one that was called had converged";
}

TEST(Succession, GivesEachAPartOfTheTimeThatIsLeft) {
  Succession succession({.seconds = 1e6});
  for (int parts = 1; parts <= 3; ++parts) {
    const double seconds = Call(succession, parts, {.iterations = 9, .label = 0, .energy = 5})->seconds;
    EXPECT_LE(seconds, 1e6 / parts);
    EXPECT_GT(seconds, 9e5 / parts);
  }
}

TEST(Succession, HandsOnTheGapAndTheFlag) {
  const std::atomic<bool> flag = false;
  Succession succession({.gap = 3, .interrupted = &flag});
  for (int i = 0; i < 2; ++i) {
    const auto rule = Call(succession, 2, {.iterations = 9, .label = 0, .energy = 5});
    EXPECT_EQ(rule->gap, 3);
    EXPECT_EQ(rule->interrupted, &flag);
  }
}

TEST(Succession, KeepsTheFirstOfTheBestLabelingsAndTheHighestBound) {
  Succession succession({});
  Call(succession, 1, {.iterations = 1, .label = 0, .energy = 5, .lower_bound = 1});
  Call(succession, 1, {.iterations = 1, .label = 1, .energy = 7, .lower_bound = 2});
  EXPECT_EQ(succession.result().labeling, Labeling{0});
  EXPECT_EQ(succession.result().energy, 5);
  EXPECT_EQ(succession.result().lower_bound, 2);
  Call(succession, 1, {.iterations = 1, .label = 2, .energy = 5});
  EXPECT_EQ(succession.result().labeling, Labeling{0}) << "not better";
  EXPECT_EQ(succession.result().lower_bound, 2);
  Call(succession, 1, {.iterations = 1, .label = 3, .energy = 1.5, .ending = Ending::kTimeLimit});
  EXPECT_EQ(succession.result().labeling, Labeling{3});
  EXPECT_EQ(succession.result().lower_bound, 1.5) << "not above the energy";
  EXPECT_EQ(succession.result().ending, Ending::kTimeLimit);
  EXPECT_EQ(succession.Take().moves, 4);
}

TEST(Succession, SaysThatTimeDecidedWhateverCameAfter) {
  for (const auto& [ending, expected] :
       {std::pair{Ending::kConverged, Ending::kTimeLimit},
        std::pair{Ending::kIterationLimit, Ending::kTimeLimit}, std::pair{Ending::kOptimal, Ending::kOptimal},
        std::pair{Ending::kInterrupted, Ending::kInterrupted}}) {
    Succession succession({});
    Call(succession, 2, {.iterations = 1, .label = 0, .energy = 5, .ending = Ending::kTimeLimit});
    Call(succession, 1, {.iterations = 1, .label = 1, .energy = 4, .ending = ending});
    EXPECT_EQ(succession.Take().ending, expected);
  }
  Succession succession({});
  Call(succession, 2, {.iterations = 1, .label = 0, .energy = 5, .ending = Ending::kIterationLimit});
  Call(succession, 1, {.iterations = 1, .label = 1, .energy = 4});
  EXPECT_EQ(succession.Take().ending, Ending::kConverged) << "no limit of the machine";
}

TEST(Succession, EndsWhenAllIsDone) {
  for (const Ending ending : {Ending::kOptimal, Ending::kGapReached, Ending::kInterrupted}) {
    Succession succession({.iterations = 2, .gap = 3});
    Call(succession, 1, {.iterations = 2, .label = 0, .energy = 5, .lower_bound = 5, .ending = ending});
    EXPECT_FALSE(Call(succession, 1, {.iterations = 1, .label = 1, .energy = 4}));
    EXPECT_EQ(succession.Take().ending, ending) << "though no iterations are left either";
  }
}

class Points : public TraceObserver {
 public:
  void See(const TracePoint& point) override { points.push_back(point); }
  std::vector<TracePoint> points;
};

TEST(Succession, TheTraceGoesOn) {
  Points seen;
  Succession succession({.observer = &seen});
  Call(succession, 1, {.iterations = 3, .label = 0, .energy = 5, .lower_bound = 1});
  Call(succession, 1, {.iterations = 2, .label = 0, .energy = 8});
  Call(succession, 1, {.iterations = 4, .label = 0, .energy = 2, .lower_bound = 0});
  const std::vector<TracePoint> trace = succession.Take().trace;
  ASSERT_EQ(trace.size(), 6u);
  ASSERT_EQ(seen.points.size(), 6u);
  const int64_t iterations[] = {0, 3, 3, 5, 5, 9};
  const double energies[] = {kInfinity, 5, 5, 5, 5, 2}, bounds[] = {-kInfinity, 1, 1, 1, 1, 1};
  for (size_t i = 0; i < trace.size(); ++i) {
    EXPECT_EQ(trace[i].iteration, iterations[i]);
    EXPECT_EQ(trace[i].energy, energies[i]);
    EXPECT_EQ(trace[i].lower_bound, bounds[i]);
    EXPECT_GE(trace[i].seconds, i == 0 ? 0 : trace[i - 1].seconds);
    EXPECT_EQ(seen.points[i].iteration, trace[i].iteration);
    EXPECT_EQ(seen.points[i].energy, trace[i].energy);
    EXPECT_EQ(seen.points[i].lower_bound, trace[i].lower_bound);
    EXPECT_EQ(seen.points[i].seconds, trace[i].seconds);
  }
}

TEST(Succession, RefusesLimitsThatAreNone) {
  EXPECT_EQ(MessageOf(common::ErrorKind::kUsage, [] { Succession({.iterations = -1}); }),
            "iteration limit: expected 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
