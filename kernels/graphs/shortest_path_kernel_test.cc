#include "kernels/graphs/shortest_path_kernel.h"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// All distances by Boost's breadth-first search; 0 where there is no path.
std::vector<std::vector<int>> DistancesByBoost(const Graph& graph) {
  using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  BoostGraph boost_graph(static_cast<size_t>(graph.num_nodes()));
  for (const Edge& edge : graph.Edges()) boost::add_edge(edge.u, edge.v, boost_graph);
  std::vector<std::vector<int>> distances;
  for (int source = 0; source < graph.num_nodes(); ++source) {
    std::vector<int> from(graph.num_nodes());
    boost::breadth_first_search(
        boost_graph, source,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(from.data(), boost::on_tree_edge()))));
    distances.push_back(from);
  }
  return distances;
}

std::vector<int64_t> HistogramByBoost(const Graph& graph) {
  const std::vector<std::vector<int>> distances = DistancesByBoost(graph);
  std::vector<int64_t> histogram;
  for (size_t u = 0; u < distances.size(); ++u) {
    for (size_t v = u + 1; v < distances.size(); ++v) {
      if (distances[u][v] == 0) continue;
      histogram.resize(std::max(histogram.size(), static_cast<size_t>(distances[u][v])));
      ++histogram[static_cast<size_t>(distances[u][v]) - 1];
    }
  }
  return histogram;
}

TEST(ShortestPathHistogram, IsThatOfTheWorkedExamples) {
  using Counts = std::vector<int64_t>;
  EXPECT_EQ(ShortestPathHistogram(HouseWithTail()), (Counts{7, 4, 3, 1}));
  EXPECT_EQ(ShortestPathHistogram(SixCycle()), (Counts{6, 6, 3}));
  EXPECT_EQ(ShortestPathHistogram(GraphOf(3, {{0, 1}})), (Counts{1}));
  EXPECT_EQ(ShortestPathHistogram(Graph(3, {})), Counts{});
  EXPECT_EQ(ShortestPathHistogram(Graph()), Counts{});
}

// More nodes than one batch has; some graphs are disconnected.
TEST(ShortestPathHistogram, AgreesWithBoost) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "paths");
    const int nodes = 1 + static_cast<int>(stream.UniformIndex(seed < 25 ? 60 : 700));
    const Graph graph = RandomGraph(nodes, stream.Uniform(0.5, 3) / nodes, stream);
    EXPECT_EQ(ShortestPathHistogram(graph), HistogramByBoost(graph));
  }
}

// A long path, where the searches of a batch seldom meet: a path of n nodes has n - d pairs at distance d.
TEST(ShortestPathHistogram, CountsThePairsOfALongPath) {
  constexpr int kNodes = 3000;
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i + 1 < kNodes; ++i) edges.push_back({i, i + 1});
  const std::vector<int64_t> histogram = ShortestPathHistogram(GraphOf(kNodes, edges));
  ASSERT_EQ(histogram.size(), kNodes - 1u);
  for (int d = 1; d < kNodes; ++d) EXPECT_EQ(histogram[static_cast<size_t>(d) - 1], kNodes - d);
}

TEST(ShortestPathFeatures, HaveTheKernelOfTheWorkedExamples) {
  common::ThreadPool pool(2);
  const std::vector<Graph> graphs = {HouseWithTail(), SixCycle(), GraphOf(3, {{0, 1}, {1, 2}}),
                                     GraphOf(3, {{0, 1}, {1, 2}, {0, 2}})};
  const Eigen::MatrixXd gram = LinearGram(ShortestPathFeatures(graphs, NodeLabels::kIgnore, pool).values);
  EXPECT_EQ(gram(0, 1), 75);
  EXPECT_EQ(gram(0, 0), 75);
  EXPECT_EQ(gram(1, 1), 81);
  EXPECT_EQ(gram(2, 3), 6);
  EXPECT_NEAR(NormalizeGram(gram)(0, 1), 0.9622504486494, 1e-13);
}

TEST(ShortestPathFeatures, ComparesTheLabelsOfBothEnds) {
  common::ThreadPool pool(2);
  std::vector<Graph> graphs;
  using Pairs = std::map<std::tuple<int, int, int>, int64_t>;
  std::vector<Pairs> pairs;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    common::RandomStream stream(seed, "labelled paths");
    const int nodes = 1 + static_cast<int>(stream.UniformIndex(30));
    graphs.push_back(RandomLabelledGraph(nodes, 2.0 / nodes, 3, false, stream));
    const std::vector<std::vector<int>> distances = DistancesByBoost(graphs.back());
    const std::span<const int> labels = graphs.back().node_labels();
    pairs.emplace_back();
    for (size_t u = 0; u < distances.size(); ++u) {
      for (size_t v = u + 1; v < distances.size(); ++v) {
        if (distances[u][v] == 0) continue;
        ++pairs.back()[{std::min(labels[u], labels[v]), std::max(labels[u], labels[v]), distances[u][v]}];
      }
    }
  }
  const Eigen::MatrixXd gram = LinearGram(ShortestPathFeatures(graphs, NodeLabels::kUse, pool).values);
  for (size_t i = 0; i < graphs.size(); ++i) {
    for (size_t j = 0; j < graphs.size(); ++j) {
      int64_t expected = 0;
      for (const auto& [triple, count] : pairs[i]) {
        const auto same = pairs[j].find(triple);
        if (same != pairs[j].end()) expected += count * same->second;
      }
      EXPECT_EQ(gram(static_cast<int>(i), static_cast<int>(j)), static_cast<double>(expected));
    }
  }
}

// A row does not depend on the other graphs, whose columns have the same names.
TEST(ShortestPathFeatures, AreTheSameWithOtherGraphs) {
  common::ThreadPool pool(2);
  for (const NodeLabels labels : {NodeLabels::kIgnore, NodeLabels::kUse}) {
    common::RandomStream stream(4, "columns");
    std::vector<Graph> graphs;
    for (int g = 0; g < 6; ++g) graphs.push_back(RandomLabelledGraph(6 + g, 0.3, 3, false, stream));
    const std::vector<Graph> new_graphs(graphs.begin() + 4, graphs.end());
    graphs.resize(4);
    const NamedFeatures old_features = ShortestPathFeatures(graphs, labels, pool);
    const SparseFeatures taken =
        TakeColumns(ShortestPathFeatures(new_graphs, labels, pool), old_features.names);
    const Eigen::MatrixXd kernel = taken * old_features.values.transpose();
    std::vector<Graph> all = graphs;
    all.insert(all.end(), new_graphs.begin(), new_graphs.end());
    const Eigen::MatrixXd gram = LinearGram(ShortestPathFeatures(all, labels, pool).values);
    EXPECT_EQ(kernel, gram.bottomLeftCorner(2, 4));
    EXPECT_GT(kernel.minCoeff(), 0);
  }
}

// Each node of a long path has a different label, so each pair of nodes would be a separate value.
TEST(ShortestPathFeatures, RefusesMoreValuesThanAFileIsWorth) {
  constexpr int kNodes = 6'000;
  std::vector<Edge> edges;
  std::vector<int> labels(1, 0);
  for (int i = 1; i < kNodes; ++i) {
    edges.push_back({i - 1, i});
    labels.push_back(i);
  }
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {Graph(kNodes, edges, labels)};
  EXPECT_EQ(
      MessageOf([&] { ShortestPathFeatures(graphs, NodeLabels::kUse, pool); }),
      "labels: expected at most 2^24 different distances of two labels in all graphs, found more; leave "
      "the labels out, or give more nodes the same label");
}

TEST(ShortestPathFeatures, RefusesLabelsThatAreNotThere) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {SixCycle()};
  EXPECT_EQ(MessageOf([&] { ShortestPathFeatures(graphs, NodeLabels::kUse, pool); }),
            "labels: expected graphs with node labels, found graph 0 without");
}

}  // namespace
}  // namespace structlab::kernels
