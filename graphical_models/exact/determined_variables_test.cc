#include "graphical_models/exact/determined_variables.h"

#include <gtest/gtest.h>

#include <set>

#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/all_labelings.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Some pairs of which each label allows at most one of the other variable.
void BindPairs(common::RandomStream& random, FactorGraph& graph) {
  if (graph.num_variables() < 2) return;
  const auto bonds = random.UniformIndex(4);
  for (uint64_t bond = 0; bond < bonds; ++bond) {
    const std::vector<int> pair = random.SampleWithoutReplacement(graph.num_variables(), 2);
    const int rows = graph.num_labels(pair[0]), columns = graph.num_labels(pair[1]);
    std::vector<double> table(static_cast<size_t>(rows * columns), kInfinity);
    for (int row = 0; row < rows; ++row) {
      const auto column = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(columns) + 1));
      if (column == columns) continue;
      table[static_cast<size_t>(row * columns + column)] = static_cast<double>(random.UniformIndex(5));
    }
    graph.AddFactor(pair, table);
  }
}

// The labelings of the result are, with their energies, all of finite energy, and each once.
TEST(DeterminedVariables, KeepEveryAllowedLabelingAndItsEnergy) {
  int substituted = 0, allowed = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "determined variables");
    FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 2 == 0 ? 0.1 : 0.0}, random);
    BindPairs(random, graph);
    const auto result = SubstituteDeterminedVariables(graph);
    if (!result) continue;
    ++substituted;
    EXPECT_LT(result->graph.num_variables(), graph.num_variables());
    EXPECT_EQ(result->graph.num_factors(), graph.num_factors());
    for (int factor = 0; factor < graph.num_factors(); ++factor) {
      EXPECT_LE(result->graph.table(factor).size(), graph.table(factor).size());
    }
    std::set<Labeling> expected, found;
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      if (graph.Energy(labeling) < kInfinity) expected.insert(labeling);
    });
    ForAllLabelings(result->graph.label_counts(), [&](const Labeling& labeling) {
      const Labeling restored = result->Restore(labeling);
      const double energy = result->graph.Energy(labeling);
      ASSERT_EQ(energy, graph.Energy(restored));
      if (energy == kInfinity) return;
      EXPECT_TRUE(found.insert(restored).second);
    });
    EXPECT_EQ(found, expected);
    allowed += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(substituted, 3'000);
  EXPECT_GT(allowed, 1'000);
}

// As in the assignment of frequencies, whose variables come in pairs at a fixed distance.
TEST(DeterminedVariables, OneOfTwoAtAFixedDistanceIsLeft) {
  FactorGraph graph({4, 4, 4});
  std::vector<double> distance_of_two(16, kInfinity);
  for (const int entry : {0 * 4 + 2, 1 * 4 + 3, 2 * 4 + 0, 3 * 4 + 1})
    distance_of_two[static_cast<size_t>(entry)] = 0;
  graph.AddFactor({{1, 2}}, distance_of_two);
  std::vector<double> costs(16);
  for (size_t i = 0; i < costs.size(); ++i) costs[i] = static_cast<double>(i);
  graph.AddFactor({{0, 2}}, costs);
  const auto result = SubstituteDeterminedVariables(graph);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->graph.num_variables(), 2);
  EXPECT_EQ(result->Restore({3, 1}), (Labeling{3, 1, 3}));
  EXPECT_EQ(result->graph.Energy(Labeling{3, 1}), 15);
}

TEST(DeterminedVariables, NoneIsNothing) {
  FactorGraph graph({2, 3, 2});
  graph.AddFactor({{0, 1}}, {{0, 1, 2, 3, 4, kInfinity}});
  // The label of the second follows from that of the third, but has fewer values.
  graph.AddFactor({{1, 2}}, {{0, kInfinity, kInfinity, 0, 0, kInfinity}});
  EXPECT_FALSE(SubstituteDeterminedVariables(graph));
  EXPECT_FALSE(SubstituteDeterminedVariables(FactorGraph()));
}

}  // namespace
}  // namespace structlab::graphical_models
