#include "graphical_models/approximate/conflict_repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/icm.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Weights are kept between calls, so that a call continues the search of the one before.
bool RepairWithinCalls(int calls, const FactorGraph& graph, Labeling& labeling) {
  ConflictRepair repair(graph);
  for (int call = 0; call < calls; ++call) {
    if (repair.Repair(labeling)) return true;
  }
  return false;
}

// Tiny graphs. Where a labeling of finite energy exists, one is found from a random labeling; elsewhere
// Repair returns false.
TEST(ConflictRepair, FindsAllowedLabelingsWhereThereAreAny) {
  int allowed = 0;
  constexpr int kInstances = 1'000;
  for (uint64_t seed = 0; seed < kInstances; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "repair");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = 0.4}, random);
    Labeling labeling = RandomLabeling(graph.label_counts(), random);
    const bool exists = BruteForceMap(graph).energy < kInfinity;
    EXPECT_EQ(RepairWithinCalls(10, graph, labeling), exists);
    EXPECT_EQ(graph.Energy(labeling) < kInfinity, exists);
    allowed += exists;
  }
  EXPECT_GT(allowed, kInstances / 4);
  EXPECT_LT(allowed, kInstances);
}

// Some pairs of variables must have labels at a fixed distance, others must not be near each other. A label
// can then only change together with its partner's, one after the other. A hidden labeling is allowed.
FactorGraph PairedVariables(int pairs, common::RandomStream& random) {
  constexpr int kLabels = 12, kStep = 5;
  FactorGraph graph(std::vector<int>(2 * pairs, kLabels));
  std::vector<double> apart(kLabels * kLabels, kInfinity), near(kLabels * kLabels, 0.0);
  for (int a = 0; a < kLabels; ++a) {
    apart[a * kLabels + (a + kStep) % kLabels] = 0;
    for (int b = std::max(0, a - 1); b <= std::min(kLabels - 1, a + 1); ++b) {
      near[a * kLabels + b] = kInfinity;
    }
  }
  Labeling hidden;
  int apart_factor = -1, near_factor = -1;
  for (int pair = 0; pair < pairs; ++pair) {
    const std::vector<int> scope = {2 * pair, 2 * pair + 1};
    if (apart_factor < 0) {
      apart_factor = graph.AddFactor(scope, apart);
    } else {
      graph.AddFactorSharing(scope, apart_factor);
    }
    hidden.push_back(static_cast<Label>(random.UniformIndex(kLabels)));
    hidden.push_back((hidden.back() + kStep) % kLabels);
  }
  for (int i = 0; i < 8 * pairs; ++i) {
    const int p = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(2 * pairs)));
    const int q = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(2 * pairs)));
    const int difference = hidden[p] - hidden[q];
    if (difference >= -1 && difference <= 1) continue;
    const std::vector<int> scope = {p, q};
    if (near_factor < 0) {
      near_factor = graph.AddFactor(scope, near);
    } else {
      graph.AddFactorSharing(scope, near_factor);
    }
  }
  return graph;
}

TEST(ConflictRepair, FindsWhatDescentDoesNot) {
  int found_by_descent = 0;
  constexpr int kInstances = 20;
  for (uint64_t seed = 0; seed < kInstances; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "paired variables");
    const FactorGraph graph = PairedVariables(20, random);
    Labeling labeling(graph.num_variables(), 0);
    found_by_descent += IteratedConditionalModes(graph, {.start = labeling}).energy < kInfinity;
    EXPECT_TRUE(RepairWithinCalls(20, graph, labeling));
    EXPECT_LT(graph.Energy(labeling), kInfinity);
  }
  EXPECT_LT(found_by_descent, kInstances / 2);
}

TEST(ConflictRepair, LowersFiniteCostsToo) {
  FactorGraph graph({2, 2, 3});
  graph.AddFactor({{0, 1}}, {{0.0, kInfinity, kInfinity, 0.0}});
  graph.AddFactor({{2}}, {{2.0, 1.0, 3.0}});
  Labeling labeling = {0, 1, 2};
  EXPECT_TRUE(ConflictRepair(graph).Repair(labeling));
  EXPECT_EQ(graph.Energy(labeling), 1);
}

TEST(ConflictRepair, EndsWhenItMust) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{0.0, kInfinity, kInfinity, 0.0}});
  Labeling labeling = {0, 1};
  EXPECT_FALSE(ConflictRepair(graph).Repair(labeling, [] { return true; }));
  EXPECT_TRUE(ConflictRepair(graph).Repair(labeling));
}

// There are two ways out of each conflict, and the cheaper one must be taken. Coordinate descent could not
// correct this later, because both labels would have to change at once. Many conflicts, so that random
// changes do not matter.
TEST(ConflictRepair, TakesTheCheapestWayOut) {
  constexpr int kPairs = 40;
  FactorGraph graph(std::vector<int>(2 * kPairs, 2));
  Labeling labeling(2 * kPairs, 0);
  for (int pair = 0; pair < kPairs; ++pair) {
    const bool first_is_cheap = pair % 2 == 0;
    graph.AddFactor({{2 * pair, 2 * pair + 1}}, {{kInfinity, 0.0, 0.0, 0.0}});
    graph.AddFactor({{2 * pair}}, {{0.0, first_is_cheap ? 1.0 : 5.0}});
    graph.AddFactor({{2 * pair + 1}}, {{0.0, first_is_cheap ? 5.0 : 1.0}});
  }
  EXPECT_TRUE(ConflictRepair(graph).Repair(labeling));
  int cheap = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    const Label first = labeling[2 * pair];
    const Label second = labeling[2 * pair + 1];
    EXPECT_EQ(first + second, 1) << pair;
    cheap += first == (pair % 2 == 0 ? 1 : 0);
  }
  EXPECT_GE(cheap, kPairs * 9 / 10);
}

// A labeling of finite energy is only improved; without infinite costs no reading is needed.
TEST(ConflictRepair, LeavesAllowedLabelingsAllowed) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "allowed");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = 0.2}, random);
    Labeling labeling = RandomLabeling(graph.label_counts(), random);
    const double before = graph.Energy(labeling);
    if (before == kInfinity) continue;
    EXPECT_TRUE(ConflictRepair(graph).Repair(labeling));
    EXPECT_LE(graph.Energy(labeling), before + 1e-9);
  }
}

TEST(ConflictRepair, GivesUpWhereNothingIsAllowed) {
  FactorGraph odd_cycle({2, 2, 2});
  const std::vector<double> differ = {kInfinity, 0, 0, kInfinity};
  odd_cycle.AddFactor({{0, 1}}, differ);
  odd_cycle.AddFactor({{1, 2}}, differ);
  odd_cycle.AddFactor({{2, 0}}, differ);
  Labeling labeling = {0, 0, 0};
  EXPECT_FALSE(RepairWithinCalls(3, odd_cycle, labeling));
}

}  // namespace
}  // namespace structlab::graphical_models
