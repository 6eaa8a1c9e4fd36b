#include "kernels/graphs/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Ints = std::vector<int>;

Ints Vector(std::span<const int> values) { return {values.begin(), values.end()}; }

TEST(Graph, TellsNeighborsAndLabels) {
  const Graph graph(4, std::vector<Edge>{{2, 1, 7}, {0, 2, 8}, {1, 0, 9}}, {5, 6, 7, 5}, true);
  EXPECT_EQ(graph.num_nodes(), 4);
  EXPECT_EQ(graph.num_edges(), 3);
  EXPECT_EQ(Vector(graph.neighbors(0)), (Ints{1, 2}));
  EXPECT_EQ(Vector(graph.edge_labels(0)), (Ints{9, 8}));
  EXPECT_EQ(Vector(graph.neighbors(2)), (Ints{0, 1}));
  EXPECT_EQ(Vector(graph.edge_labels(2)), (Ints{8, 7}));
  EXPECT_EQ(graph.degree(3), 0);
  EXPECT_TRUE(graph.HasEdge(1, 2) && graph.HasEdge(2, 1));
  EXPECT_FALSE(graph.HasEdge(3, 2));
  EXPECT_EQ(Vector(graph.node_labels()), (Ints{5, 6, 7, 5}));
  EXPECT_EQ(graph.Edges(), (std::vector<Edge>{{0, 1, 9}, {0, 2, 8}, {1, 2, 7}}));
  const Graph plain(2, std::vector<Edge>{{0, 1, 3}});
  EXPECT_FALSE(plain.has_node_labels() || plain.has_edge_labels());
  EXPECT_TRUE(plain.edge_labels(0).empty());
}

TEST(Graph, MayHaveNoNodes) {
  EXPECT_EQ(Graph().num_nodes(), 0);
  EXPECT_EQ(Graph(), Graph(0, {}));
  EXPECT_TRUE(Graph().Edges().empty());
  EXPECT_TRUE(ConnectedComponents(Graph()).empty());
}

TEST(Graph, RefusesWhatIsNoSimpleGraph) {
  const auto message = [](int nodes, std::vector<Edge> edges, Ints labels = {}) {
    return MessageOf([&] { Graph(nodes, edges, labels); });
  };
  EXPECT_EQ(message(-1, {}), "num_nodes: expected 0 or more, found -1");
  EXPECT_EQ(message(2, {{0, 2}}), "edge 0: expected a node from 0 to 1, found 2");
  EXPECT_EQ(message(2, {{0, 1}, {-1, 1}}), "edge 1: expected a node from 0 to 1, found -1");
  EXPECT_EQ(message(2, {{1, 1}}), "edge 0: expected two different nodes, found node 1 twice");
  EXPECT_EQ(message(3, {{0, 1}, {2, 1}, {1, 0}}),
            "edges: expected each edge once, found two between node 0 and node 1");
  EXPECT_EQ(message(2, {}, {1}), "node_labels: expected 2, one per node, or none, found 1");
}

// Two nodes are in one component if and only if a path leads from one to the other (Warshall's closure).
TEST(ConnectedComponents, AreWhatPathsReach) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "components");
    const int n = 1 + static_cast<int>(stream.UniformIndex(12));
    const Graph graph = RandomGraph(n, 1.0 / n, stream);
    std::vector<std::vector<bool>> reached(n, std::vector<bool>(n));
    for (int u = 0; u < n; ++u) {
      for (int v = 0; v < n; ++v) reached[u][v] = u == v || graph.HasEdge(u, v);
    }
    for (int k = 0; k < n; ++k) {
      for (int u = 0; u < n; ++u) {
        for (int v = 0; v < n; ++v) reached[u][v] = reached[u][v] || (reached[u][k] && reached[k][v]);
      }
    }
    const Ints components = ConnectedComponents(graph);
    int largest = -1;
    for (int u = 0; u < n; ++u) {
      EXPECT_LE(components[u], largest + 1);  // numbered by their first nodes
      largest = std::max(largest, components[u]);
      for (int v = 0; v < n; ++v) EXPECT_EQ(components[u] == components[v], reached[u][v]);
    }
  }
}

TEST(Relabel, KeepsEdgesAndLabels) {
  const Graph graph(3, std::vector<Edge>{{0, 1, 4}}, {7, 8, 9}, true);
  EXPECT_EQ(Relabel(graph, {2, 0, 1}), Graph(3, std::vector<Edge>{{2, 0, 4}}, {8, 9, 7}, true));
}

}  // namespace
}  // namespace structlab::kernels
