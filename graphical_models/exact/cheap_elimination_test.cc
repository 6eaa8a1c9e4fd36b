#include "graphical_models/exact/cheap_elimination.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "common/random_stream.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

size_t MaxEntries(const FactorGraph& graph) {
  size_t entries = 0;
  for (int f = 0; f < graph.num_factors(); ++f) entries = std::max(entries, graph.table(f).size());
  return entries;
}

// Compares with brute force: the energy of each labeling of the reduced graph is the minimum over all
// labelings that agree with it, and Restore returns one of these minima. Costs are integers, so that nothing
// is rounded.
TEST(EliminateCheapVariables, MinimisesOverWhatItTakesOut) {
  int reduced = 0, solved = 0, kept = 0;
  for (uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cheap elimination");
    const FactorGraph graph = RandomFactorGraph(
        {.max_variables = 7, .max_factors = 14, .infinite_probability = seed % 3 == 0 ? 0.3 : 0}, random);
    const auto eliminated = EliminateCheapVariables(graph);
    if (!eliminated) {
      ++kept;
      continue;
    }
    const FactorGraph& left = eliminated->graph();
    ++reduced;
    solved += left.num_variables() == 0;
    EXPECT_LT(left.num_variables(), graph.num_variables());
    EXPECT_LE(MaxEntries(left), MaxEntries(graph));
    EXPECT_EQ(BruteForceMap(left).energy, BruteForceMap(graph).energy);
    ForAllLabelings(left.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(graph.Energy(eliminated->Restore(labeling)), left.Energy(labeling));
    });
    EXPECT_FALSE(EliminateCheapVariables(left)) << "more could have been eliminated";
  }
  EXPECT_GT(reduced, 3000);
  EXPECT_GT(solved, 500);
  EXPECT_GT(kept, 50);
}

TEST(EliminateCheapVariables, NothingIsLeftOfTreesAndPairsStayPairs) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    common::RandomStream random(seed, "cheap elimination");
    const int variables = 2 + static_cast<int>(random.UniformIndex(40));
    FactorGraph tree(std::vector<int>(variables, 3)), loops = tree;
    const auto add = [&](FactorGraph& graph, int a, int b) {
      std::vector<double> table(9);
      for (double& cost : table) cost = static_cast<double>(random.UniformIndex(100));
      graph.AddFactor({{a, b}}, table);
    };
    for (int v = 1; v < variables; ++v) {
      const auto parent = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(v)));
      add(tree, v, parent);
      add(loops, v, parent);
    }
    const auto solved = EliminateCheapVariables(tree);
    ASSERT_TRUE(solved);
    EXPECT_EQ(solved->graph().num_variables(), 0);
    EXPECT_EQ(tree.Energy(solved->Restore({})), solved->graph().constant());
    for (int v = 2; v < variables; v += 2) add(loops, v, static_cast<int>(random.UniformIndex(2)));
    const auto reduced = EliminateCheapVariables(loops);
    if (!reduced) continue;
    for (int f = 0; f < reduced->graph().num_factors(); ++f) EXPECT_LE(reduced->graph().scope(f).size(), 2u);
  }
}

TEST(EliminateCheapVariables, StopsWhenItIsToldTo) {
  FactorGraph chain({2, 2, 2, 2});
  for (int v = 0; v < 3; ++v) chain.AddFactor({{v, v + 1}}, {{0, 1, 1, 0}});
  EXPECT_FALSE(EliminateCheapVariables(chain, [] { return true; }));
  int asked = 0;
  const auto some = EliminateCheapVariables(chain, [&] { return ++asked > 2; });
  ASSERT_TRUE(some);
  EXPECT_EQ(some->graph().num_variables(), 2);
}

// A sum that is not a valid energy is never computed.
TEST(EliminateCheapVariables, LeavesWhatWouldBeTooLarge) {
  FactorGraph graph({2});
  for (int i = 0; i < 3; ++i) graph.AddFactor({{0}}, {{0.6 * kMaxEnergy, 0.6 * kMaxEnergy}});
  EXPECT_FALSE(EliminateCheapVariables(graph));
}

}  // namespace
}  // namespace structlab::graphical_models
