#include "graphical_models/exact/brute_force.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Table = std::vector<double>;

TEST(BruteForceMap, FindsTheFirstLabelingOfLeastEnergy) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "brute force");
    const FactorGraph graph = RandomFactorGraph({.max_cost = 3, .infinite_probability = 0.3}, random);
    Labeling best(graph.num_variables(), 0);
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      if (graph.Energy(labeling) < graph.Energy(best)) best = labeling;
    });
    const MapResult result = BruteForceMap(graph);
    EXPECT_EQ(result.labeling, best);
    EXPECT_EQ(result.energy, graph.Energy(best));
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
    EXPECT_EQ(result.trace.back().value, result.energy);
  }
}

// Summed in the order of brute force, (2, 0, 2) has a lower energy than (1, 0, 1); in the order of the
// factors, a higher one. The first label is that of the same test, or one with a much higher energy.
TEST(BruteForceMap, RoundingDoesNotTakeWhatWasBetter) {
  for (const bool has_other : {false, true}) {
    SCOPED_TRACE(has_other);
    const int labels = has_other ? 3 : 2;
    FactorGraph graph({labels, 1, labels});
    const auto with_other = [&](std::vector<double> table) {
      if (has_other) table.insert(table.begin(), 5);
      return table;
    };
    graph.AddFactor(std::vector<int>{2}, with_other({0.3, 0.1}));
    graph.AddFactor(std::vector<int>{1}, std::vector<double>{0.2});
    graph.AddFactor(std::vector<int>{0}, with_other({0.1, 0.3}));
    std::vector<double> equal(static_cast<size_t>(labels) * static_cast<size_t>(labels), kInfinity);
    for (size_t label = 0; label < static_cast<size_t>(labels); ++label) {
      equal[label * (static_cast<size_t>(labels) + 1)] = 0;
    }
    graph.AddFactor(std::vector<int>{0, 2}, equal);
    const Label first = has_other ? 1 : 0;
    const Labeling better = {first, 0, first}, other = {first + 1, 0, first + 1};
    ASSERT_LT(graph.Energy(better), graph.Energy(other));
    const MapResult result = BruteForceMap(graph);
    EXPECT_EQ(result.labeling, better);
    EXPECT_EQ(result.energy, graph.Energy(better));
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.trace.back().value, result.energy);
  }
}

// A grid of 3 x 3 pixels with Potts weight 1.5, whose energies were computed by hand.
TEST(BruteForceMap, SolvesTheWorkedExample) {
  const std::vector<double> unaries = {0, 4, 6, 3, 1, 5, 6, 2, 1, 1, 3, 4, 4, 0,
                                       3, 5, 3, 0, 2, 2, 5, 1, 4, 2, 4, 5, 1};
  const GridShape shape = {.width = 3, .height = 3, .labels = 3};
  const MapResult result = BruteForceMap(ToFactorGraph(GridEnergy<double>(shape, unaries, Potts{}, 1.5)));
  EXPECT_EQ(result.energy, 16);
  EXPECT_EQ(result.labeling, (Labeling{0, 1, 2, 0, 1, 2, 0, 0, 2}));
  EXPECT_EQ(BruteForceMap(ToFactorGraph(GridEnergy<double>(shape, unaries, Potts{}, 4))).energy, 24);
}

TEST(BruteForceMap, NoVariableAndNothingAllowedAreSolved) {
  FactorGraph empty;
  empty.AddConstant(3);
  EXPECT_EQ(BruteForceMap(empty).energy, 3);
  EXPECT_TRUE(BruteForceMap(empty).labeling.empty());
  empty.AddConstant(kInfinity);
  EXPECT_EQ(BruteForceMap(empty).energy, kInfinity);
  FactorGraph forbidden({2, 1});
  forbidden.AddFactor(Scope{0}, Table{kInfinity, kInfinity});
  EXPECT_EQ(BruteForceMap(forbidden).energy, kInfinity);
  EXPECT_EQ(BruteForceMap(forbidden).labeling, (Labeling{0, 0}));
}

TEST(BruteForceMap, RefusesTooManyLabelings) {
  EXPECT_EQ(MessageOf([] { BruteForceMap(FactorGraph(std::vector<int>(27, 2))); }),
            "brute force: expected at most 2^26 labelings, found more; use another method");
  EXPECT_EQ(MessageOf([] { BruteForceSum(FactorGraph(std::vector<int>(40, 1000000))); }),
            "brute force: expected at most 2^26 labelings, found more; use another method");
  EXPECT_EQ(BruteForceMap(FactorGraph(std::vector<int>(100'000, 1))).energy, 0);
}

TEST(BruteForceMap, EndsAsItSays) {
  FactorGraph graph({2});
  graph.AddFactor(Scope{0}, Table{2, 1});
  const std::atomic<bool> interrupted = true;
  for (const auto& [stop, ending] :
       {std::pair{common::RunControl{.stop = {.iterations = 0}}, common::Ending::kIterationLimit},
        {common::RunControl{.stop = {.seconds = 0}}, common::Ending::kTimeLimit},
        {common::RunControl{.stop = {.interrupted = &interrupted}}, common::Ending::kInterrupted}}) {
    const MapResult result = BruteForceMap(graph, stop);
    EXPECT_EQ(result.ending, ending);
    EXPECT_EQ(result.energy, 2);
    EXPECT_EQ(result.lower_bound, -kInfinity);
  }
  EXPECT_EQ(BruteForceMap(graph, {.stop = {.iterations = 1}}).ending, common::Ending::kOptimal);
}

// Trying all 2^26 labelings takes more than ten times as long on any machine; the second labeling is better
// than the first.
TEST(BruteForceMap, KeepsTheBestSoFarWhenTimeIsUp) {
  FactorGraph graph(std::vector<int>(26, 2));
  for (int v = 0; v < 26; ++v) graph.AddFactor(Scope{v}, Table{1, 0});
  const MapResult result = BruteForceMap(graph, {.stop = {.seconds = 0.02}});
  EXPECT_EQ(result.ending, common::Ending::kTimeLimit);
  EXPECT_LT(result.energy, 26);
  EXPECT_EQ(result.energy, graph.Energy(result.labeling));
  EXPECT_EQ(result.energy, result.trace.back().value);
  EXPECT_EQ(result.lower_bound, -kInfinity);
}

// The chain of 2, 3 and 2 states: Z = 190, the MAP has weight 72.
TEST(BruteForceSum, GivesTheMarginalsOfTheWorkedExample) {
  const auto energies = [](Table weights) {
    for (double& weight : weights) weight = -std::log(weight);
    return weights;
  };
  FactorGraph chain({2, 3, 2});
  chain.AddFactor(Scope{0}, energies({1, 2}));
  chain.AddFactor(Scope{1}, energies({1, 1, 2}));
  chain.AddFactor(Scope{2}, energies({3, 1}));
  chain.AddFactor(Scope{0, 1}, energies({2, 1, 3, 1, 4, 1}));
  chain.AddFactor(Scope{1, 2}, energies({1, 2, 3, 1, 1, 5}));
  const BruteForceDistribution distribution = BruteForceSum(chain);
  EXPECT_NEAR(distribution.log_partition, std::log(190), 1e-14);
  EXPECT_NEAR(distribution.marginals[0][0], 68.0 / 190, 1e-14);
  EXPECT_NEAR(distribution.marginals[1][0], 20.0 / 190, 1e-14);
  EXPECT_NEAR(distribution.marginals[1][1], 90.0 / 190, 1e-14);
  EXPECT_NEAR(distribution.marginals[2][0], 123.0 / 190, 1e-14);
  const MapResult map = BruteForceMap(chain);
  EXPECT_EQ(map.labeling, (Labeling{1, 1, 0}));
  EXPECT_NEAR(map.energy, -std::log(72), 1e-14);
}

TEST(BruteForceSum, NothingAllowedHasNoDistribution) {
  FactorGraph forbidden({2});
  forbidden.AddFactor(Scope{0}, Table{kInfinity, kInfinity});
  EXPECT_EQ(BruteForceSum(forbidden).log_partition, -kInfinity);
  EXPECT_TRUE(std::isnan(BruteForceSum(forbidden).marginals[0][0]));
  FactorGraph half({2});
  half.AddFactor(Scope{0}, Table{kInfinity, -2000});
  EXPECT_EQ(BruteForceSum(half).log_partition, 2000);
  EXPECT_EQ(BruteForceSum(half).marginals[0], (Table{0, 1}));
}

}  // namespace
}  // namespace structlab::graphical_models
