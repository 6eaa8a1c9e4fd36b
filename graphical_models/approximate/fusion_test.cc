#include "graphical_models/approximate/fusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

std::vector<Labeling> RandomLabelings(const FactorGraph& graph, int count, common::RandomStream& random) {
  std::vector<Labeling> labelings;
  for (int i = 0; i < count; ++i) labelings.push_back(RandomLabeling(graph.label_counts(), random));
  return labelings;
}

// The least energy of all labelings that take each label from one of the given ones.
double LeastEnergy(const FactorGraph& graph, const std::vector<Labeling>& labelings) {
  std::vector<std::set<Label>> choices(graph.num_variables());
  for (const Labeling& labeling : labelings) {
    for (size_t v = 0; v < labeling.size(); ++v) choices[v].insert(labeling[v]);
  }
  double least = kInfinity;
  Labeling labeling(choices.size(), 0);
  const auto try_all = [&](const auto& self, size_t variable) -> void {
    if (variable == choices.size()) {
      least = std::min(least, graph.Energy(labeling));
      return;
    }
    for (const Label label : choices[variable]) {
      labeling[variable] = label;
      self(self, variable + 1);
    }
  };
  try_all(try_all, 0);
  return least;
}

TEST(Fuse, IsTheBestOfAllMixtures) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fusion");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 3 == 0 ? 0.2 : 0.0}, random);
    const std::vector<Labeling> labelings =
        RandomLabelings(graph, 1 + static_cast<int>(random.UniformIndex(4)), random);
    const Labeling fused = Fuse(graph, labelings);
    EXPECT_EQ(graph.Energy(fused), LeastEnergy(graph, labelings));
    for (size_t v = 0; v < fused.size(); ++v) {
      EXPECT_TRUE(std::ranges::any_of(labelings, [&](const Labeling& each) { return each[v] == fused[v]; }));
    }
  }
}

FactorGraph RandomSquare(int side, common::RandomStream& random) {
  FactorGraph graph(std::vector<int>(static_cast<size_t>(side) * static_cast<size_t>(side), 3));
  const auto add_pair = [&](int a, int b) {
    std::vector<double> costs(9);
    for (double& cost : costs) cost = random.Normal();
    graph.AddFactor({{a, b}}, costs);
  };
  for (int v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) add_pair(v, v + 1);
    if (v + side < side * side) add_pair(v, v + side);
  }
  return graph;
}

// If elimination would need more memory than allowed, the minimum is not exact.
TEST(Fuse, IsNeverAboveTheFirstWhateverTheTreeWidth) {
  common::RandomStream random(1, "fusion of squares");
  const FactorGraph graph = RandomSquare(30, random);
  for (int i = 0; i < 10; ++i) {
    const std::vector<Labeling> labelings = RandomLabelings(graph, 2, random);
    const double exact_or_not = graph.Energy(Fuse(graph, labelings, {.max_entries = 100}));
    EXPECT_LT(exact_or_not, std::min(graph.Energy(labelings[0]), graph.Energy(labelings[1])) - 100);
  }
}

TEST(Fuse, GivesTheFirstWhereThereIsNoTime) {
  common::RandomStream random(2, "fusion without time");
  const FactorGraph graph = RandomSquare(10, random);
  std::vector<Labeling> labelings = RandomLabelings(graph, 2, random);
  EXPECT_EQ(Fuse(graph, labelings, {.run = {.stop = {.seconds = 0}}}), labelings[0]);
  labelings[1] = labelings[0];
  EXPECT_EQ(Fuse(graph, labelings), labelings[0]);
  EXPECT_TRUE(Fuse(FactorGraph(), std::vector<Labeling>{{}}).empty());
}

}  // namespace
}  // namespace structlab::graphical_models
