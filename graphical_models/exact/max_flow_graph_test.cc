#include "graphical_models/exact/max_flow_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

template <class C>
class MaxFlowGraphOf : public testing::Test {};
TYPED_TEST_SUITE(MaxFlowGraphOf, FlowCapacityTypes);

TYPED_TEST(MaxFlowGraphOf, EqualsBruteForceAndProvesItself) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "max-flow graph");
    const int nodes = static_cast<int>(random.UniformIndex(9));
    const int edges = static_cast<int>(random.UniformIndex(static_cast<uint64_t>(3 * nodes) + 1));
    const auto instance = RandomGraphInstance<TypeParam>(nodes, edges, CapacityOptionsOf(seed), random);
    MaxFlowGraph<TypeParam> graph = MakeGraph(instance);
    EXPECT_EQ(graph.Solve(), BruteForceMinimumCut(instance));
    ExpectProof(instance, graph);
    if (testing::Test::HasFailure()) return;
  }
}

// Long paths, which tiny graphs lack: a chain, and a grid of weak terminals.
TYPED_TEST(MaxFlowGraphOf, ProvesItselfOnLargerGraphs) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "larger max-flow graph");
    const int nodes = 20 + static_cast<int>(random.UniformIndex(200));
    auto instance = seed % 2 == 0
                        ? RandomGraphInstance<TypeParam>(nodes, 4 * nodes, CapacityOptionsOf(seed), random)
                        : RandomGridInstance<TypeParam>(nodes / 8, 8, CapacityOptionsOf(seed), random);
    RemoveTerminals(0.7, random, instance);
    MaxFlowGraph<TypeParam> graph = MakeGraph(instance);
    graph.Solve();
    ExpectProof(instance, graph);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(MaxFlowGraph, SolvesAChainFromEndToEnd) {
  for (const bool backwards : {false, true}) {
    const int nodes = 100'000;
    MaxFlowGraph<int64_t> graph(nodes);
    const auto at = [backwards](int v) { return backwards ? nodes - 1 - v : v; };
    graph.AddTerminal(at(0), 10, 0);
    graph.AddTerminal(at(nodes - 1), 0, 9);
    for (int v = 0; v + 1 < nodes; ++v) graph.AddEdge(at(v), at(v + 1), v == 777 ? 4 : 6, 0);
    EXPECT_EQ(graph.Solve(), 4);
    EXPECT_TRUE(graph.OnSourceSide(at(777)));
    EXPECT_FALSE(graph.OnSourceSide(at(778)));
  }
}

// Capacities that are not multiples of one power of two: the value has a rounding error of a few units.
TEST(MaxFlowGraph, RoundsSumsOfDoublesOnly) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "real max-flow");
    auto instance = RandomGraphInstance<double>(8, 20, {}, random);
    for (double& capacity : instance.from_source) capacity *= random.Uniform();
    for (double& capacity : instance.to_sink) capacity *= random.Uniform();
    for (auto& edge : instance.edges) edge.capacity *= random.Uniform();
    MaxFlowGraph<double> graph = MakeGraph(instance);
    const double least = BruteForceMinimumCut(instance);
    EXPECT_NEAR(graph.Solve(), least, 1e-13 * 100);
    EXPECT_NEAR(CutValue(instance, [&](int v) { return graph.OnSourceSide(v); }), least, 1e-13 * 100);
  }
}

// A flow of 3 that would be lost in sums with the huge capacities beside it.
TEST(MaxFlowGraph, KeepsSmallFlowsBesideHugeCapacities) {
  MaxFlowGraph<double> graph(3);
  graph.AddTerminal(0, 1e300, 7);
  graph.AddTerminal(2, 0, 1e300);
  graph.AddEdge(0, 1, 3, 0);
  graph.AddEdge(1, 2, 5, 0);
  EXPECT_EQ(graph.Solve(), 10);
}

TEST(MaxFlowGraph, SolvesWithoutNodesAndWithoutEdges) {
  MaxFlowGraph<int32_t> empty(0);
  EXPECT_EQ(empty.Solve(), 0);
  empty.Verify();
  MaxFlowGraph<int32_t> graph(2);
  graph.AddTerminal(0, 3, 5);
  EXPECT_EQ(graph.Solve(), 3);
  EXPECT_FALSE(graph.OnSourceSide(0));
}

TEST(MaxFlowGraph, GivesTheSameCutAgain) {
  common::RandomStream random(1, "same cut");
  const auto instance = RandomGraphInstance<int32_t>(300, 900, {.max_capacity = 3}, random);
  MaxFlowGraph<int32_t> first = MakeGraph(instance), second = MakeGraph(instance);
  first.Solve();
  const MaxFlowGraph<int32_t> copy = first;
  second.Solve();
  second.Solve();
  for (int v = 0; v < 300; ++v) {
    EXPECT_EQ(first.OnSourceSide(v), second.OnSourceSide(v));
    EXPECT_EQ(first.OnSourceSide(v), copy.OnSourceSide(v));
  }
}

TEST(MaxFlowGraph, SumsOf32BitCapacitiesMayNeed64) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  MaxFlowGraph<int32_t> graph(6);
  for (int v = 0; v < 6; v += 2) {
    graph.AddTerminal(v, kMax, 0);
    graph.AddTerminal(v + 1, 0, kMax);
    graph.AddEdge(v, v + 1, kMax, 0);
  }
  graph.AddEdge(0, 3, kMax, 0);  // more than node 3 can hold
  EXPECT_EQ(graph.Solve(), 3 * int64_t{kMax});
  graph.Verify();
}

TEST(MaxFlowGraph, DetectsOverflow) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  MaxFlowGraph<int32_t> graph(2);
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(0, 1, kMax, 1); }), OverflowAt("AddEdge(0, 1)"));
  graph.AddTerminal(0, kMax, 0);
  EXPECT_EQ(MessageOf([&] { graph.AddTerminal(0, 1, 0); }), OverflowAt("AddTerminal(0)"));
  graph.AddTerminal(1, 0, kMax);
  EXPECT_EQ(MessageOf([&] { graph.AddTerminal(1, 0, 1); }), OverflowAt("AddTerminal(1)"));
  EXPECT_EQ(MessageOf([&] { graph.ChangeTerminal(1, 0, std::numeric_limits<int32_t>::min()); }),
            OverflowAt("ChangeTerminal(1)"));
  EXPECT_EQ(graph.num_edges(), 0);
  EXPECT_EQ(graph.Solve(), 0);

  // Each sum at a node fits, the flow does not.
  constexpr int64_t kHalf = int64_t{1} << 62;
  MaxFlowGraph<int64_t> large(3);
  for (int v = 0; v < 3; ++v)
    EXPECT_EQ(MessageOf([&] { large.AddTerminal(v, v == 2 ? 0 : kHalf, 0); }), "no error");
  EXPECT_EQ(large.Solve(), 0);  // no path to the sink
  large.AddTerminal(2, 0, kHalf);
  large.AddEdge(0, 2, kHalf, 0);
  EXPECT_EQ(large.Solve(), kHalf);
  MaxFlowGraph<int64_t> flow(4);
  for (const int v : {0, 1}) flow.AddTerminal(v, kHalf, 0);
  for (const int v : {2, 3}) flow.AddTerminal(v, 0, kHalf);
  EXPECT_EQ(flow.Solve(), 0);  // without edges
  for (const int v : {0, 1}) flow.AddEdge(v, v + 2, kHalf, 0);
  EXPECT_EQ(MessageOf([&] { flow.Solve(); }), OverflowAt("Solve"));
  MaxFlowGraph<double> real(4);
  for (const int v : {0, 1}) real.AddTerminal(v, 1e308, 0);
  for (const int v : {2, 3}) real.AddTerminal(v, 0, 1e308);
  for (const int v : {0, 1}) real.AddEdge(v, v + 2, 1e308, 0);
  EXPECT_EQ(MessageOf([&] { real.Solve(); }), OverflowAt("Solve"));
  EXPECT_EQ(MessageOf([&] { real.AddEdge(0, 1, 1e308, 1e308); }), OverflowAt("AddEdge(0, 1)"));
}

TEST(MaxFlowGraph, RefusesWhatIsNoCapacity) {
  MaxFlowGraph<double> graph(3);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(0, 1, 2, -1); }),
            "AddEdge(0, 1): expected capacities >= 0 and finite, found -1");
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(2, 1, std::nan(""), 0); }),
            "AddEdge(2, 1): expected capacities >= 0 and finite, found nan");
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(2, 0, infinity, 0); }),
            "AddEdge(2, 0): expected capacities >= 0 and finite, found inf");
  EXPECT_EQ(MessageOf([&] { graph.AddTerminal(1, 0, infinity); }),
            "AddTerminal(1): expected capacities >= 0 and finite, found inf");
  EXPECT_EQ(MessageOf([&] { graph.AddTerminal(1, -2, 0); }),
            "AddTerminal(1): expected capacities >= 0 and finite, found -2");
  EXPECT_NE(MessageOf([&] { graph.ChangeTerminal(1, std::nan(""), 0); }), "no error");
  EXPECT_NE(MessageOf([&] { graph.ChangeTerminal(1, 0, infinity); }), "no error");
  EXPECT_EQ(graph.num_edges(), 0);
  EXPECT_EQ(graph.TerminalResidual(1), 0);
}

TEST(MaxFlowGraph, RefusesWhatDoesNotExist) {
  EXPECT_EQ(MessageOf([] { MaxFlowGraph<int32_t>(-1); }),
            "MaxFlowGraph: num_nodes: expected at least 0, found -1");
  EXPECT_NE(MessageOf([] { MaxFlowGraph<int32_t>(1, -1); }), "no error");
  EXPECT_NE(MessageOf([] { MaxFlowGraph<int32_t>(1, int64_t{1} << 40); }), "no error");
  MaxFlowGraph<int32_t> graph(3);
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(0, 3, 1, 1); }), "AddEdge(0, 3): expected nodes below 3, found 3");
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(-1, 0, 1, 1); }),
            "AddEdge(-1, 0): expected nodes below 3, found -1");
  EXPECT_EQ(MessageOf([&] { graph.AddEdge(2, 2, 1, 1); }),
            "AddEdge(2, 2): expected two different nodes, found a loop");
  EXPECT_EQ(MessageOf([&] { graph.AddTerminal(3, 1, 1); }),
            "AddTerminal(3): expected a node below 3, found 3");
  EXPECT_NE(MessageOf([&] { graph.ChangeEdge(0, 1, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { graph.EdgeResidual(0); }), "no error");
  EXPECT_NE(MessageOf([&] { graph.ReverseResidual(-1); }), "no error");
  EXPECT_NE(MessageOf([&] { graph.TerminalResidual(3); }), "no error");
  EXPECT_EQ(MessageOf([&] { graph.OnSourceSide(0); }),
            "OnSourceSide(0): expected Solve before it, found a graph not solved");
  graph.Solve();
  EXPECT_FALSE(graph.OnSourceSide(0) && graph.OnSourceSide(1) && graph.OnSourceSide(2));
  graph.AddTerminal(0, 1, 0);
  EXPECT_NE(MessageOf([&] { graph.OnSourceSide(0); }), "no error");
  EXPECT_NE(MessageOf([&] { graph.OnSourceSide(3); }), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
