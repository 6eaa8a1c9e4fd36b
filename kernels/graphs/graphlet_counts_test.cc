#include "kernels/graphs/graphlet_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "common/statistics.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

using Counts = GraphletCounts;

// Counts all sets of nodes one by one; also the disconnected ones if asked for.
std::map<Graphlet, int64_t> CountBySets(const Graph& graph, int nodes, bool connected_only) {
  std::map<Graphlet, int64_t> counts;
  const CanonicalForms forms;
  std::vector<bool> in_set(graph.num_nodes());
  std::fill(in_set.begin(), in_set.begin() + std::min(nodes, graph.num_nodes()), true);
  if (graph.num_nodes() < nodes) return counts;
  do {
    GraphletRows rows{};
    std::vector<int> set;
    for (int node = 0; node < graph.num_nodes(); ++node) {
      if (in_set[node]) set.push_back(node);
    }
    for (size_t i = 0; i < set.size(); ++i) {
      for (size_t j = 0; j < set.size(); ++j) {
        if (graph.HasEdge(set[i], set[j])) rows[i] |= static_cast<uint16_t>(1 << j);
      }
    }
    if (!connected_only || IsConnected(rows, nodes)) ++counts[forms.OfRows(rows, nodes)];
  } while (std::prev_permutation(in_set.begin(), in_set.end()));
  return counts;
}

Counts AsCounts(const std::map<Graphlet, int64_t>& counts) {
  Counts list;
  for (const auto& [form, count] : counts) list.push_back({form, count});
  return list;
}

TEST(CountConnectedGraphlets, AreThoseOfTheWorkedExamples) {
  const CanonicalForms forms;
  const auto count = [&](const Graph& graph, int nodes) {
    return *CountConnectedGraphlets(graph, nodes, forms);
  };
  EXPECT_EQ(count(HouseWithTail(), 3), (Counts{{3, 5}, {7, 2}}));
  EXPECT_EQ(count(HouseWithTail(), 4), (Counts{{13, 4}, {15, 1}, {31, 1}}));
  EXPECT_EQ(count(HouseWithTail(), 5), (Counts{{58, 2}, {185, 1}, {187, 1}}));
  EXPECT_EQ(count(SixCycle(), 3), (Counts{{3, 6}}));
  EXPECT_EQ(count(SixCycle(), 4), (Counts{{13, 6}}));
  EXPECT_EQ(count(SixCycle(), 5), (Counts{{58, 6}}));
  EXPECT_EQ(count(SixCycle(), 1), (Counts{{0, 6}}));
  EXPECT_EQ(count(SixCycle(), 7), Counts{});
  EXPECT_EQ(count(Graph(), 3), Counts{});
}

TEST(CountConnectedGraphlets, FindsEachSetOnce) {
  const CanonicalForms forms;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "enumeration");
    const int n = 1 + static_cast<int>(stream.UniformIndex(12));
    const Graph graph = RandomGraph(n, stream.Uniform(), stream);
    for (int nodes = 2; nodes <= 9; ++nodes) {
      const Counts expected = AsCounts(CountBySets(graph, nodes, true));
      EXPECT_EQ(CountConnectedGraphlets(graph, nodes, forms), expected);
      int64_t all = 0;
      for (const auto& [form, count] : expected) all += count;
      EXPECT_EQ(CountConnectedGraphlets(graph, nodes, forms, all), expected);
      if (all > 0) {
        EXPECT_EQ(CountConnectedGraphlets(graph, nodes, forms, all - 1), std::nullopt);
      }
    }
  }
}

// A hub with a million leaves, and an edge whose ends have many common neighbours without other edges: too
// large to visit all sets of three nodes.
TEST(CountAllGraphlets, EndsForHubs) {
  constexpr int kNodes = 1 << 20;
  std::vector<Edge> rays;
  for (int leaf = 0; leaf + 1 < kNodes; ++leaf) rays.push_back({leaf, kNodes - 1});
  std::vector<double> stars(11);
  const double leaves = kNodes - 1;
  stars[0] = leaves * (leaves - 1) / 2 * (leaves - 2) / 3 * (leaves - 3) / 4;
  stars[3] = leaves * (leaves - 1) / 2 * (leaves - 2) / 3;
  const std::vector<double> counts = CountAllGraphlets(Graph(kNodes, rays), 4);
  for (size_t i = 0; i < 11; ++i) EXPECT_NEAR(counts[i], stars[i], 1e-14 * stars[i]) << i;

  constexpr int kPages = 200'000;
  std::vector<Edge> book = {{0, 1}};
  for (int page = 2; page < kPages + 2; ++page) {
    book.push_back({0, page});
    book.push_back({1, page});
  }
  const std::vector<double> of_book = CountAllGraphlets(Graph(kPages + 2, book), 4);
  const double pages = kPages;
  std::vector<double> expected(11);
  expected[0] = pages * (pages - 1) / 2 * (pages - 2) / 3 * (pages - 3) / 4;
  expected[3] = 2 * (pages * (pages - 1) / 2 * (pages - 2) / 3);  // one end of the edge, three pages
  expected[9] = pages * (pages - 1) / 2;                          // both and two pages
  for (size_t i = 0; i < 11; ++i) EXPECT_NEAR(of_book[i], expected[i], 1e-14 * expected[i]) << i;
}

TEST(CountAllGraphlets, AreThoseOfTheWorkedExamples) {
  using Doubles = std::vector<double>;
  // The forms in ascending order: 0, 1, 3, 7 and 0, 1, 3, 7, 11, 12, 13, 15, 30, 31, 63.
  EXPECT_EQ(CountAllGraphlets(HouseWithTail(), 3), (Doubles{1, 12, 5, 2}));
  EXPECT_EQ(CountAllGraphlets(HouseWithTail(), 4), (Doubles{0, 0, 3, 0, 3, 3, 4, 1, 0, 1, 0}));
  EXPECT_EQ(CountAllGraphlets(SixCycle(), 3), (Doubles{2, 12, 6, 0}));
  EXPECT_EQ(CountAllGraphlets(SixCycle(), 4), (Doubles{0, 0, 6, 0, 0, 3, 6, 0, 0, 0, 0}));
  EXPECT_EQ(CountAllGraphlets(GraphOf(3, {{0, 1}}), 4), Doubles(11));
}

TEST(CountAllGraphlets, EqualAllSetsOneAfterTheOther) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "all");
    const int n = 3 + static_cast<int>(stream.UniformIndex(12));
    const Graph graph = RandomGraph(n, stream.Uniform(), stream);
    for (const int nodes : {3, 4}) {
      std::map<Graphlet, int64_t> by_sets = CountBySets(graph, nodes, false);
      std::vector<double> expected;
      for (const Graphlet form : SmallForms(nodes)) expected.push_back(static_cast<double>(by_sets[form]));
      EXPECT_EQ(CountAllGraphlets(graph, nodes), expected);
    }
  }
}

// All sets are equally likely: over 40 seeds the mean frequency is within five standard errors.
TEST(SampleAllGraphlets, AreAsFrequentAsAllSets) {
  common::RandomStream stream(1, "graph");
  const Graph graph = RandomGraph(12, 0.4, stream);
  const std::vector<double> exact = CountAllGraphlets(graph, 4);
  const double sets = std::accumulate(exact.begin(), exact.end(), 0.0);
  std::vector<std::vector<double>> frequencies(exact.size());
  for (uint64_t seed = 0; seed < 40; ++seed) {
    common::RandomStream draws(seed, "draws");
    const std::vector<double> counts = SampleAllGraphlets(graph, 4, 2000, draws);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), 2000);
    for (size_t i = 0; i < counts.size(); ++i) frequencies[i].push_back(counts[i] / 2000);
  }
  for (size_t i = 0; i < exact.size(); ++i) {
    const double error = common::StandardDeviation(frequencies[i]) / std::sqrt(40.0);
    EXPECT_NEAR(common::Mean(frequencies[i]), exact[i] / sets, 5 * error + 1e-12) << i;
  }
}

TEST(SampleAllGraphlets, GiveNothingWithoutEnoughNodes) {
  common::RandomStream stream(1, "few");
  EXPECT_EQ(SampleAllGraphlets(GraphOf(3, {{0, 1}}), 4, 100, stream), std::vector<double>(11));
}

TEST(GraphletSampleSize, IsThatOfTheBound) {
  EXPECT_EQ(GraphletSampleSize(11, 0.05, 0.05), 8497);
  EXPECT_EQ(GraphletSampleSize(4, 0.05, 0.05), 4615);
  EXPECT_EQ(GraphletSampleSize(34, 0.05, 0.05), 21251);
  EXPECT_EQ(MessageOf([] { GraphletSampleSize(0, 0.1, 0.1); }), "num_graphlets: expected 1 or more, found 0");
  EXPECT_EQ(MessageOf([] { GraphletSampleSize(1, 0, 0.1); }), "epsilon: expected above 0, found 0");
  EXPECT_EQ(MessageOf([] { GraphletSampleSize(1, 1e-30, 0.1); }),
            "epsilon: expected a value that fewer than 2^62 samples reach, found 1e-30");
  EXPECT_EQ(MessageOf([] { GraphletSampleSize(1, 0.1, 1); }), "delta: expected between 0 and 1, found 1");
}

TEST(CountGraphlets, RefusesWrongArguments) {
  const CanonicalForms forms;
  EXPECT_EQ(MessageOf([&] { CountConnectedGraphlets(SixCycle(), 0, forms); }),
            "nodes: expected 1 to 9, found 0");
  EXPECT_EQ(MessageOf([&] { CountConnectedGraphlets(SixCycle(), 3, forms, 9, NodeLabels::kUse); }),
            "labels: expected graphs with node labels, found graph 0 without");
  EXPECT_EQ(MessageOf([&] { CountAllGraphlets(SixCycle(), 5); }), "nodes: expected 3 or 4, found 5");
  EXPECT_EQ(MessageOf([&] { CountAllGraphlets(Graph((1 << 20) + 1, {}), 3); }),
            "graph: expected at most 2^20 nodes, found 1048577");
  common::RandomStream stream(1, "refused");
  EXPECT_EQ(MessageOf([&] { SampleAllGraphlets(SixCycle(), 8, 1, stream); }),
            "nodes: expected 2 to 7, found 8");
  EXPECT_EQ(MessageOf([&] { SampleAllGraphlets(SixCycle(), 4, -1, stream); }),
            "samples: expected 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::kernels
