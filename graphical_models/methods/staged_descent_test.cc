#include "graphical_models/methods/staged_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/approximate/simulated_annealing.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

MapResult CoordinateDescent(const FactorGraph& graph, const common::RunControl& run) {
  return IteratedConditionalModes(graph, {.run = run});
}

// Random pairs on a square of 14 x 14 variables, whose tree-width is too large for the first descent.
FactorGraph RandomSquare() {
  constexpr int kSide = 14, kLabels = 2;
  common::RandomStream random(1, "square");
  FactorGraph graph(std::vector<int>(kSide * kSide, kLabels));
  const auto add_pair = [&](int a, int b) {
    std::vector<double> costs(kLabels * kLabels);
    for (double& cost : costs) cost = random.Normal();
    graph.AddFactor({{a, b}}, costs);
  };
  for (int v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) add_pair(v, v + 1);
    if (v + kSide < kSide * kSide) add_pair(v, v + kSide);
  }
  return graph;
}

// A method that never ends by itself, and records its limits.
class Endless {
 public:
  MapResult operator()(const FactorGraph& graph, const common::RunControl& run) {
    ++calls;
    iterations = run.stop.iterations;
    TraceRecorder trace(run);
    MapResult result;
    result.labeling.assign(graph.num_variables(), 0);
    result.energy = graph.Energy(result.labeling);
    std::optional<common::Ending> ending = trace.Record(0, result.energy);
    for (int64_t iteration = 1; !ending; ++iteration) ending = trace.Record(iteration, result.energy);
    result.trace = trace.Take();
    result.ending = *ending;
    return result;
  }

  int calls = 0;
  double iterations = -1;
};

// 1 and 150 iterations leave little for each stage; 208 were once enough for the first stage only.
TEST(StagedDescent, KeepsToTheIterationsInAll) {
  const FactorGraph graph = RandomSquare();
  const double start = graph.Energy(Labeling(static_cast<size_t>(graph.num_variables()), 0));
  for (const double limit : {0, 1, 2, 13, 150, 208, 599, 1'000}) {
    SCOPED_TRACE(limit);
    Endless first;
    const MapResult result = StagedDescent(graph, std::ref(first), {.stop = {.iterations = limit}});
    EXPECT_EQ(first.calls, 1);
    EXPECT_EQ(first.iterations, std::min(std::ceil(limit / 3), 200.0));
    EXPECT_LE(result.trace.back().iteration, limit);
    if (result.ending == common::Ending::kIterationLimit) {
      EXPECT_EQ(result.trace.back().iteration, limit);
    } else {
      EXPECT_EQ(result.ending, common::Ending::kConverged);
      EXPECT_GE(limit, 599) << "the last descent needs 20 rounds";
    }
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(result.energy<start, limit> 1) << "one is for the first part";
  }
}

TEST(StagedDescent, WithoutALimitEachPartRunsToItsEnd) {
  Endless first;
  const MapResult result = StagedDescent(RandomSquare(), std::ref(first));
  EXPECT_EQ(first.iterations, 200);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  EXPECT_GT(result.trace.back().iteration, 200 + 40 * 500) << "forty annealings, and descents";
  EXPECT_EQ(result.lower_bound, -kInfinity);
}

// Proves a bound, but finds nothing.
class WithBound {
 public:
  explicit WithBound(double bound) : bound_(bound) {}
  MapResult operator()(const FactorGraph& graph, const common::RunControl& run) const {
    TraceRecorder trace(run);
    MapResult result;
    result.labeling.assign(graph.num_variables(), 0);
    result.energy = graph.Energy(result.labeling);
    result.lower_bound = bound_;
    const auto ending = trace.Record(0, result.energy, bound_);
    result.trace = trace.Take();
    result.ending = ending.value_or(common::Ending::kConverged);
    return result;
  }

 private:
  double bound_;
};

// All pairs of some variables, so that clusters are small: annealing finds better labelings than descents.
FactorGraph RandomClique(uint64_t seed, int variables = 40) {
  common::RandomStream random(seed, "clique");
  FactorGraph graph(std::vector<int>(variables, 2));
  for (int a = 0; a < variables; ++a) {
    for (int b = a + 1; b < variables; ++b) {
      const double coupling = random.Normal();
      graph.AddFactor({{a, b}}, {{coupling, -coupling, -coupling, coupling}});
    }
  }
  return graph;
}

TEST(StagedDescent, EndsAsSoonAsAnAnnealingReachesTheBound) {
  const FactorGraph graph = RandomClique(3, 80);
  double best = kInfinity;
  for (uint64_t run = 0; run < 5; ++run) {
    best = std::min(best,
                    SimulatedAnnealing(
                        graph, {.run = {.seed = run}, .initial_temperature = 0.3, .final_temperature = 1e-3})
                        .energy);
  }
  for (const double gap : {0.0, 5.0}) {
    const MapResult result = StagedDescent(graph, WithBound(best - gap), {.stop = {.gap = gap + 1e-9}});
    EXPECT_EQ(result.ending, gap == 0 ? common::Ending::kOptimal : common::Ending::kGapReached);
    EXPECT_LE(result.energy, best);
    EXPECT_GT(result.trace.back().iteration, 100) << "descents take fewer rounds";
    for (size_t i = 0; i + 1 < result.trace.size(); ++i) {
      EXPECT_EQ(result.trace[i].bound, best - gap);
      EXPECT_GT(result.trace[i].value - result.trace[i].bound, gap + 1e-9) << "not the last point";
    }
  }
}

// Such a graph is too dense for exact fusions.
TEST(StagedDescent, LosesNothingThatAnAnnealingFound) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const FactorGraph graph = RandomClique(seed);
    for (const double limit : {300, 1'000}) {
      SCOPED_TRACE(testing::Message() << "graph " << seed << ", " << limit << " iterations");
      const MapResult result = StagedDescent(graph, CoordinateDescent, {.stop = {.iterations = limit}});
      EXPECT_EQ(result.energy, graph.Energy(result.labeling));
      EXPECT_NEAR(result.trace.back().value, result.energy, 1e-9);
    }
  }
}

class Collector {
 public:
  bool operator()(const common::TracePoint& point) {
    points.push_back(point);
    return true;
  }
  std::vector<common::TracePoint> points;
};

size_t NumFusions(const std::vector<common::TracePoint>& points) {
  size_t fusions = 0;  // points beside those of the last sweep
  for (size_t i = 1; i < points.size(); ++i) {
    fusions += points[i].iteration == points[i - 1].iteration ? 1 : 0;
  }
  return fusions;
}

// Fusions, too, are visible when they are made, after the annealing.
TEST(StagedDescent, TellsTheObserverEveryPoint) {
  Collector seen;
  const MapResult result = StagedDescent(RandomSquare(), CoordinateDescent,
                                         {.stop = {.iterations = 3'000}, .observer = std::ref(seen)});
  ASSERT_EQ(seen.points.size(), result.trace.size());
  for (size_t i = 0; i < seen.points.size(); ++i) {
    EXPECT_EQ(seen.points[i].value, result.trace[i].value);
    EXPECT_EQ(seen.points[i].seconds, result.trace[i].seconds);
  }
  EXPECT_GE(NumFusions(seen.points), 40u);
}

// The number of annealings leaves the last descent its share.
TEST(StagedDescent, AnnealingsLeaveIterationsForWhatFollows) {
  int longer = 0;
  for (uint64_t seed = 3; seed < 7 && longer == 0; ++seed) {
    const FactorGraph graph = RandomClique(seed, 70);
    const MapResult all = StagedDescent(graph, CoordinateDescent);
    // The minimum number of annealings.
    if (all.trace.back().iteration < 43 * 500) continue;
    ++longer;
    const MapResult result =
        StagedDescent(graph, CoordinateDescent, {.stop = {.iterations = all.trace.back().iteration - 1}});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_LT(result.trace.back().iteration, all.trace.back().iteration - 1);
  }
  EXPECT_GT(longer, 0);
}

TEST(StagedDescent, ReachesNoGapWithoutABound) {
  EXPECT_EQ(StagedDescent(RandomClique(1), CoordinateDescent, {.stop = {.gap = kInfinity}}).ending,
            common::Ending::kConverged);
}

// Annealings that are shortened by the time limit are fused like all others.
TEST(StagedDescent, FusesWhereTimeIsShort) {
  Collector seen;
  StagedDescent(RandomClique(1), CoordinateDescent, {.stop = {.seconds = 0.5}, .observer = std::ref(seen)});
  EXPECT_GE(NumFusions(seen.points), 20u);
}

// Interrupts as soon as the gap is reached; the gap counts as the ending.
class InterruptAtGap {
 public:
  explicit InterruptAtGap(double gap) : gap_(gap) {}
  bool operator()(const common::TracePoint& point) {
    if (point.gap() <= gap_) flag = true;
    return true;
  }
  std::atomic<bool> flag = false;

 private:
  double gap_;
};

TEST(StagedDescent, SaysThatTheGapIsReachedThoughItIsInterruptedThen) {
  for (const uint64_t seed : {1, 2}) {
    const FactorGraph graph = RandomClique(seed);
    const double best = StagedDescent(graph, CoordinateDescent).energy;
    InterruptAtGap interrupt(5.01);
    const MapResult result = StagedDescent(
        graph, WithBound(best - 5),
        {.stop = {.gap = 5.01, .interrupted = &interrupt.flag}, .observer = std::ref(interrupt)});
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
  }
}

// Some variables are determined by others, and some labelings are forbidden.
FactorGraph RandomBoundGraph(uint64_t seed) {
  common::RandomStream random(seed, "successive descent");
  FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 2 == 0 ? 0.2 : 0.0}, random);
  if (seed % 10 == 0) graph.AddConstant(kInfinity);
  if (graph.num_variables() > 1 && graph.num_labels(0) == 2 && graph.num_labels(1) == 2) {
    graph.AddFactor({{0, 1}}, {{kInfinity, 0, 0, kInfinity}});
  }
  return graph;
}

TEST(StagedDescent, IsNeverBelowTheMinimumAndSeldomAboveIt) {
  int missed = 0;
  constexpr int kGraphs = 10'000;
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    SCOPED_TRACE(seed);
    const FactorGraph graph = RandomBoundGraph(seed);
    const double optimum = BruteForceMap(graph).energy;
    const MapResult result = StagedDescent(graph, CoordinateDescent, {.stop = {.iterations = 30}});
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_LE(result.lower_bound, optimum);
    EXPECT_GE(result.energy, optimum);
    missed += result.energy > optimum ? 1 : 0;
  }
  EXPECT_LT(missed, kGraphs / 100);
}

TEST(StagedDescent, IsOfTheGraphItself) {
  int forbidden = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const FactorGraph graph = RandomBoundGraph(seed);
    const MapResult result = StagedDescent(graph, CoordinateDescent, {.stop = {.iterations = 300}});
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(result.energy, BruteForceMap(graph).energy);
    EXPECT_LE(result.lower_bound, result.energy);
    forbidden += result.energy == kInfinity ? 1 : 0;
  }
  EXPECT_GT(forbidden, 20);
}

TEST(StagedDescent, StopsWhereItIsToldTo) {
  const FactorGraph graph = RandomSquare();
  EXPECT_EQ(StagedDescent(graph, CoordinateDescent, {.stop = {.seconds = 0}}).ending,
            common::Ending::kTimeLimit);
  const std::atomic<bool> interrupted = true;
  EXPECT_EQ(StagedDescent(graph, CoordinateDescent, {.stop = {.interrupted = &interrupted}}).ending,
            common::Ending::kInterrupted);
  EXPECT_TRUE(StagedDescent(FactorGraph(), CoordinateDescent).labeling.empty());
}

// A first stage that runs out of its time leaves their shares to the following ones.
TEST(StagedDescent, AnnealsForAsLongAsThereIsTime) {
  const FactorGraph graph = RandomSquare();
  const auto cut_off = [](const FactorGraph& model, const common::RunControl& run) {
    MapResult result = CoordinateDescent(model, run);
    result.ending = common::Ending::kTimeLimit;
    return result;
  };
  const MapResult all = StagedDescent(graph, CoordinateDescent);
  const MapResult result = StagedDescent(graph, cut_off, {.stop = {.seconds = 3600}});
  EXPECT_EQ(all.ending, common::Ending::kConverged);
  EXPECT_EQ(result.ending, common::Ending::kTimeLimit);
  EXPECT_EQ(result.labeling, all.labeling);
  EXPECT_EQ(result.trace.back().iteration, all.trace.back().iteration);
}

// Sets the flag after the given number of points.
class Interrupt {
 public:
  explicit Interrupt(int points) : points_left_(points) {}
  bool operator()(const common::TracePoint&) {
    if (--points_left_ == 0) flag = true;
    return true;
  }
  std::atomic<bool> flag = false;

 private:
  int points_left_;
};

TEST(StagedDescent, CanBeInterruptedInEachPart) {
  const FactorGraph graph = RandomSquare();
  for (const int points : {1, 50, 205, 230, 1'000, 5'000}) {
    SCOPED_TRACE(points);
    Interrupt interrupt(points);
    Endless first;
    const MapResult result = StagedDescent(
        graph, std::ref(first), {.stop = {.interrupted = &interrupt.flag}, .observer = std::ref(interrupt)});
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_EQ(result.trace.size(), static_cast<size_t>(points));
  }
}

}  // namespace
}  // namespace structlab::graphical_models
