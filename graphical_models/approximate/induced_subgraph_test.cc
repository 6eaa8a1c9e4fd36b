#include "graphical_models/approximate/induced_subgraph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/testing/random_candidates.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Eliminates variables in reverse order in a graph of sets; returns the neighbours of each when it is
// eliminated.
std::vector<std::set<int>> SeparatorsByElimination(const FactorGraph& graph, std::span<const int> variables) {
  const int size = static_cast<int>(variables.size());
  std::vector<std::set<int>> joined(variables.size());
  const auto join = [&](int a, int b) {
    if (a == b) return;
    joined[a].insert(b);
    joined[b].insert(a);
  };
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    std::vector<int> inside;
    for (const int variable : graph.scope(factor)) {
      const auto place = std::ranges::find(variables, variable);
      if (place != variables.end()) inside.push_back(static_cast<int>(place - variables.begin()));
    }
    for (const int a : inside) {
      for (const int b : inside) join(a, b);
    }
  }
  for (int position = size; position-- > 0;) {
    const std::set<int> separator = joined[position];
    for (const int a : separator) {
      joined[a].erase(position);
      for (const int b : separator) join(a, b);
    }
  }
  return joined;
}

bool AllClustersAreSmall(const FactorGraph& graph, const std::vector<int>& counts,
                         std::span<const int> variables, int64_t max_entries) {
  const std::vector<std::set<int>> separators = SeparatorsByElimination(graph, variables);
  for (size_t position = 0; position < variables.size(); ++position) {
    if (separators[position].empty()) continue;
    int64_t entries = counts[variables[position]];
    for (const int other : separators[position]) {
      entries *= counts[variables[other]];
    }
    if (entries > max_entries) return false;
  }
  return true;
}

TEST(InducedSubgraph, GrowsWhileAllClustersAreSmall) {
  int refused = 0, largest = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "induced subgraph");
    const FactorGraph graph = RandomFactorGraph(
        {.max_variables = 9, .max_factors = 14, .max_arity = seed % 2 == 0 ? 2 : 3}, random);
    const FactorSlots slots(graph);
    const auto max_entries = static_cast<int64_t>(1 + random.UniformIndex(40));
    LabelCandidates candidates(graph.label_counts());
    InducedSubgraph subgraph(graph, slots, candidates, max_entries);
    for (int use = 0; use < 3; ++use) {
      subgraph.Clear();
      if (use > 0) DrawCandidates(graph, random, candidates);
      std::vector<int> expected;
      for (const int variable : random.Permutation(graph.num_variables())) {
        std::vector<int> larger = expected;
        larger.push_back(variable);
        const bool is_small = AllClustersAreSmall(graph, candidates.counts(), larger, max_entries);
        EXPECT_EQ(subgraph.Add(variable), is_small) << "variable " << variable;
        if (is_small) expected = larger;
        refused += is_small ? 0 : 1;
      }
      ASSERT_EQ(std::vector<int>(subgraph.variables().begin(), subgraph.variables().end()), expected);
      const std::vector<std::set<int>> separators = SeparatorsByElimination(graph, expected);
      for (int position = 0; position < subgraph.size(); ++position) {
        EXPECT_EQ(subgraph.position(expected[position]), position);
        const std::span<const int> separator = subgraph.separator(position);
        EXPECT_TRUE(std::ranges::is_sorted(separator));
        EXPECT_EQ(std::set<int>(separator.begin(), separator.end()), separators[position]);
        largest = std::max(largest, static_cast<int>(separator.size()));
      }
    }
  }
  EXPECT_GT(refused, 5'000);
  EXPECT_GE(largest, 4);
}

TEST(InducedSubgraph, HasEachVariableOnce) {
  const FactorGraph graph({2, 2});
  const FactorSlots slots(graph);
  const LabelCandidates candidates(graph.label_counts());
  InducedSubgraph subgraph(graph, slots, candidates, 1);
  EXPECT_EQ(subgraph.position(1), -1);
  EXPECT_TRUE(subgraph.Add(1)) << "alone, of any number of labels";
  EXPECT_FALSE(subgraph.Add(1));
  EXPECT_EQ(subgraph.size(), 1);
  subgraph.Clear();
  EXPECT_EQ(subgraph.size(), 0);
  EXPECT_EQ(subgraph.position(1), -1);
}

}  // namespace
}  // namespace structlab::graphical_models
