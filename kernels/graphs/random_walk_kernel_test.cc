#include "kernels/graphs/random_walk_kernel.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/linear_algebra/decompositions.h"
#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

using Start = RandomWalk::Start;

Eigen::MatrixXd Adjacency(const Graph& graph) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(graph.num_nodes(), graph.num_nodes());
  for (const Edge& edge : graph.Edges()) matrix(edge.u, edge.v) = matrix(edge.v, edge.u) = 1;
  return matrix;
}

double LargestEigenvalue(const Graph& graph) {
  return common::EigenvaluesOfSymmetric(Adjacency(graph)).values.maxCoeff();
}

// The linear system of the direct product graph: its nodes are pairs of nodes (with equal labels), which are
// neighbours if both parts are.
double ByProductGraph(const Graph& a, const Graph& b, const RandomWalk& walk, bool labels) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < a.num_nodes(); ++i) {
    for (int j = 0; j < b.num_nodes(); ++j) {
      if (labels && a.node_labels()[i] != b.node_labels()[j]) continue;
      pairs.emplace_back(i, j);
    }
  }
  const Eigen::Index n = static_cast<Eigen::Index>(pairs.size());
  if (n == 0) return 0;
  Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n, n);
  for (size_t s = 0; s < pairs.size(); ++s) {
    for (size_t t = 0; t < pairs.size(); ++t) {
      if (!a.HasEdge(pairs[s].first, pairs[t].first) || !b.HasEdge(pairs[s].second, pairs[t].second))
        continue;
      system(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(t)) -= *walk.lambda;
    }
  }
  const double p = walk.start == Start::kOnes ? 1.0 : 1.0 / (a.num_nodes() * b.num_nodes());
  const Eigen::VectorXd start = Eigen::VectorXd::Constant(n, p);
  return start.dot(common::SolveByLu(system, start).col(0));
}

TEST(RandomWalkKernel, HasTheValuesOfTheWorkedExamples) {
  const Graph path = GraphOf(3, {{0, 1}, {1, 2}}), triangle = GraphOf(3, {{0, 1}, {1, 2}, {0, 2}});
  const auto ones = [](const Graph& a, const Graph& b) {
    return RandomWalkKernel(a, b, {0.1, Start::kOnes});
  };
  EXPECT_NEAR(ones(path, triangle), 285.0 / 23, 1e-11);
  EXPECT_NEAR(ones(HouseWithTail(), SixCycle()), 71.0163934426229, 1e-10);
  EXPECT_NEAR(ones(path, path), 265.0 / 24, 1e-11);
  const auto uniform = [](const Graph& a, const Graph& b) { return RandomWalkKernel(a, b, {0.1}); };
  EXPECT_NEAR(uniform(path, triangle), 0.15297906602254, 1e-13);
  EXPECT_NEAR(uniform(HouseWithTail(), SixCycle()), 0.05479659987857, 1e-13);
  EXPECT_NEAR(uniform(path, path), 0.13631687242798, 1e-13);
}

TEST(RandomWalkKernel, SolvesTheSystemOfTheProductGraph) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "walks");
    const auto graph = [&] {
      const int nodes = 1 + static_cast<int>(stream.UniformIndex(8));
      return RandomLabelledGraph(nodes, stream.Uniform(), 2, false, stream);
    };
    const Graph a = graph(), b = graph();
    const double radii = SpectralRadius(a) * SpectralRadius(b);
    const RandomWalk walk = {stream.Uniform() * (radii > 0 ? 0.999 / radii : 1),
                             seed % 2 == 0 ? Start::kOnes : Start::kUniform};
    for (const bool labels : {false, true}) {
      const double expected = ByProductGraph(a, b, walk, labels);
      EXPECT_NEAR(RandomWalkKernel(a, b, walk, labels ? NodeLabels::kUse : NodeLabels::kIgnore), expected,
                  1e-10 * expected);
    }
  }
}

// Moments and conjugate gradients are independent computations.
TEST(RandomWalkGram, HasTheKernelOfEveryPair) {
  common::RandomStream stream(1, "gram");
  std::vector<Graph> graphs = {Graph(1, {}), HouseWithTail(), SixCycle()};
  for (int g = 0; g < 5; ++g) graphs.push_back(RandomGraph(5 + g, 0.4, stream));
  common::ThreadPool one(1), two(2);
  const double lambda = DefaultRandomWalkLambda(MaxSpectralRadius(graphs, two));
  EXPECT_EQ(RandomWalkGram(graphs, {}, one), RandomWalkGram(graphs, {lambda}, one));
  for (const Start start : {Start::kOnes, Start::kUniform}) {
    for (const double share : {0.0, 0.3, 1.0, 1.1}) {
      const RandomWalk walk = {share * lambda, start};
      const Eigen::MatrixXd gram = RandomWalkGram(graphs, walk, one);
      EXPECT_EQ(gram, RandomWalkGram(graphs, walk, two));
      const Eigen::MatrixXd by_pairs = PairwiseRandomWalkGram(graphs, walk, NodeLabels::kIgnore, two);
      for (size_t i = 0; i < graphs.size(); ++i) {
        for (size_t j = 0; j < graphs.size(); ++j) {
          const double expected = RandomWalkKernel(graphs[i], graphs[j], walk);
          EXPECT_NEAR(gram(static_cast<int>(i), static_cast<int>(j)), expected, 1e-10 * expected);
          EXPECT_EQ(by_pairs(static_cast<int>(std::max(i, j)), static_cast<int>(std::min(i, j))),
                    RandomWalkKernel(graphs[std::max(i, j)], graphs[std::min(i, j)], walk));
        }
      }
    }
  }
}

TEST(PairwiseRandomWalkGram, TellsLabelsApart) {
  common::RandomStream stream(2, "gram");
  std::vector<Graph> graphs;
  for (int g = 0; g < 6; ++g) graphs.push_back(RandomLabelledGraph(2 + g, 0.4, 2, false, stream));
  common::ThreadPool one(1), two(2);
  const Eigen::MatrixXd gram = PairwiseRandomWalkGram(graphs, {}, NodeLabels::kUse, two);
  EXPECT_EQ(gram, PairwiseRandomWalkGram(graphs, {}, NodeLabels::kUse, one));
  const RandomWalk walk = {DefaultRandomWalkLambda(MaxSpectralRadius(graphs, one))};
  for (size_t i = 0; i < graphs.size(); ++i) {
    for (size_t j = 0; j < graphs.size(); ++j) {
      const double expected = ByProductGraph(graphs[i], graphs[j], walk, true);
      EXPECT_NEAR(gram(static_cast<int>(i), static_cast<int>(j)), expected, 1e-10 * expected);
    }
  }
}

// Similarities of other graphs to those that determined lambda.
TEST(RandomWalkMoments, CompareNewGraphsWithOldOnes) {
  common::RandomStream stream(3, "moments");
  common::ThreadPool pool(2);
  std::vector<Graph> graphs, others;
  for (int g = 0; g < 5; ++g) graphs.push_back(RandomGraph(8, 0.5, stream));
  for (int g = 0; g < 4; ++g) others.push_back(RandomGraph(5, 0.5, stream));  // of smaller radii
  const RandomWalkFeatures features = ComputeRandomWalkFeatures(graphs, {}, pool);
  const Eigen::MatrixXd moments =
      RandomWalkMoments(others, {features.lambda}, static_cast<int>(features.moments.cols()), pool);
  const Eigen::MatrixXd kernel = moments * features.moments.transpose();
  for (size_t i = 0; i < others.size(); ++i) {
    for (size_t j = 0; j < graphs.size(); ++j) {
      const double expected = ByProductGraph(others[i], graphs[j], {features.lambda}, false);
      EXPECT_NEAR(kernel(static_cast<int>(i), static_cast<int>(j)), expected, 1e-10 * expected);
    }
  }
  EXPECT_EQ(MessageOf([&] { RandomWalkMoments(others, {}, 3, pool); }),
            "lambda: expected the lambda of the other graphs, found none");
  EXPECT_EQ(MessageOf([&] { RandomWalkMoments(others, {0.01}, 0, pool); }),
            "count: expected 1 or more, found 0");
  EXPECT_EQ(MessageOf([&] { RandomWalkMoments(others, {-1.0}, 3, pool); }),
            "lambda: expected 0 or more, and no more than inf, found -1");
}

Graph Complete(int nodes) {
  std::vector<std::pair<int, int>> edges;
  for (int u = 0; u < nodes; ++u) {
    for (int v = 0; v < u; ++v) edges.push_back({u, v});
  }
  return GraphOf(nodes, edges);
}

// A graph with a larger radius than those that determined lambda has finite sums over a given number of
// steps, but not over all.
TEST(RandomWalkMoments, OfALargerRadiusAreThoseOfWalksUpToALength) {
  common::ThreadPool pool(2);
  const std::vector<Graph> old_graphs = {SixCycle()};  // of radius 2
  const RandomWalkFeatures features = ComputeRandomWalkFeatures(old_graphs, {}, pool);
  const int count = static_cast<int>(features.moments.cols());
  const std::vector<Graph> graphs = {SixCycle(), Complete(6)};
  const Eigen::MatrixXd moments = RandomWalkMoments(graphs, {features.lambda}, count, pool);
  EXPECT_EQ(moments.row(0), features.moments.row(0));
  for (const int steps : {0, 1, 2, 5, count - 1}) {  // p^T A^l p = 5^l / 6
    const double expected = std::pow(std::sqrt(features.lambda) * 5, steps) / 6;
    EXPECT_NEAR(moments(1, steps), expected, 1e-10 * expected) << steps;
  }
  for (const int nodes : {10, 100}) {  // 10^235 and an infinite number
    const std::vector<Graph> too_dense = {SixCycle(), Complete(nodes)};
    EXPECT_EQ(MessageOf([&] { RandomWalkMoments(too_dense, {features.lambda}, count, pool); }),
              "graph 1: expected sums over walks of up to " + std::to_string(count - 1) +
                  " steps below 1e150, found larger ones with lambda 0.225; leave the graph out, or take a "
                  "smaller lambda for all graphs");
  }
}

// A hub with many leaves and a path attached to it. For an infinite path the eigenvector falls by a factor q
// < 1 per step: rho = q + 1 / q, and at the hub rho = leaves / rho + q.
double RadiusOfStarWithPath(int leaves) {
  double q = 0;
  for (int step = 0; step < 200; ++step) {
    const double rho = (q + std::sqrt(q * q + 4.0 * leaves)) / 2;  // rho^2 = leaves + q rho
    q = 2 / (rho + std::sqrt(rho * rho - 4));
  }
  return (q + std::sqrt(q * q + 4.0 * leaves)) / 2;
}

TEST(SpectralRadius, IsThatOfLargeStars) {
  for (const int leaves : {10'000, 100'000, 1'000'000}) {
    for (const int length : {1, 100, 200, 300}) {
      SCOPED_TRACE(std::to_string(leaves) + " leaves, a path of " + std::to_string(length));
      std::vector<std::pair<int, int>> edges;
      for (int leaf = 1; leaf <= leaves; ++leaf) edges.push_back({0, leaf});
      for (int i = 0; i < length; ++i) edges.push_back({i == 0 ? 0 : leaves + i, leaves + i + 1});
      const double radius = SpectralRadius(GraphOf(leaves + length + 1, edges));
      const double expected = length == 1 ? std::sqrt(leaves + 1.0) : RadiusOfStarWithPath(leaves);
      EXPECT_GE(radius, expected * (1 - 1e-12));
      EXPECT_LE(radius, expected * (1 + 1e-6));
    }
  }
}

TEST(SpectralRadius, IsTheLargestEigenvalueOrABitMore) {
  EXPECT_NEAR(SpectralRadius(GraphOf(3, {{0, 1}, {1, 2}})), std::sqrt(2.0), 1.5e-6);  // bipartite
  EXPECT_NEAR(SpectralRadius(HouseWithTail()) * SpectralRadius(SixCycle()), 5.3108847631, 1.1e-5);
  EXPECT_EQ(SpectralRadius(Graph()), 0);
  EXPECT_EQ(SpectralRadius(Graph(3, {})), 0);
  // Components that converge at different speeds; the larger eigenvalue is in the second.
  const Graph two = DisjointUnion(SixCycle(), HouseWithTail());
  EXPECT_NEAR(SpectralRadius(two), LargestEigenvalue(HouseWithTail()), 3e-6);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "radius");
    const Graph graph = RandomGraph(2 + static_cast<int>(stream.UniformIndex(30)), stream.Uniform(), stream);
    EXPECT_GE(SpectralRadius(graph), LargestEigenvalue(graph) * (1 - 1e-12));
  }
  // Far from the two stars, the entries of the eigenvector underflow.
  std::vector<std::pair<int, int>> edges;
  for (int leaf = 1; leaf <= 900; ++leaf) edges.push_back({0, leaf});
  for (int i = 900; i < 1600; ++i) edges.push_back({i, i + 1});
  for (int leaf = 1601; leaf <= 2501; ++leaf) edges.push_back({1600, leaf});
  const double radius = SpectralRadius(GraphOf(2502, edges));
  EXPECT_GE(radius, std::sqrt(902.0));  // that of the larger star with its neighbour on the path
  EXPECT_LE(radius, std::sqrt(902.0) * (1 + 1e-3));
  common::RandomStream stream(1, "dense");
  const Graph dense = RandomGraph(30, 0.5, stream);
  EXPECT_LE(SpectralRadius(dense), LargestEigenvalue(dense) * (1 + 1.1e-6));
}

// The same error for both ways of computing the kernel of a pair.
TEST(RandomWalkKernel, HasTheDefaultLambdaOfTheGraphsAtHand) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {GraphOf(2, {{0, 1}}), GraphOf(3, {{0, 1}, {1, 2}, {0, 2}})};
  EXPECT_NEAR(RandomWalkKernel(graphs[0], graphs[1], {}), RandomWalkGram(graphs, {}, pool)(0, 1), 1e-12);
}

// The complete graph of 6 nodes has the radius 5.
TEST(RandomWalkKernel, TakesTheLargestLambdaThatItNames) {
  common::ThreadPool pool(1);
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < i; ++j) edges.emplace_back(i, j);
  }
  const std::vector<Graph> graphs = {GraphOf(6, edges)};
  const double largest = 0.999 / (SpectralRadius(graphs[0]) * SpectralRadius(graphs[0]));
  EXPECT_EQ(MessageOf([&] { RandomWalkGram(graphs, {largest}, pool); }), "no error");
  EXPECT_NE(MessageOf([&] { RandomWalkGram(graphs, {largest * (1 + 1e-15)}, pool); }), "no error");
}

TEST(RandomWalkKernel, RefusesWhatHasNoFiniteSum) {
  common::ThreadPool pool(1);
  const std::vector<Graph> graphs = {GraphOf(2, {{0, 1}}), GraphOf(3, {{0, 1}, {1, 2}, {0, 2}})};
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(graphs[0], graphs[1], {0.5}); }),
            "lambda: expected 0 or more, and no more than 0.4995, found 0.5");
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(graphs[0], graphs[1], {-0.1}); }),
            "lambda: expected 0 or more, and no more than 0.4995, found -0.1");
  EXPECT_EQ(MessageOf([&] { RandomWalkGram(graphs, {0.25}, pool); }),
            "lambda: expected 0 or more, and no more than 0.24975, found 0.25");
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(graphs[0], Graph(), {0.1}); }),
            "graph 0: expected at least one node, found none");
  EXPECT_EQ(MessageOf([&] { RandomWalkGram(std::vector<Graph>(1), {0.1}, pool); }),
            "graph 0: expected at least one node, found none");
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(Graph(1, {}), Graph(1, {}), {INFINITY}); }),
            "lambda: expected 0 or more, and no more than inf, found inf");
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(graphs[0], graphs[1], {0.1}, NodeLabels::kUse); }),
            "labels: expected graphs with node labels, found graph 0 without");
  const std::vector<Graph> large = {Graph(1 << 13, {}), Graph((1 << 13) + 1, {})};
  const std::string message = "graphs: expected at most 2^26 pairs of nodes of two graphs, found ";
  EXPECT_EQ(MessageOf([&] { RandomWalkKernel(large[0], large[1], {}); }), message + "8192 x 8193");
  EXPECT_EQ(MessageOf([&] { PairwiseRandomWalkGram(large, {}, NodeLabels::kIgnore, pool); }),
            message + "8193 x 8193");
}

}  // namespace
}  // namespace structlab::kernels
