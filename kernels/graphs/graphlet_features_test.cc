#include "kernels/graphs/graphlet_features.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

std::vector<Graph> RandomGraphs(int count) {
  common::RandomStream stream(1, "graphs");
  std::vector<Graph> graphs;
  for (int g = 0; g < count; ++g) graphs.push_back(RandomGraph(6 + g, 0.4, stream));
  return graphs;
}

TEST(GraphletHashFeatures, CountsSamplesByTheHashOfTheirForms) {
  common::ThreadPool pool(2);
  const std::vector<Graph> graphs = RandomGraphs(6);
  const GraphletHashing options = {.sampling = {.samples = 200, .burn_in = 50}, .bits = 12, .seed = 5};
  const SparseFeatures features = GraphletHashFeatures(graphs, options, pool);
  ASSERT_EQ(features.rows(), 6);
  ASSERT_EQ(features.cols(), 4096);
  const CanonicalForms forms;
  for (size_t g = 0; g < graphs.size(); ++g) {
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(4096);
    for (int nodes = 4; nodes <= 9; ++nodes) {
      common::RandomStream stream(5, "graphlets/" + std::to_string(nodes),
                                  DigestOfGraph(graphs[g], NodeLabels::kIgnore));
      for (const auto& [form, count] :
           SampleConnectedGraphlets(graphs[g], nodes, options.sampling, forms, stream)) {
        expected[HashGraphlet(form, nodes, 12, 5)] += static_cast<double>(count);
      }
    }
    EXPECT_GT(expected.sum(), 0);
    EXPECT_EQ(Eigen::VectorXd(features.row(static_cast<int>(g)).transpose()), expected);
  }
}

// If labels are used, a form is a digest that includes them; the rows differ from those without labels.
TEST(GraphletHashFeatures, CountsSamplesWithLabels) {
  common::ThreadPool pool(2);
  common::RandomStream graph_stream(2, "labelled graphs");
  std::vector<Graph> graphs;
  for (int g = 0; g < 4; ++g) graphs.push_back(RandomLabelledGraph(10 + g, 0.4, 3, true, graph_stream));
  GraphletHashing options = {
      .sampling = {.samples = 100, .burn_in = 20, .labels = NodeLabels::kUse}, .bits = 14, .seed = 3};
  const Eigen::MatrixXd features = GraphletHashFeatures(graphs, options, pool);
  const CanonicalForms forms;
  for (size_t g = 0; g < graphs.size(); ++g) {
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(1 << 14);
    for (int nodes = 4; nodes <= 9; ++nodes) {
      common::RandomStream stream(3, "graphlets/" + std::to_string(nodes),
                                  DigestOfGraph(graphs[g], NodeLabels::kUse));
      for (const auto& [form, count] :
           SampleConnectedGraphlets(graphs[g], nodes, options.sampling, forms, stream)) {
        expected[HashGraphlet(form, nodes, 14, 3)] += static_cast<double>(count);
      }
    }
    EXPECT_GT(expected.sum(), 0);
    EXPECT_EQ(Eigen::VectorXd(features.row(static_cast<int>(g)).transpose()), expected);
  }
  options.sampling.labels = NodeLabels::kIgnore;
  EXPECT_NE(features, Eigen::MatrixXd(GraphletHashFeatures(graphs, options, pool)));
}

// Rows do not change if graphs are computed in another order or separately.
TEST(GraphletFeatures, DependOnTheirGraphAlone) {
  const std::vector<Graph> graphs = RandomGraphs(8);
  std::vector<Graph> reversed(graphs.rbegin(), graphs.rend());
  reversed.push_back(graphs[0]);
  const GraphletHashing options = {.sampling = {.samples = 100, .burn_in = 10}, .bits = 12};
  common::ThreadPool one(1), two(2);
  const auto expect_same = [&](const auto& features_of) {
    const Eigen::MatrixXd rows = features_of(graphs, one);
    EXPECT_EQ(rows, Eigen::MatrixXd(features_of(graphs, two)));
    const Eigen::MatrixXd others = features_of(reversed, two);
    for (int g = 0; g < 8; ++g) EXPECT_EQ(rows.row(g), others.row(7 - g)) << g;
    EXPECT_EQ(rows.row(0), others.row(8));  // there twice
    EXPECT_EQ(rows.row(3), Eigen::MatrixXd(features_of(std::vector<Graph>{graphs[3]}, one)).row(0));
  };
  expect_same([&](const std::vector<Graph>& of, common::ThreadPool& pool) {
    return GraphletHashFeatures(of, options, pool);
  });
  expect_same([&](const std::vector<Graph>& of, common::ThreadPool& pool) {
    return SampledGraphletFrequencies(of, 5, 50, 1, pool);
  });
}

TEST(DigestOfGraph, TellsGraphsApart) {
  const Graph edge = GraphOf(2, {{0, 1}});
  const Graph labelled(2, std::vector<Edge>{{0, 1, 5}}, {1, 2}, true);
  const std::vector<Graph> graphs = {Graph(),
                                     Graph(1, {}),
                                     Graph(2, {}),
                                     edge,
                                     GraphOf(3, {{0, 1}}),
                                     GraphOf(3, {{0, 2}}),
                                     GraphOf(3, {{0, 1}, {1, 2}}),
                                     labelled,
                                     Graph(2, std::vector<Edge>{{0, 1, 6}}, {1, 2}, true),
                                     Graph(2, std::vector<Edge>{{0, 1, 5}}, {2, 1}, true),
                                     Graph(2, std::vector<Edge>{{0, 1}}, {1, 2})};
  std::map<uint64_t, int> with_labels, without;
  for (const Graph& graph : graphs) {
    ++with_labels[DigestOfGraph(graph, NodeLabels::kUse)];
    ++without[DigestOfGraph(graph, NodeLabels::kIgnore)];
  }
  EXPECT_EQ(with_labels.size(), graphs.size());
  EXPECT_EQ(without.size(), 7u);  // four with labels are `edge` without
  EXPECT_EQ(DigestOfGraph(labelled, NodeLabels::kIgnore), DigestOfGraph(edge, NodeLabels::kIgnore));
}

// The same number as a form of different numbers of nodes must get different columns.
TEST(HashGraphlet, DependsOnFormNodesAndSeed) {
  std::map<int, int> columns;
  for (int nodes = 2; nodes <= 9; ++nodes) {
    for (uint64_t form = 0; form < 100; ++form) ++columns[HashGraphlet(form, nodes, 30, 1)];
  }
  EXPECT_EQ(columns.size(), 800u);  // two of 800 among 2^30 would share one with probability 0.0003
  EXPECT_NE(HashGraphlet(3, 4, 30, 1), HashGraphlet(3, 4, 30, 2));
  for (uint64_t form = 0; form < 100; ++form) EXPECT_LT(HashGraphlet(form, 4, 3, 1), 8);
}

TEST(GraphletFrequencies, HaveTheKernelOfTheWorkedExamples) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {HouseWithTail(), SixCycle(), GraphOf(2, {{0, 1}})};
  const Eigen::MatrixXd three = LinearGram(GraphletFrequencies(graphs, 3, pool));
  const Eigen::MatrixXd four = LinearGram(GraphletFrequencies(graphs, 4, pool));
  EXPECT_NEAR(three(0, 1), 0.44, 1e-14);
  EXPECT_NEAR(four(0, 1), 51.0 / 225, 1e-14);
  EXPECT_EQ(four(2, 2), 0);
}

TEST(SampledGraphletFrequencies, AreNearThoseOfAllSets) {
  common::ThreadPool pool(2);
  const std::vector<Graph> graphs = RandomGraphs(5);
  const Eigen::MatrixXd exact = GraphletFrequencies(graphs, 4, pool);
  // The bound holds with probability 0.95 for a graph, so it must hold for nearly all of 30 samples each.
  const int samples = static_cast<int>(GraphletSampleSize(11, 0.05, 0.05));
  int outside = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Eigen::MatrixXd sampled = SampledGraphletFrequencies(graphs, 4, samples, seed, pool);
    for (int g = 0; g < 5; ++g) outside += (sampled.row(g) - exact.row(g)).lpNorm<1>() > 0.05;
  }
  EXPECT_LE(outside, 15);  // 7.5 expected if the bound were tight
}

TEST(GraphletHashFeatures, RefusesWrongOptions) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {SixCycle()};
  EXPECT_EQ(MessageOf([&] { GraphletHashFeatures(graphs, {.bits = 25}, pool); }),
            "bits: expected 1 to 24, found 25");
  EXPECT_EQ(MessageOf([&] { GraphletHashFeatures(graphs, {.min_nodes = 5, .max_nodes = 4}, pool); }),
            "least_nodes, most_nodes: expected 2 <= least_nodes <= most_nodes <= 9, found 5 and 4");
  // 7 weights are valid for four nodes, but not for five.
  const GraphletSampling weighted = {.edge_weights = std::vector<double>(7, 1.0)};
  EXPECT_EQ(MessageOf([&] { GraphletHashFeatures(graphs, {.sampling = weighted}, pool); }),
            "edge_weights: expected 11, one for each number of edges, or none, found 7");
  EXPECT_EQ(MessageOf([&] { GraphletFrequencies(graphs, 5, pool); }), "nodes: expected 3 or 4, found 5");
  EXPECT_EQ(MessageOf([&] { SampledGraphletFrequencies(graphs, 4, -1, 1, pool); }),
            "samples: expected 0 or more, found -1");
}

TEST(GraphletFeatures, SayWhichGraphIsRefused) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {Graph(), Graph((1 << 20) + 1, {})};
  EXPECT_EQ(MessageOf([&] { GraphletFrequencies(graphs, 4, pool); }),
            "graph 1: expected at most 2^20 nodes, found 1048577");
  EXPECT_EQ(
      MessageOf([&] { GraphletHashFeatures(graphs, {.sampling = {.labels = NodeLabels::kUse}}, pool); }),
      "labels: expected graphs with node labels, found graph 1 without");
}

}  // namespace
}  // namespace structlab::kernels
