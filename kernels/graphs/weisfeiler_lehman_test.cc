#include "kernels/graphs/weisfeiler_lehman.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// The tree of all walks of `depth` steps from a node, as text with sorted branches.
std::string Unfold(const Graph& graph, int node, int depth, bool labels) {
  std::string text = labels ? std::to_string(graph.node_labels()[node]) : "*";
  if (depth == 0) return text;
  std::vector<std::string> branches;
  const std::span<const int> neighbors = graph.neighbors(node), edge_labels = graph.edge_labels(node);
  for (size_t i = 0; i < neighbors.size(); ++i) {
    const std::string edge = labels && !edge_labels.empty() ? std::to_string(edge_labels[i]) : "-";
    branches.push_back(edge + ":" + Unfold(graph, neighbors[i], depth - 1, labels));
  }
  std::sort(branches.begin(), branches.end());
  for (const std::string& branch : branches) text.append("(").append(branch).append(")");
  return text;
}

// The number of pairs of nodes with the same tree, for each depth.
double KernelOfTrees(const Graph& a, const Graph& b, int iterations, bool labels) {
  double pairs = 0;
  for (int depth = 0; depth <= iterations; ++depth) {
    std::vector<std::string> of_b;
    for (int v = 0; v < b.num_nodes(); ++v) of_b.push_back(Unfold(b, v, depth, labels));
    for (int u = 0; u < a.num_nodes(); ++u) {
      pairs += static_cast<double>(std::count(of_b.begin(), of_b.end(), Unfold(a, u, depth, labels)));
    }
  }
  return pairs;
}

TEST(WeisfeilerLehmanFeatures, CountNodesOfTheSameSubtrees) {
  common::ThreadPool pool(2);
  for (const bool labels : {false, true}) {
    std::vector<Graph> graphs = {Graph()};
    for (uint64_t seed = 0; seed < 10; ++seed) {
      common::RandomStream stream(seed, "colours");
      const int nodes = 1 + static_cast<int>(stream.UniformIndex(8));
      graphs.push_back(RandomLabelledGraph(nodes, 0.35, 2, true, stream));
    }
    for (const int iterations : {0, 1, 3}) {
      const Eigen::MatrixXd gram = LinearGram(
          WeisfeilerLehmanFeatures(graphs, iterations, labels ? NodeLabels::kUse : NodeLabels::kIgnore, pool)
              .values);
      for (size_t i = 0; i < graphs.size(); ++i) {
        for (size_t j = 0; j < graphs.size(); ++j) {
          EXPECT_EQ(gram(static_cast<int>(i), static_cast<int>(j)),
                    KernelOfTrees(graphs[i], graphs[j], iterations, labels));
        }
      }
    }
  }
}

// Two triangles and a cycle of six nodes: all nodes have two neighbours, whose nodes have two neighbours, ...
TEST(WeisfeilerLehmanFeatures, CannotTellRegularGraphsApart) {
  common::ThreadPool pool(2);
  const Graph triangle = GraphOf(3, {{0, 1}, {1, 2}, {0, 2}});
  const std::vector<Graph> graphs = {SixCycle(), DisjointUnion(triangle, triangle), HouseWithTail()};
  const Eigen::MatrixXd gram =
      LinearGram(WeisfeilerLehmanFeatures(graphs, 5, NodeLabels::kIgnore, pool).values);
  EXPECT_EQ(gram(0, 1), gram(0, 0));
  EXPECT_NE(gram(0, 2), gram(0, 0));
}

TEST(WeisfeilerLehmanFeatures, DoNotDependOnTheOrderOfTheNodes) {
  common::ThreadPool pool(2);
  common::RandomStream stream(1, "order");
  const Graph graph = RandomLabelledGraph(20, 0.2, 3, true, stream);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::vector<Graph> graphs = {graph, Relabel(graph, stream.Permutation(20))};
    const Eigen::MatrixXd gram =
        LinearGram(WeisfeilerLehmanFeatures(graphs, 4, NodeLabels::kUse, pool).values);
    EXPECT_EQ(gram(0, 1), gram(0, 0));
  }
}

TEST(WeisfeilerLehmanFeatures, RefuseWrongArguments) {
  common::ThreadPool pool(2);
  const std::vector<Graph> graphs = {Graph(), SixCycle()};
  EXPECT_EQ(MessageOf([&] { WeisfeilerLehmanFeatures(graphs, -1, NodeLabels::kIgnore, pool); }),
            "iterations: expected 0 to 10000, found -1");
  EXPECT_EQ(MessageOf([&] { WeisfeilerLehmanFeatures(graphs, 10'001, NodeLabels::kIgnore, pool); }),
            "iterations: expected 0 to 10000, found 10001");
  const std::vector<Graph> large = {Graph(30'000, {}, {})};
  EXPECT_EQ(
      MessageOf([&] { WeisfeilerLehmanFeatures(large, 10'000, NodeLabels::kIgnore, pool); }),
      "iterations: expected at most 2^28 colours of nodes, iterations + 1 for each node, found 300030000 "
      "for 30000 nodes");
  EXPECT_EQ(MessageOf([&] { WeisfeilerLehmanFeatures(graphs, 1, NodeLabels::kUse, pool); }),
            "labels: expected graphs with node labels, found graph 1 without");
}

// No nodes to colour, for any number of iterations.
TEST(WeisfeilerLehmanFeatures, EndWithoutNodes) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs(2);
  EXPECT_EQ(WeisfeilerLehmanFeatures(graphs, kMaxWeisfeilerLehmanIterations, NodeLabels::kIgnore, pool)
                .values.rows(),
            2);
  EXPECT_EQ(
      WeisfeilerLehmanFeatures({}, kMaxWeisfeilerLehmanIterations, NodeLabels::kIgnore, pool).values.rows(),
      0);
}

// A row does not depend on the other graphs, whose columns have the same names.
TEST(WeisfeilerLehmanFeatures, AreTheSameWithOtherGraphs) {
  common::ThreadPool one(1), two(2);
  common::RandomStream stream(4, "columns");
  std::vector<Graph> graphs;
  for (int g = 0; g < 6; ++g) graphs.push_back(RandomLabelledGraph(6 + g, 0.3, 2, true, stream));
  const std::vector<Graph> some = {graphs[4], graphs[1]};
  for (const NodeLabels labels : {NodeLabels::kIgnore, NodeLabels::kUse}) {
    const NamedFeatures all = WeisfeilerLehmanFeatures(graphs, 3, labels, one);
    const NamedFeatures in_parallel = WeisfeilerLehmanFeatures(graphs, 3, labels, two);
    EXPECT_EQ(all.names, in_parallel.names);
    EXPECT_EQ(Eigen::MatrixXd(all.values), Eigen::MatrixXd(in_parallel.values));
    const SparseFeatures taken = TakeColumns(WeisfeilerLehmanFeatures(some, 3, labels, one), all.names);
    EXPECT_EQ(Eigen::MatrixXd(taken).row(0), Eigen::MatrixXd(all.values).row(4));
    EXPECT_EQ(Eigen::MatrixXd(taken).row(1), Eigen::MatrixXd(all.values).row(1));
  }
}

}  // namespace
}  // namespace structlab::kernels
