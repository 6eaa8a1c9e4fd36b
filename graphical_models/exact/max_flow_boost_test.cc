#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/testing/boost_max_flow.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

int64_t SolveWithBoost(const FlowInstance<int32_t>& instance) {
  BoostMaxFlow boost(instance.num_nodes());
  for (int v = 0; v < instance.num_nodes(); ++v) {
    boost.AddTerminal(v, instance.from_source[v], instance.to_sink[v]);
  }
  for (const auto& edge : instance.edges) {
    boost.AddEdge(edge.from, edge.to, edge.capacity, edge.reverse_capacity);
  }
  return boost.Solve();
}

template <class C>
FlowInstance<C> Convert(const FlowInstance<int32_t>& instance) {
  FlowInstance<C> converted{.from_source = {instance.from_source.begin(), instance.from_source.end()},
                            .to_sink = {instance.to_sink.begin(), instance.to_sink.end()},
                            .edges = {},
                            .width = instance.width,
                            .height = instance.height};
  for (const auto& edge : instance.edges) {
    converted.edges.push_back(
        {edge.from, edge.to, static_cast<C>(edge.capacity), static_cast<C>(edge.reverse_capacity)});
  }
  return converted;
}

TEST(MaxFlow, OfRandomGraphsEqualsBoosts) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "against boost");
    const int nodes = 100 + static_cast<int>(random.UniformIndex(2000));
    const int edges = nodes * (1 + static_cast<int>(random.UniformIndex(6)));
    const auto instance =
        RandomGraphInstance<int32_t>(nodes, edges, {.max_capacity = 1000, .zero = 0.3}, random);
    const int64_t value = SolveWithBoost(instance);
    MaxFlowGraph<int32_t> graph = MakeGraph(instance);
    EXPECT_EQ(graph.Solve(), value);
    ExpectProof(instance, graph);
    EXPECT_EQ(MakeGraph(Convert<int64_t>(instance)).Solve(), value);
    EXPECT_EQ(MakeGraph(Convert<double>(instance)).Solve(), static_cast<double>(value));
  }
}

TEST(MaxFlow, OfRandomGridsEqualsBoosts) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "grid against boost");
    const int width = 1 + static_cast<int>(random.UniformIndex(70));
    const int height = 1 + static_cast<int>(random.UniformIndex(70));
    const CapacityOptions options = {.max_capacity = seed % 2 == 0 ? 50 : 3,
                                     .zero = seed % 3 == 0 ? 0.5 : 0.05};
    const auto instance = RandomGridInstance<int32_t>(width, height, options, random);
    const int64_t value = SolveWithBoost(instance);
    MaxFlowGrid<int32_t> grid = MakeGrid(instance);
    EXPECT_EQ(grid.Solve(), value);
    ExpectProof(instance, GridAsGraph<int32_t>(grid, instance));
    EXPECT_EQ(MakeGraph(instance).Solve(), value);
    EXPECT_EQ(MakeGrid(Convert<int64_t>(instance)).Solve(), value);
    EXPECT_EQ(MakeGrid(Convert<double>(instance)).Solve(), static_cast<double>(value));
  }
}

}  // namespace
}  // namespace structlab::graphical_models
