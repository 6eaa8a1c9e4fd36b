#include "graphical_models/methods/solver_sequence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
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

// A minimiser that finds one labeling of one variable after the given number of iterations.
struct Find {
  int64_t iterations;
  Label label;
  double energy;
  double lower_bound = -kInfinity;
  common::Ending ending = common::Ending::kConverged;
};

// Runs it. Returns the stop rule that it got, or nothing if it was not called.
std::optional<common::RunControl> Call(SolverSequence& solvers, int parts, const Find& find) {
  std::optional<common::RunControl> given;
  solvers.Run(parts, [&](const common::RunControl& run) {
    given = run;
    TraceRecorder trace({.observer = run.observer});
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

TEST(SolverSequence, GivesEachAPartOfTheIterationsThatAreLeft) {
  SolverSequence solvers({.stop = {.iterations = 11}});
  EXPECT_EQ(Call(solvers, 3, {.iterations = 4, .label = 0, .energy = 5})->stop.iterations, 4);
  EXPECT_EQ(Call(solvers, 2, {.iterations = 1, .label = 0, .energy = 5})->stop.iterations, 4) << "half of 7";
  EXPECT_EQ(Call(solvers, 100, {.iterations = 1, .label = 0, .energy = 5})->stop.iterations, 1) << "at least";
  EXPECT_EQ(solvers.result().ending, common::Ending::kConverged);
  EXPECT_EQ(Call(solvers, 1, {.iterations = 5, .label = 0, .energy = 5})->stop.iterations, 5) << "all";
  EXPECT_EQ(solvers.result().ending, common::Ending::kConverged) << "nothing was left out";
  EXPECT_FALSE(Call(solvers, 1, {.iterations = 1, .label = 1, .energy = 0}));
  EXPECT_EQ(solvers.result().ending, common::Ending::kIterationLimit);
  EXPECT_EQ(solvers.result().energy, 5);
  EXPECT_EQ(solvers.result().trace.back().iteration, 11);
}

TEST(SolverSequence, WithoutALimitEachHasNone) {
  SolverSequence solvers({});
  for (int parts = 1; parts <= 3; ++parts) {
    const auto rule = Call(solvers, parts, {.iterations = 1000, .label = 0, .energy = 5});
    EXPECT_GE(rule->stop.iterations, kNoLimit / 3 - 1000);
    EXPECT_EQ(rule->stop.seconds, kInfinity);
    EXPECT_EQ(rule->stop.gap, -kInfinity);
    EXPECT_EQ(rule->stop.interrupted, nullptr);
  }
}

TEST(SolverSequence, TheFirstIsCalledWithoutAnyIterationsOrTime) {
  SolverSequence no_iterations({.stop = {.iterations = 0}});
  const Find stopped = {.iterations = 0, .label = 0, .energy = 5, .ending = common::Ending::kIterationLimit};
  EXPECT_EQ(Call(no_iterations, 3, stopped)->stop.iterations, 0);
  EXPECT_FALSE(Call(no_iterations, 3, stopped));
  EXPECT_EQ(no_iterations.Take().ending, common::Ending::kIterationLimit);

  SolverSequence no_time({.stop = {.seconds = 0}});
  EXPECT_EQ(Call(no_time, 3, {.iterations = 9, .label = 0, .energy = 5})->stop.seconds, 0);
  EXPECT_FALSE(Call(no_time, 3, {.iterations = 9, .label = 1, .energy = 4}));
  EXPECT_EQ(no_time.result().labeling, Labeling{0});
  EXPECT_EQ(no_time.Take().ending, common::Ending::kTimeLimit)
      << "though the one that was called had converged";
}

TEST(SolverSequence, GivesEachAPartOfTheTimeThatIsLeft) {
  SolverSequence solvers({.stop = {.seconds = 1e6}});
  for (int parts = 1; parts <= 3; ++parts) {
    const double seconds = Call(solvers, parts, {.iterations = 9, .label = 0, .energy = 5})->stop.seconds;
    EXPECT_LE(seconds, 1e6 / parts);
    EXPECT_GT(seconds, 9e5 / parts);
  }
}

TEST(SolverSequence, HandsOnTheGapAndTheFlag) {
  const std::atomic<bool> flag = false;
  SolverSequence solvers({.stop = {.gap = 3, .interrupted = &flag}});
  for (int i = 0; i < 2; ++i) {
    const auto rule = Call(solvers, 2, {.iterations = 9, .label = 0, .energy = 5});
    EXPECT_EQ(rule->stop.gap, 3);
    EXPECT_EQ(rule->stop.interrupted, &flag);
  }
}

TEST(SolverSequence, KeepsTheFirstOfTheBestLabelingsAndTheHighestBound) {
  SolverSequence solvers({});
  Call(solvers, 1, {.iterations = 1, .label = 0, .energy = 5, .lower_bound = 1});
  Call(solvers, 1, {.iterations = 1, .label = 1, .energy = 7, .lower_bound = 2});
  EXPECT_EQ(solvers.result().labeling, Labeling{0});
  EXPECT_EQ(solvers.result().energy, 5);
  EXPECT_EQ(solvers.result().lower_bound, 2);
  Call(solvers, 1, {.iterations = 1, .label = 2, .energy = 5});
  EXPECT_EQ(solvers.result().labeling, Labeling{0}) << "not better";
  EXPECT_EQ(solvers.result().lower_bound, 2);
  Call(solvers, 1, {.iterations = 1, .label = 3, .energy = 1.5, .ending = common::Ending::kTimeLimit});
  EXPECT_EQ(solvers.result().labeling, Labeling{3});
  EXPECT_EQ(solvers.result().lower_bound, 1.5) << "not above the energy";
  EXPECT_EQ(solvers.result().ending, common::Ending::kTimeLimit);
  EXPECT_EQ(solvers.Take().moves, 4);
}

TEST(SolverSequence, SaysThatTimeDecidedWhateverCameAfter) {
  for (const auto& [ending, expected] :
       {std::pair{common::Ending::kConverged, common::Ending::kTimeLimit},
        std::pair{common::Ending::kIterationLimit, common::Ending::kTimeLimit},
        std::pair{common::Ending::kOptimal, common::Ending::kOptimal},
        std::pair{common::Ending::kInterrupted, common::Ending::kInterrupted}}) {
    SolverSequence solvers({});
    Call(solvers, 2, {.iterations = 1, .label = 0, .energy = 5, .ending = common::Ending::kTimeLimit});
    Call(solvers, 1, {.iterations = 1, .label = 1, .energy = 4, .ending = ending});
    EXPECT_EQ(solvers.Take().ending, expected);
  }
  SolverSequence solvers({});
  Call(solvers, 2, {.iterations = 1, .label = 0, .energy = 5, .ending = common::Ending::kIterationLimit});
  Call(solvers, 1, {.iterations = 1, .label = 1, .energy = 4});
  EXPECT_EQ(solvers.Take().ending, common::Ending::kConverged) << "no limit of the machine";
}

TEST(SolverSequence, EndsWhenAllIsDone) {
  for (const common::Ending ending :
       {common::Ending::kOptimal, common::Ending::kGapReached, common::Ending::kInterrupted}) {
    SolverSequence solvers({.stop = {.iterations = 2, .gap = 3}});
    Call(solvers, 1, {.iterations = 2, .label = 0, .energy = 5, .lower_bound = 5, .ending = ending});
    EXPECT_FALSE(Call(solvers, 1, {.iterations = 1, .label = 1, .energy = 4}));
    EXPECT_EQ(solvers.Take().ending, ending) << "though no iterations are left either";
  }
}

class Points {
 public:
  bool operator()(const common::TracePoint& point) {
    points.push_back(point);
    return true;
  }
  std::vector<common::TracePoint> points;
};

TEST(SolverSequence, TheTraceGoesOn) {
  Points seen;
  SolverSequence solvers({.observer = std::ref(seen)});
  Call(solvers, 1, {.iterations = 3, .label = 0, .energy = 5, .lower_bound = 1});
  Call(solvers, 1, {.iterations = 2, .label = 0, .energy = 8});
  Call(solvers, 1, {.iterations = 4, .label = 0, .energy = 2, .lower_bound = 0});
  const std::vector<common::TracePoint> trace = solvers.Take().trace;
  ASSERT_EQ(trace.size(), 6u);
  ASSERT_EQ(seen.points.size(), 6u);
  const int64_t iterations[] = {0, 3, 3, 5, 5, 9};
  const double energies[] = {kInfinity, 5, 5, 5, 5, 2}, bounds[] = {-kInfinity, 1, 1, 1, 1, 1};
  for (size_t i = 0; i < trace.size(); ++i) {
    EXPECT_EQ(trace[i].iteration, iterations[i]);
    EXPECT_EQ(trace[i].value, energies[i]);
    EXPECT_EQ(trace[i].bound, bounds[i]);
    EXPECT_GE(trace[i].seconds, i == 0 ? 0 : trace[i - 1].seconds);
    EXPECT_EQ(seen.points[i].iteration, trace[i].iteration);
    EXPECT_EQ(seen.points[i].value, trace[i].value);
    EXPECT_EQ(seen.points[i].bound, trace[i].bound);
    EXPECT_EQ(seen.points[i].seconds, trace[i].seconds);
  }
}

TEST(SolverSequence, RefusesLimitsThatAreNone) {
  EXPECT_EQ(MessageOf(common::ErrorKind::kUsage, [] { SolverSequence({.stop = {.iterations = -1}}); }),
            "iteration limit: expected 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
