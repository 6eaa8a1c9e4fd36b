#include "graphical_models/model/testing/random_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/label_metric.h"

namespace structlab::graphical_models {
namespace {

constexpr uint64_t kSeeds = 500;

common::RandomStream Stream(uint64_t seed) { return common::RandomStream(seed, "random_models_test"); }

TEST(RandomModels, DependOnTheStreamOnly) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream first = Stream(seed), second = Stream(seed);
    EXPECT_EQ(RandomFactorGraph({}, first), RandomFactorGraph({}, second));
    EXPECT_EQ(RandomPairwiseEnergy({}, first), RandomPairwiseEnergy({}, second));
    EXPECT_EQ(RandomGridEnergy<float>({}, first), RandomGridEnergy<float>({}, second));
  }
}

TEST(RandomModels, PotentialsAreOfTheClassThatIsAskedFor) {
  int broken_triangles = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random = Stream(seed);
    const int labels = 1 + static_cast<int>(seed % 5);
    EXPECT_FALSE(FindMetricViolation(RandomPotential(PotentialClass::kMetric, labels, 9, random), labels));
    const PairwisePotential semi = RandomPotential(PotentialClass::kSemiMetric, labels, 9, random);
    EXPECT_FALSE(FindSemiMetricViolation(semi, labels));
    if (FindMetricViolation(semi, labels)) ++broken_triangles;
    const PairwisePotential d = RandomPotential(PotentialClass::kSubmodular, labels, 9, random);
    for (Label a = 0; a + 1 < labels; ++a) {
      for (Label b = 0; b + 1 < labels; ++b) EXPECT_LE(d(a, b) + d(a + 1, b + 1), d(a, b + 1) + d(a + 1, b));
    }
  }
  EXPECT_GT(broken_triangles, 50);
}

TEST(RandomModels, TreesAreConnectedWithoutCycles) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    common::RandomStream random = Stream(seed);
    const PairwiseEnergy energy = RandomPairwiseEnergy({.graph = GraphClass::kTree}, random);
    ASSERT_EQ(energy.num_edges(), energy.num_variables() - 1);
    std::vector<int> component(energy.num_variables());
    for (size_t v = 0; v < component.size(); ++v) component[v] = static_cast<int>(v);
    for (const PairwiseEdge& edge : energy.edges()) {
      const int from = component[edge.p], to = component[edge.q];
      EXPECT_NE(from, to);
      std::replace(component.begin(), component.end(), from, to);
    }
  }
}

TEST(RandomModels, VaryInSizeAndKind) {
  std::set<int> variables, factors, widths;
  std::set<bool> per_edge, infinite;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    common::RandomStream random = Stream(seed);
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = 0.05}, random);
    variables.insert(graph.num_variables());
    factors.insert(graph.num_factors());
    infinite.insert(graph.Energy(RandomLabeling(graph.label_counts(), random)) > 1e300);
    const GridEnergy<double> grid = RandomGridEnergy<double>({}, random);
    widths.insert(grid.shape().width);
    per_edge.insert(grid.weights().per_edge());
  }
  EXPECT_EQ(variables.size(), 6u);
  EXPECT_EQ(factors.size(), 9u);
  EXPECT_EQ(widths.size(), 3u);
  EXPECT_EQ(per_edge.size(), 2u);
  EXPECT_EQ(infinite.size(), 2u);
}

}  // namespace
}  // namespace structlab::graphical_models
