#include "graphical_models/exact/strong_components.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"

namespace structlab::graphical_models {
namespace {

struct Digraph {
  int32_t num_nodes;
  std::vector<Arc> arcs;
};

// With parallel arcs and loops.
Digraph RandomDigraph(common::RandomStream& random) {
  Digraph graph{.num_nodes = static_cast<int32_t>(random.UniformIndex(9)), .arcs = {}};
  const uint64_t n = static_cast<uint64_t>(graph.num_nodes);
  for (uint64_t i = random.UniformIndex(2 * n + 1); i > 0; --i) {
    graph.arcs.emplace_back(random.UniformIndex(n), random.UniformIndex(n));
  }
  return graph;
}

// [from][to], by Warshall's algorithm.
std::vector<std::vector<bool>> Reachability(const Digraph& graph) {
  const size_t n = graph.num_nodes;
  std::vector reachable(n, std::vector<bool>(n, false));
  for (size_t v = 0; v < n; ++v) reachable[v][v] = true;
  for (const auto& [from, to] : graph.arcs) reachable[from][to] = true;
  for (size_t via = 0; via < n; ++via) {
    for (size_t from = 0; from < n; ++from) {
      for (size_t to = 0; to < n; ++to) {
        if (reachable[from][via] && reachable[via][to]) reachable[from][to] = true;
      }
    }
  }
  return reachable;
}

TEST(StrongComponents, AreThoseOfMutualReachabilityInTopologicalOrder) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "strong components");
    const Digraph graph = RandomDigraph(random);
    const auto reachable = Reachability(graph);
    const OutgoingArcs arcs(graph.num_nodes, graph.arcs);
    const std::vector<int32_t> component = StrongComponents(arcs);
    ASSERT_EQ(component.size(), reachable.size());
    int wrong = 0;
    for (size_t a = 0; a < component.size(); ++a) {
      EXPECT_EQ(ReachableFrom(arcs, {static_cast<int32_t>(a)}), reachable[a]);
      for (size_t b = 0; b < component.size(); ++b) {
        wrong += (component[a] == component[b]) != (reachable[a][b] && reachable[b][a]);
        wrong += reachable[a][b] && component[a] < component[b];
      }
    }
    EXPECT_EQ(wrong, 0);
  }
}

TEST(StrongComponents, LongPathsNeedNoRecursion) {
  constexpr int32_t kNodes = 200'000;
  std::vector<Arc> arcs;
  for (int32_t v = 0; v + 1 < kNodes; ++v) arcs.emplace_back(v, v + 1);
  const OutgoingArcs path(kNodes, arcs);
  EXPECT_EQ(StrongComponents(path)[0], kNodes - 1);
  EXPECT_TRUE(ReachableFrom(path, {0}).back());
  EXPECT_FALSE(ReachableFrom(path, {1}).front());
}

}  // namespace
}  // namespace structlab::graphical_models
