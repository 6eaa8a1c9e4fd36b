#include "graphical_models/exact/elimination_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// Both orders by their definition, in O(variables^4) time.
std::vector<EliminationStep> SlowOrder(const FactorGraph& graph, bool min_fill) {
  const size_t n = graph.num_variables();
  std::vector<std::set<size_t>> neighbors(n);
  for (int f = 0; f < graph.num_factors(); ++f) {
    for (const int a : graph.scope(f)) {
      for (const int b : graph.scope(f)) {
        if (a != b && graph.num_labels(a) > 1 && graph.num_labels(b) > 1) neighbors[a].insert(b);
      }
    }
  }
  std::vector<EliminationStep> steps, of_one_label;
  std::set<size_t> left;
  for (size_t v = 0; v < n; ++v) {
    if (graph.num_labels(static_cast<int>(v)) > 1) {
      left.insert(v);
    } else {
      of_one_label.push_back({static_cast<int>(v), {}});
    }
  }
  while (!left.empty()) {
    size_t best = n, least = std::numeric_limits<size_t>::max();
    for (const size_t v : left) {
      size_t fill = 0;
      for (const size_t a : neighbors[v]) {
        for (const size_t b : neighbors[v]) fill += a < b && !neighbors[a].contains(b);
      }
      if (!min_fill) fill = v;
      if (fill >= least) continue;
      least = fill;
      best = v;
    }
    const std::set<size_t> separator = neighbors[best];
    for (const size_t a : separator) {
      for (const size_t b : separator) {
        if (a != b) neighbors[a].insert(b);
      }
      neighbors[a].erase(best);
    }
    left.erase(best);
    steps.push_back({static_cast<int>(best), Scope(separator.begin(), separator.end())});
  }
  steps.insert(steps.end(), of_one_label.begin(), of_one_label.end());
  return steps;
}

int64_t Entries(const FactorGraph& graph, const std::vector<EliminationStep>& steps) {
  int64_t entries = 0;
  for (const EliminationStep& step : steps) entries += TableSize(step.separator, graph.label_counts());
  return entries;
}

TEST(EliminationOrder, IsTheBetterOfTheTwoByTheirDefinition) {
  int by_index = 0, with_one_label = 0;
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "elimination order");
    const FactorGraph graph =
        RandomFactorGraph({.max_variables = 12, .max_labels = 6, .max_factors = 24}, random);
    const auto min_fill = SlowOrder(graph, true), indices = SlowOrder(graph, false);
    const bool index_is_better = Entries(graph, indices) < Entries(graph, min_fill);
    const auto& expected = index_is_better ? indices : min_fill;
    const auto steps = EliminationOrder(graph, kNoLimit);
    ASSERT_EQ(steps.size(), expected.size());
    for (size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(steps[i].variable, expected[i].variable);
      EXPECT_EQ(steps[i].separator, expected[i].separator);
    }
    by_index += index_is_better;
    with_one_label += std::ranges::count(graph.label_counts(), 1) > 0;
  }
  EXPECT_GT(by_index, 10);
  EXPECT_GT(with_one_label, 100);
}

TEST(EliminationOrder, GridsNeedNoSeparatorLargerThanARow) {
  const GridShape shape = {.width = 12, .height = 15, .labels = 2};
  const FactorGraph grid =
      ToFactorGraph(GridEnergy<double>(shape, std::vector<double>(12 * 15 * 2, 1.0), Potts{}, 1.0));
  for (const EliminationStep& step : EliminationOrder(grid, kNoLimit)) EXPECT_LE(step.separator.size(), 12u);
}

TEST(EliminationOrder, TreesHaveSeparatorsOfOneVariable) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    common::RandomStream random(seed, "min fill of trees");
    const PairwiseEnergy tree =
        RandomPairwiseEnergy({.max_variables = 30, .graph = GraphClass::kTree}, random);
    for (const EliminationStep& step : EliminationOrder(ToFactorGraph(tree), kNoLimit)) {
      EXPECT_LE(step.separator.size(), 1u);
    }
  }
}

// One variable joined to all others must not make it slow.
TEST(EliminationOrder, LargeStarsTakeLittleTime) {
  const int n = 50'000;
  FactorGraph star(Scope(n, 2));
  star.AddFactor(Scope{0, 1}, std::vector<double>(4, 0.0));
  for (int v = 2; v < n; ++v) star.AddFactorSharing(Scope{0, v}, 0);
  const auto steps = EliminationOrder(star, kNoLimit);
  EXPECT_EQ(steps.size(), static_cast<size_t>(n));
  for (const EliminationStep& step : steps) EXPECT_LE(step.separator.size(), 1u);
}

// Variables of one label, of which a small table may have any number, must not make it slow.
TEST(EliminationOrder, VariablesOfOneLabelTakeLittleTime) {
  const int n = 200'000;
  Scope counts(n, 1), all(n);
  counts[0] = counts[1] = counts[2] = 2;
  std::iota(all.begin(), all.end(), 0);
  FactorGraph graph(counts);
  graph.AddFactor(all, std::vector<double>(8, 0.0));
  graph.AddFactor(Scope{0, 3}, std::vector<double>(2, 0.0));
  for (int v = 4; v < n; ++v) graph.AddFactorSharing(Scope{0, v}, 1);
  const auto steps = EliminationOrder(graph, 7);
  ASSERT_EQ(steps.size(), static_cast<size_t>(n));
  EXPECT_EQ(steps[0].separator, (Scope{1, 2}));
  EXPECT_EQ(steps[2].separator, Scope{});
  EXPECT_EQ(steps[3].variable, 3);
}

// Clusters of 8, 4 and 2 joint labels.
TEST(EliminationOrder, CountsWhatIsRead) {
  FactorGraph graph({2, 2, 2});
  for (const Scope& pair : {Scope{0, 1}, {1, 2}, {0, 2}}) graph.AddFactor(pair, std::vector<double>(4, 0.0));
  graph.AddFactor(Scope{2}, std::vector<double>(2, 0.0));
  // Step 1 reads factors 01 and 02, step 2 factor 12 and a message, step 3 the rest.
  const double reads = TableReads(graph, EliminationOrder(graph, kNoLimit));
  EXPECT_EQ(reads, 8 * 2 + 4 * 2 + 2 * 2);
}

FactorGraph CompleteGraph(int n) {
  FactorGraph graph(Scope(static_cast<size_t>(n), 2));
  graph.AddFactor(Scope{0, 1}, std::vector<double>(4, 0.0));
  for (int a = 0; a < n; ++a) {
    for (int b = std::max(2, a + 1); b < n; ++b) graph.AddFactorSharing(Scope{a, b}, 0);
  }
  return graph;
}

TEST(EliminationOrder, RefusesTooLargeMessages) {
  // Four variables: separators of 3, 2, 1 and 0 of them, 8 + 4 + 2 + 1 entries.
  EXPECT_EQ(MessageOf([] { EliminationOrder(CompleteGraph(4), 15); }), "no error");
  EXPECT_EQ(MessageOf([] { EliminationOrder(CompleteGraph(4), 14); }),
            "elimination of variables: expected messages of at most 14 entries together, found more, one of "
            "them over 0 variables; use an approximate method, or raise max_bytes");
  EXPECT_EQ(MessageOf([] { EliminationOrder(CompleteGraph(4), 7); }),
            "elimination of variables: expected messages of at most 7 entries together, found more, one of "
            "them over 3 variables; use an approximate method, or raise max_bytes");
  // Found without a search.
  EXPECT_EQ(
      MessageOf([] { EliminationOrder(CompleteGraph(600), 1'000'000); }),
      "elimination of variables: expected messages of at most 1000000 entries together, found more, one "
      "of them over 300 variables; use an approximate method, or raise max_bytes");
  FactorGraph wide(Scope(2, std::numeric_limits<int>::max()));
  EXPECT_EQ(MessageOf([&] { EliminationOrder(wide, 1); }),
            "elimination of variables: expected messages of at most 1 "
            "entries together, found more, one of them over 0 variables; use an approximate method, or raise "
            "max_bytes");
}

TEST(EliminationOrder, NoVariableNeedsNoStep) { EXPECT_TRUE(EliminationOrder(FactorGraph(), 0).empty()); }

}  // namespace
}  // namespace structlab::graphical_models
