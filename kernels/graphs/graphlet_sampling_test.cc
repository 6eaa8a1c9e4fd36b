#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "common/statistics.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

constexpr int kSeeds = 40;

int64_t Total(const GraphletCounts& counts) {
  int64_t total = 0;
  for (const GraphletCount& count : counts) total += count.count;
  return total;
}

// Over 40 seeds, the mean share of every form is within five standard errors of the expected one (forms below
// 1% are not checked), and no other form is sampled.
void ExpectShares(const Graph& graph, int nodes, const GraphletSampling& sampling,
                  const std::map<uint64_t, double>& expected) {
  const CanonicalForms forms;
  std::map<uint64_t, std::vector<double>> shares;
  for (const auto& [form, share] : expected) shares[form].resize(kSeeds);
  for (int seed = 0; seed < kSeeds; ++seed) {
    common::RandomStream stream(static_cast<uint64_t>(seed), "chain");
    const GraphletCounts counts = SampleConnectedGraphlets(graph, nodes, sampling, forms, stream);
    EXPECT_EQ(Total(counts), sampling.samples);
    for (const auto& [form, count] : counts) {
      ASSERT_TRUE(expected.contains(form)) << form;
      shares[form][seed] = static_cast<double>(count) / sampling.samples;
    }
  }
  for (const auto& [form, share] : expected) {
    if (share < 0.01) continue;
    const double error = common::StandardDeviation(shares[form]) / std::sqrt(kSeeds);
    EXPECT_NEAR(common::Mean(shares[form]), share, 5 * error + 1e-12) << form;
  }
}

// The share of each form among all connected subgraphs.
std::map<uint64_t, double> SharesOfAll(const Graph& graph, int nodes,
                                       NodeLabels labels = NodeLabels::kIgnore) {
  const GraphletCounts counts = *CountConnectedGraphlets(graph, nodes, CanonicalForms(), INT64_MAX, labels);
  std::map<uint64_t, double> shares;
  for (const auto& [form, count] : counts) {
    shares[form] = static_cast<double>(count) / static_cast<double>(Total(counts));
  }
  return shares;
}

// The stationary distribution of the exact transition matrix for beta(e) = 1 + e.
TEST(SampleConnectedGraphlets, HasTheDistributionOfTheWorkedExample) {
  ExpectShares(HouseWithTail(), 3, {.samples = 4000, .burn_in = 100, .edge_weights = {1, 2, 3, 4}},
               {{3, 0.65217391304}, {7, 0.34782608696}});
}

TEST(SampleConnectedGraphlets, MakesAllConnectedSubgraphsEquallyLikely) {
  common::RandomStream stream(3, "graph");
  const Graph graph = RandomGraph(14, 0.25, stream);
  for (const int nodes : {2, 4, 6, 8, 9}) {
    SCOPED_TRACE(nodes);
    ExpectShares(graph, nodes, {.samples = 2000, .burn_in = 300}, SharesOfAll(graph, nodes));
  }
}

TEST(SampleConnectedGraphlets, WeighsSubgraphsByTheirEdges) {
  common::RandomStream stream(5, "graph");
  const Graph graph = RandomGraph(12, 0.35, stream);
  const std::vector<double> weights = {1, 1, 1, 5, 1, 0.5, 8};
  std::map<uint64_t, double> expected = SharesOfAll(graph, 4);
  double sum = 0;
  for (auto& [form, share] : expected) sum += share *= weights[std::popcount(form)];
  for (auto& [form, share] : expected) share /= sum;
  ExpectShares(graph, 4, {.samples = 2000, .burn_in = 300, .edge_weights = weights}, expected);
}

// A chain cannot leave its component.
TEST(SampleConnectedGraphlets, SharesSamplesOutAmongComponents) {
  const Graph graph = DisjointUnion(DisjointUnion(HouseWithTail(), GraphOf(3, {{0, 1}, {1, 2}})), SixCycle());
  for (const int nodes : {3, 5}) {
    SCOPED_TRACE(nodes);
    ExpectShares(graph, nodes, {.samples = 500, .burn_in = 50}, SharesOfAll(graph, nodes));
  }
}

TEST(SampleConnectedGraphlets, UsesLabels) {
  common::RandomStream stream(7, "graph");
  const Graph graph = RandomLabelledGraph(10, 0.3, 2, false, stream);
  ExpectShares(graph, 4, {.samples = 500, .burn_in = 100, .labels = NodeLabels::kUse},
               SharesOfAll(graph, 4, NodeLabels::kUse));
  EXPECT_GT(SharesOfAll(graph, 4, NodeLabels::kUse).size(), SharesOfAll(graph, 4).size());
}

Graph Star(int leaves) {
  std::vector<std::pair<int, int>> rays;
  for (int leaf = 1; leaf <= leaves; ++leaf) rays.push_back({0, leaf});
  return GraphOf(leaves + 1, rays);
}

Graph Complete(int nodes) {
  common::RandomStream stream(1, "complete");
  return RandomGraph(nodes, 1, stream);
}

int64_t CountOf(const GraphletCounts& counts, Graphlet form) {
  for (const auto& count : counts) {
    if (count.form == form) return count.count;
  }
  return 0;
}

// A path of 40 nodes has 32 subgraphs of 9 nodes; the dense graph next to it has some 14 million.
TEST(SampleConnectedGraphlets, GivesComponentsNoMoreThanTheirShare) {
  common::RandomStream stream(9, "graph");
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i + 1 < 40; ++i) edges.push_back({i, i + 1});
  const Graph graph = DisjointUnion(RandomGraph(30, 0.9, stream), GraphOf(40, edges));
  const CanonicalForms forms;
  const GraphletCounts counts =
      SampleConnectedGraphlets(graph, 9, {.samples = 2050, .burn_in = 20}, forms, stream);
  EXPECT_EQ(Total(counts), 2050);
  Graphlet path = 0;
  for (int i = 0; i < 8; ++i) path |= Graphlet{1} << FirstPairOf(i, 9);
  EXPECT_LE(CountOf(counts, forms.Of(path, 9)), 1);  // 0.005 are to be expected
}

// Components with more subgraphs of six nodes than are enumerated: a star has C(leaves, 5), a complete graph
// C(nodes, 6). The estimate from one set is exact for a complete graph. For a star it is (leaves + 1) / 2
// times the true value with probability 1 / (leaves + 1), when the set starts at the hub, and otherwise about
// half of it. So with m sets its relative variance is less than (leaves + 1) / 4 m.
TEST(SampleConnectedGraphlets, EstimatesTheSharesOfLargeComponents) {
  const CanonicalForms forms;
  const Graphlet star = forms.Of(31, 6);
  struct {
    Graph graph;
    double stars, all;  // subgraphs
    int leaves, growths;
  } const cases[] = {
      {DisjointUnion(Star(30), Complete(24)), 142'506, 277'102, 30, 10'000},
      // All components except the last are small enough to enumerate; the last one is the star.
      {DisjointUnion(DisjointUnion(DisjointUnion(Complete(18), Complete(18)),
                                   DisjointUnion(Complete(18), Complete(18))),
                     DisjointUnion(Complete(18), Star(18))),
       8'568, 101'388, 18, 20'000},
  };
  for (const auto& [graph, stars, all, leaves, growths] : cases) {
    SCOPED_TRACE(leaves);
    constexpr int kRuns = 12, kSamples = 500;
    double share = 0;
    for (uint64_t seed = 0; seed < kRuns; ++seed) {
      common::RandomStream stream(seed, "shares");
      const GraphletCounts counts =
          SampleConnectedGraphlets(graph, 6, {.samples = kSamples, .burn_in = 5}, forms, stream);
      EXPECT_EQ(Total(counts), kSamples);
      share += static_cast<double>(CountOf(counts, star)) / kSamples / kRuns;
    }
    const double p = stars / all, spread = p * (1 - p);
    const double variance = spread / kSamples + spread * spread * (leaves + 1) / (4.0 * growths);
    EXPECT_NEAR(share, p, 4 * std::sqrt(variance / kRuns));
  }
}

// Few subgraphs are enumerated, but each has many neighbours.
TEST(SampleConnectedGraphlets, EndsForHubs) {
  const Graph graph = DisjointUnion(Star(50'000), Star(50'000));
  const CanonicalForms forms;
  common::RandomStream stream(1, "hubs");
  for (const int nodes : {2, 4, 9}) {
    const GraphletCounts counts =
        SampleConnectedGraphlets(graph, nodes, {.samples = 100, .burn_in = 10}, forms, stream);
    ASSERT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts[0].form, forms.Of(AllNodes(nodes - 1), nodes));
    EXPECT_EQ(counts[0].count, 100);
  }
}

TEST(SampleConnectedGraphlets, GivesNothingWithoutEnoughConnectedNodes) {
  common::RandomStream stream(1, "few");
  const CanonicalForms forms;
  EXPECT_TRUE(SampleConnectedGraphlets(Graph(), 4, {}, forms, stream).empty());
  EXPECT_TRUE(SampleConnectedGraphlets(Graph(9, {}), 4, {}, forms, stream).empty());
  const Graph pieces = DisjointUnion(GraphOf(3, {{0, 1}, {1, 2}}), GraphOf(3, {{0, 1}, {1, 2}}));
  EXPECT_TRUE(SampleConnectedGraphlets(pieces, 4, {}, forms, stream).empty());
  EXPECT_TRUE(SampleConnectedGraphlets(SixCycle(), 4, {.samples = 0}, forms, stream).empty());
}

TEST(SampleConnectedGraphlets, DependsOnTheStreamAlone) {
  common::RandomStream graphs(11, "graph");
  const Graph graph = RandomGraph(30, 0.2, graphs);
  const CanonicalForms forms;
  const auto sample = [&](uint64_t seed) {
    common::RandomStream stream(seed, "chain");
    return SampleConnectedGraphlets(graph, 8, {.samples = 500}, forms, stream);
  };
  EXPECT_EQ(sample(1), sample(1));
  EXPECT_NE(sample(1), sample(2));
}

TEST(SampleConnectedGraphlets, RefusesWrongOptions) {
  const CanonicalForms forms;
  common::RandomStream stream(1, "refused");
  const auto message = [&](int nodes, const GraphletSampling& sampling) {
    return MessageOf([&] { SampleConnectedGraphlets(SixCycle(), nodes, sampling, forms, stream); });
  };
  EXPECT_EQ(message(1, {}), "nodes: expected 2 to 9, found 1");
  EXPECT_EQ(message(10, {}), "nodes: expected 2 to 9, found 10");
  EXPECT_EQ(message(3, {.samples = -1}), "samples: expected 0 or more, found -1");
  EXPECT_EQ(message(3, {.burn_in = -1}), "burn_in: expected 0 or more, found -1");
  EXPECT_EQ(message(3, {.edge_weights = {1, 1}}),
            "edge_weights: expected 4, one for each number of edges, or none, found 2");
  EXPECT_EQ(message(3, {.edge_weights = {1, 1, 0, 1}}),
            "edge_weights: expected weights from 1e-100 to 1e100, found 0");
  EXPECT_EQ(message(3, {.edge_weights = {1, 1, 1, NAN}}),
            "edge_weights: expected weights from 1e-100 to 1e100, found nan");
  EXPECT_EQ(message(3, {.labels = NodeLabels::kUse}),
            "labels: expected graphs with node labels, found graph 0 without");
}

}  // namespace
}  // namespace structlab::kernels
