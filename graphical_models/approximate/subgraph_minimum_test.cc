#include "graphical_models/approximate/subgraph_minimum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/random_stream.h"
#include "graphical_models/approximate/testing/random_candidates.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

bool Has(const LabelCandidates& candidates, int variable, Label label) {
  for (int i = 0; i < candidates.counts()[variable]; ++i) {
    if (candidates.label(variable, static_cast<size_t>(i)) == label) return true;
  }
  return false;
}

// By trying all labelings with candidates inside and the same labels outside.
double LeastWithin(const FactorGraph& graph, const LabelCandidates& candidates,
                   const InducedSubgraph& subgraph, const Labeling& labeling) {
  double least = kInfinity;
  ForAllLabelings(graph.label_counts(), [&](const Labeling& other) {
    for (int variable = 0; variable < graph.num_variables(); ++variable) {
      const auto v = static_cast<size_t>(variable);
      if (!(subgraph.position(variable) < 0 ? other[v] == labeling[v] : Has(candidates, variable, other[v])))
        return;
    }
    least = std::min(least, graph.Energy(other));
  });
  return least;
}

// One object for several subgraphs, so that remains of the previous one would be noticed.
TEST(SubgraphMinimum, IsThatOfAllLabelingsOfTheSubgraph) {
  int fell = 0, forbidden = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "subgraph minimum");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 3 == 0 ? 0.2 : 0.0}, random);
    const FactorSlots slots(graph);
    LabelCandidates candidates(graph.label_counts());
    SubgraphMinimum minimum(graph, slots, candidates);
    InducedSubgraph subgraph(graph, slots, candidates, static_cast<int64_t>(1 + random.UniformIndex(100)));
    Labeling labeling = RandomLabeling(graph.label_counts(), random);
    for (int use = 0; use < 4; ++use) {
      subgraph.Clear();
      if (use > 0) DrawCandidates(graph, random, candidates);
      const auto wanted = static_cast<int>(1 + random.UniformIndex(6));
      for (const int variable : random.Permutation(graph.num_variables())) {
        if (subgraph.size() < wanted) subgraph.Add(variable);
      }
      const Labeling before = labeling;
      // Labels that are not candidates may be better than all candidates.
      const double least = std::min(LeastWithin(graph, candidates, subgraph, before), graph.Energy(before));
      const bool has_fallen = minimum.Improve(subgraph, random, labeling);
      EXPECT_EQ(graph.Energy(labeling), least);
      // If a factor elsewhere is infinite, the costs of the subgraph may still have fallen.
      if (least < kInfinity) {
        EXPECT_EQ(has_fallen, least < graph.Energy(before));
      }
      for (int variable = 0; variable < graph.num_variables(); ++variable) {
        const auto v = static_cast<size_t>(variable);
        EXPECT_TRUE(subgraph.position(variable) >= 0 || labeling[v] == before[v]);
      }
      fell += has_fallen ? 1 : 0;
      forbidden += least == kInfinity ? 1 : 0;
    }
  }
  EXPECT_GT(fell, 5'000);
  EXPECT_GT(forbidden, 500);
}

// After each stop the object is used for another labeling, so that remains would be noticed.
TEST(SubgraphMinimum, StopsBetweenVariablesAndCanBeUsedAgain) {
  int stopped = 0;
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "stop");
    const FactorGraph graph = RandomFactorGraph({}, random);
    const FactorSlots slots(graph);
    const LabelCandidates candidates(graph.label_counts());
    SubgraphMinimum minimum(graph, slots, candidates);
    InducedSubgraph subgraph(graph, slots, candidates, 100);
    for (int variable = 1; variable < graph.num_variables(); ++variable) subgraph.Add(variable);
    for (int steps = 0; steps < subgraph.size(); ++steps) {
      const Labeling start = RandomLabeling(graph.label_counts(), random);
      Labeling labeling = start;
      int left = steps;
      EXPECT_FALSE(minimum.Improve(subgraph, random, labeling, [&left] { return left-- == 0; }));
      EXPECT_EQ(labeling, start);
      ++stopped;

      Labeling other = RandomLabeling(graph.label_counts(), random);
      const double least = LeastWithin(graph, candidates, subgraph, other);
      minimum.Improve(subgraph, random, other, [] { return false; });
      EXPECT_EQ(graph.Energy(other), least);
    }
  }
  EXPECT_GT(stopped, 1'000);
}

// Four labelings of two variables have the same least cost, two cost more.
TEST(SubgraphMinimum, PrefersNoneOfEquals) {
  FactorGraph graph({3, 2});
  graph.AddFactor({{0, 1}}, {{1.0, 1.0, 2.0, 2.0, 1.0, 1.0}});
  const FactorSlots slots(graph);
  const LabelCandidates candidates(graph.label_counts());
  InducedSubgraph subgraph(graph, slots, candidates, 6);
  ASSERT_TRUE(subgraph.Add(0) && subgraph.Add(1));
  SubgraphMinimum minimum(graph, slots, candidates);
  common::RandomStream random(1, "equals");
  std::set<Labeling> seen;
  Labeling labeling = {0, 0};
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(minimum.Improve(subgraph, random, labeling));
    seen.insert(labeling);
  }
  EXPECT_EQ(seen, (std::set<Labeling>{{0, 0}, {0, 1}, {2, 0}, {2, 1}}));
}

}  // namespace
}  // namespace structlab::graphical_models
