// After changes of capacities, a solver must give the same results as a new one.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

template <class C>
class MaxFlowChange : public testing::Test {};
TYPED_TEST_SUITE(MaxFlowChange, FlowCapacityTypes);

// Replaces some capacities of the instance and passes the differences to the solver.
template <class C, class Solver>
void ChangeSome(const CapacityOptions& options, common::RandomStream& random, FlowInstance<C>& instance,
                Solver& solver) {
  const uint64_t nodes = static_cast<uint64_t>(instance.num_nodes());
  for (uint64_t changes = random.UniformIndex(4); nodes > 0 && changes > 0; --changes) {
    const int v = static_cast<int>(random.UniformIndex(nodes));
    const C from_source = RandomCapacity<C>(options, random), to_sink = RandomCapacity<C>(options, random);
    solver.ChangeTerminal(v, from_source - instance.from_source[v], to_sink - instance.to_sink[v]);
    instance.from_source[v] = from_source;
    instance.to_sink[v] = to_sink;
  }
  for (uint64_t changes = random.UniformIndex(4); !instance.edges.empty() && changes > 0; --changes) {
    const int e = static_cast<int>(random.UniformIndex(instance.edges.size()));
    FlowEdge<C>& edge = instance.edges[e];
    const C capacity = RandomCapacity<C>(options, random), reverse = RandomCapacity<C>(options, random);
    solver.ChangeEdge(e, capacity - edge.capacity, reverse - edge.reverse_capacity);
    edge.capacity = capacity;
    edge.reverse_capacity = reverse;
  }
}

TYPED_TEST(MaxFlowChange, OfAGraphEqualsBruteForce) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "changed graph");
    const CapacityOptions options = {.max_capacity = 8, .zero = 0.3, .huge = seed % 4 == 0 ? 0.1 : 0};
    auto instance = RandomGraphInstance<TypeParam>(7, 12, options, random);
    MaxFlowGraph<TypeParam> graph = MakeGraph(instance);
    for (int change = 0; change < 8; ++change) {
      EXPECT_EQ(graph.Solve(), BruteForceMinimumCut(instance));
      ExpectProof(instance, graph);
      if (testing::Test::HasFailure()) return;
      ChangeSome(options, random, instance, graph);
    }
  }
}

TYPED_TEST(MaxFlowChange, OfAGridEqualsANewOne) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "changed grid");
    const CapacityOptions options = {.max_capacity = 8, .zero = 0.3, .huge = seed % 4 == 0 ? 0.1 : 0};
    auto instance =
        RandomGridInstance<TypeParam>(1 + static_cast<int>(random.UniformIndex(8)),
                                      1 + static_cast<int>(random.UniformIndex(8)), options, random);
    MaxFlowGrid<TypeParam> grid = MakeGrid(instance);
    GridAsGraph<TypeParam> as_graph(grid, instance);
    for (int change = 0; change < 8; ++change) {
      EXPECT_EQ(grid.Solve(), MakeGrid(instance).Solve());
      ExpectProof(instance, as_graph);
      if (testing::Test::HasFailure()) return;
      ChangeSome(options, random, instance, as_graph);
    }
  }
}

// Negative terminal capacities and negative capacities of one direction are costs; the value is the minimum
// energy.
TYPED_TEST(MaxFlowChange, ToNegativeCapacitiesMinimisesTheEnergy) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "negative capacities");
    auto instance = RandomGraphInstance<TypeParam>(6, 9, {}, random);
    MaxFlowGraph<TypeParam> graph = MakeGraph(instance);
    if (seed % 2 == 0) graph.Solve();
    for (int v = 0; v < 6; ++v) {
      const TypeParam cost = RandomCapacity<TypeParam>({.max_capacity = 20}, random);
      const TypeParam other = RandomCapacity<TypeParam>({.max_capacity = 20}, random);
      graph.ChangeTerminal(v, -cost, -other);
      instance.from_source[v] -= cost;
      instance.to_sink[v] -= other;
    }
    for (int e = 0; e < 9; ++e) {
      FlowEdge<TypeParam>& edge = instance.edges[e];
      const TypeParam below = RandomCapacity<TypeParam>({}, random);
      graph.ChangeEdge(e, -edge.capacity - below, below);
      edge.capacity = -below;
      edge.reverse_capacity += below;
    }
    EXPECT_EQ(graph.Solve(), BruteForceMinimumCut(instance));
    EXPECT_EQ(graph.flow(), CutValue(instance, [&graph](int v) { return graph.OnSourceSide(v); }));
    graph.Verify();
    if (testing::Test::HasFailure()) return;
  }
}

// Residuals are rounded by every flow: the capacity removed may exceed their sum.
TEST(MaxFlowChange, EdgesOfAnyCapacityCanBeRemoved) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "decimal capacities");
    const double capacity = random.Uniform(), reverse = seed % 2 == 0 ? 0 : random.Uniform();
    MaxFlowGraph<double> graph(2);
    graph.AddTerminal(0, random.Uniform(), 0);
    graph.AddTerminal(1, 0, random.Uniform());
    graph.AddEdge(0, 1, capacity, reverse);
    graph.Solve();
    graph.ChangeEdge(0, -capacity, -reverse);
    EXPECT_NEAR(graph.Solve(), 0, 1e-15);
    graph.Verify();
    EXPECT_THROW(graph.ChangeEdge(0, -1e-6 * capacity - 1e-6, 0), common::Error);
  }
}

TEST(MaxFlowChange, RefusedLeavesTheGraphAsItWas) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  MaxFlowGraph<int32_t> graph(2);
  graph.AddTerminal(0, kMax, 0);
  graph.AddTerminal(1, 0, 8);
  graph.AddEdge(0, 1, 5, 2);
  EXPECT_EQ(graph.Solve(), 5);
  EXPECT_THROW(graph.ChangeEdge(0, -6, -2), common::Error);   // a sum of -1
  EXPECT_THROW(graph.ChangeEdge(0, kMax, 0), common::Error);  // both directions together
  EXPECT_THROW(graph.ChangeEdge(0, kMax - 6, 9), common::Error);
  EXPECT_EQ(graph.Solve(), 5);
  EXPECT_EQ(graph.EdgeResidual(0), 0);
  EXPECT_EQ(graph.ReverseResidual(0), 7);
  graph.ChangeTerminal(0, 5, 0);                            // 5 were used
  EXPECT_THROW(graph.ChangeEdge(0, -1, 1), common::Error);  // its flow does not fit back into node 0
  EXPECT_EQ(graph.Solve(), 5);
  graph.ChangeEdge(0, 2, 0);
  EXPECT_EQ(graph.Solve(), 7);
}

}  // namespace
}  // namespace structlab::graphical_models
