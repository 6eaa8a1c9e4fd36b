#include "graphical_models/approximate/subgraph_descent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// At most 729 labelings: a subgraph contains every connected part.
TEST(SubgraphDescent, IsExactWhereOneSubgraphHoldsAll) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "subgraph descent");
    const FactorGraph graph = RandomFactorGraph({}, random);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    const MapResult result = SubgraphDescent(graph, {.start = start});
    EXPECT_EQ(result.energy, BruteForceMap(graph).energy);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
  }
}

// From starts that may have infinite energy, with clusters of few variables.
TEST(SubgraphDescent, NeverRises) {
  int improved = 0, left_forbidden = 0;
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "subgraph descent");
    const FactorGraph graph =
        RandomFactorGraph({.max_factors = 12, .infinite_probability = seed % 2 == 0 ? 0.1 : 0.0}, random);
    const Labeling start = RandomLabeling(graph.label_counts(), random);
    const double optimum = BruteForceMap(graph).energy;
    const MapResult result =
        SubgraphDescent(graph, {.start = start, .min_entries = 2, .max_entries = 9, .patience = 3});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(result.energy < kInfinity, optimum < kInfinity);
    EXPECT_GE(result.energy, optimum);
    double before = graph.Energy(start);
    for (const common::TracePoint& point : result.trace) {
      EXPECT_LE(point.value, before);
      before = point.value;
    }
    EXPECT_EQ(before, result.energy);
    improved += result.energy < graph.Energy(start) ? 1 : 0;
    left_forbidden += graph.Energy(start) == kInfinity && result.energy < kInfinity ? 1 : 0;
  }
  EXPECT_GT(improved, 1'000);
  EXPECT_GT(left_forbidden, 100);
}

// Pairs that prefer equal or different labels at random, on a square of 11 x 11, whose tree-width is 11.
FactorGraph SpinGlass(uint64_t seed) {
  constexpr int kSide = 11;
  common::RandomStream random(seed, "spin glass");
  FactorGraph graph(std::vector<int>(kSide * kSide, 2));
  const auto add_pair = [&](int a, int b) {
    const double coupling = random.Normal();
    graph.AddFactor({{a, b}}, {{coupling, -coupling, -coupling, coupling}});
  };
  for (int v = 0; v < kSide * kSide; ++v) {
    const double field = 0.1 * random.Normal();
    graph.AddFactor({{v}}, {{field, -field}});
    if (v % kSide + 1 < kSide) add_pair(v, v + 1);
    if (v + kSide < kSide * kSide) add_pair(v, v + kSide);
  }
  return graph;
}

// Clusters have at most eight variables, although the squares need eleven; the best of eight starts.
TEST(SubgraphDescent, FindsMinimaThatSingleVariablesDoNot) {
  int by_subgraphs = 0, by_variables = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const FactorGraph graph = SpinGlass(seed);
    const double optimum = BucketEliminationMap(graph).energy;
    double by_subgraphs_best = kInfinity, by_variables_best = kInfinity;
    for (uint64_t run = 0; run < 8; ++run) {
      common::RandomStream random(seed, "starts", run);
      const Labeling start = RandomLabeling(graph.label_counts(), random);
      const MapResult result = SubgraphDescent(
          graph, {.run = {.seed = run}, .start = start, .min_entries = 256, .max_entries = 256});
      EXPECT_GE(result.energy, optimum - 1e-9);
      by_subgraphs_best = std::min(by_subgraphs_best, result.energy);
      by_variables_best =
          std::min(by_variables_best, IteratedConditionalModes(graph, {.start = start}).energy);
    }
    by_subgraphs += by_subgraphs_best <= optimum + 1e-9 ? 1 : 0;
    by_variables += by_variables_best <= optimum + 1e-9 ? 1 : 0;
  }
  EXPECT_GE(by_subgraphs, 18);
  EXPECT_EQ(by_variables, 0);
}

TEST(SubgraphDescent, SubgraphsOfOneVariableAreCoordinateDescent) {
  const FactorGraph graph = SpinGlass(7);
  const MapResult result = SubgraphDescent(graph, {.start = Labeling(121, 0), .max_variables = 1});
  for (size_t v = 0; v < result.labeling.size(); ++v) {
    Labeling other = result.labeling;
    other[v] = 1 - other[v];
    EXPECT_GE(graph.Energy(other), result.energy - 1e-12);
  }
}

TEST(SubgraphDescent, IsTheSameEachTime) {
  const FactorGraph graph = SpinGlass(3);
  const SubgraphDescentOptions options = {.run = {.stop = {.iterations = 2}}, .min_entries = 8};
  const MapResult result = SubgraphDescent(graph, options), again = SubgraphDescent(graph, options);
  EXPECT_EQ(result.labeling, again.labeling);
  EXPECT_EQ(result.trace.size(), 3u);
}

TEST(SubgraphDescent, EndsAsItSays) {
  const FactorGraph graph = SpinGlass(1);
  EXPECT_EQ(SubgraphDescent(graph, {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  EXPECT_EQ(SubgraphDescent(graph, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  const std::atomic<bool> interrupted = true;
  const common::RunControl at_once = {.stop = {.interrupted = &interrupted}};
  EXPECT_EQ(SubgraphDescent(graph, {.run = at_once}).ending, common::Ending::kInterrupted);
  EXPECT_EQ(SubgraphDescent(graph, {.run = at_once}).labeling, StartOrLocalMinimum(graph, {}, at_once));
  EXPECT_NE(StartOrLocalMinimum(graph, {}, {}), StartOrLocalMinimum(graph, {}, at_once));
  const MapResult optimum = BucketEliminationMap(graph);
  const MapResult proved = SubgraphDescent(graph, {.start = optimum.labeling, .lower_bound = optimum.energy});
  EXPECT_EQ(proved.ending, common::Ending::kOptimal);
  EXPECT_EQ(proved.lower_bound, proved.energy);
  EXPECT_EQ(SubgraphDescent(graph).lower_bound, -kInfinity);
  EXPECT_EQ(SubgraphDescent(FactorGraph()).ending, common::Ending::kConverged);
  EXPECT_TRUE(SubgraphDescent(FactorGraph()).labeling.empty());
}

TEST(SubgraphDescent, WhatIsForbiddenThroughoutStaysSo) {
  FactorGraph graph({2, 1, 3});
  graph.AddFactor({{0, 1, 2}}, std::vector<double>(6, kInfinity));
  FactorGraph constant({2, 1, 3});
  constant.AddConstant(kInfinity);
  for (const FactorGraph* forbidden : {&graph, &constant}) {
    const MapResult result = SubgraphDescent(*forbidden, {.run = {.stop = {.gap = 1}}});
    EXPECT_EQ(result.energy, kInfinity);
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(SubgraphDescent(*forbidden, {.lower_bound = kInfinity}).ending, common::Ending::kOptimal);
  }
}

TEST(SubgraphDescent, RefusesWhatDoesNotFit) {
  const FactorGraph graph({2, 2});
  const auto message = [&](const SubgraphDescentOptions& options) {
    return MessageOf(common::ErrorKind::kUsage, [&] { SubgraphDescent(graph, options); });
  };
  EXPECT_EQ(message({.start = {0}}), "start: expected one label for each of 2 variables, found 1 labels");
  EXPECT_EQ(message({.min_entries = 0}), "SubgraphDescentOptions::min_entries: expected 1 or more, found 0");
  EXPECT_EQ(message({.max_entries = -1}),
            "SubgraphDescentOptions::max_entries: expected 1 or more, found -1");
  EXPECT_EQ(message({.patience = 0}), "SubgraphDescentOptions::patience: expected 1 or more, found 0");
  EXPECT_EQ(message({.max_variables = 0}),
            "SubgraphDescentOptions::max_variables: expected 1 or more, found 0");
  EXPECT_EQ(message({.lower_bound = std::nan("")}),
            "SubgraphDescentOptions::lower_bound: expected a number, found nan");
}

TEST(SubgraphDescent, SolvesManyComponents) {
  constexpr int kPairs = 100'000;
  FactorGraph graph(std::vector<int>(2 * kPairs, 2));
  graph.AddFactor({{0, 1}}, {{3.0, 1.0, 2.0, 0.5}});
  for (int pair = 1; pair < kPairs; ++pair) {
    graph.AddFactorSharing(std::vector<int>{2 * pair, 2 * pair + 1}, 0);
  }
  const MapResult result =
      SubgraphDescent(graph, {.run = {.stop = {.iterations = 2}}, .start = Labeling(2 * kPairs, 0)});
  EXPECT_EQ(result.energy, 0.5 * kPairs);
}

}  // namespace
}  // namespace structlab::graphical_models
