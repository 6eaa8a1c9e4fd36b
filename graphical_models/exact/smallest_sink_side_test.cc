#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

// Few different capacities, so that most instances have several minimum cuts.
constexpr CapacityOptions kFewCapacities = {.max_capacity = 2, .zero = 0.3};

// The nodes that are on the sink side of every minimum cut.
std::vector<bool> CommonSinkSide(const FlowInstance<int32_t>& instance) {
  const int64_t least = BruteForceMinimumCut(instance);
  uint32_t on_source_side = 0;  // of some minimum cut
  for (uint32_t cut = 0; cut < uint32_t{1} << instance.num_nodes(); ++cut) {
    const auto side = [cut](int v) { return (cut >> v & 1) != 0; };
    if (CutValue(instance, side) == least) on_source_side |= cut;
  }
  std::vector<bool> sink_side;
  for (int v = 0; v < instance.num_nodes(); ++v) sink_side.push_back((on_source_side >> v & 1) == 0);
  return sink_side;
}

template <class Solver>
std::vector<bool> SinkSide(const Solver& solver, int num_nodes) {
  std::vector<bool> sink_side;
  for (int v = 0; v < num_nodes; ++v) sink_side.push_back(!solver.OnSourceSide(v));
  return sink_side;
}

TEST(SmallestSinkSide, OfGraphsIsCommonToAllMinimumCuts) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "sink side of graphs");
    const int nodes = static_cast<int>(random.UniformIndex(8));
    const auto instance = RandomGraphInstance<int32_t>(nodes, static_cast<int>(random.UniformIndex(12)),
                                                       kFewCapacities, random);
    MaxFlowGraph<int32_t> graph = MakeGraph(instance);
    graph.Solve(CutChoice::kSmallestSinkSide);
    ExpectProof(instance, graph);
    EXPECT_EQ(SinkSide(graph, nodes), CommonSinkSide(instance));
  }
}

TEST(SmallestSinkSide, OfGridsIsCommonToAllMinimumCuts) {
  MaxFlowGrid<int32_t> rebuilt(3, 3, [](int, const GridRow<int32_t>& row) {
    for (const auto& span : {row.from_source, row.to_sink, row.right, row.left, row.down, row.up}) {
      std::fill(span.begin(), span.end(), 1);
    }
  });
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "sink side of grids");
    const auto instance = RandomGridInstance<int32_t>(3, 3, kFewCapacities, random);
    // In the memory of the previous grid.
    size_t next = 0;
    rebuilt.Rebuild([&](int y, const GridRow<int32_t>& row) {
      for (int x = 0; x < 3; ++x) {
        row.from_source[x] = instance.from_source[3 * y + x];
        row.to_sink[x] = instance.to_sink[3 * y + x];
        row.right[x] = x < 2 ? instance.edges[next].capacity : 7;
        row.left[x] = x < 2 ? instance.edges[next++].reverse_capacity : 7;
        row.down[x] = y < 2 ? instance.edges[next].capacity : 7;
        row.up[x] = y < 2 ? instance.edges[next++].reverse_capacity : 7;
      }
    });
    rebuilt.Solve(CutChoice::kSmallestSinkSide);
    const GridAsGraph<int32_t> graph(rebuilt, instance);
    ExpectProof(instance, graph);
    EXPECT_EQ(SinkSide(graph, 9), CommonSinkSide(instance));
    for (int y = 0; y < 3; ++y) {
      rebuilt.VisitRow(y, [&](int x, bool on_source_side, int32_t left, int32_t up) {
        EXPECT_EQ(on_source_side, rebuilt.OnSourceSide(x, y));
        EXPECT_EQ(left, x < 2 ? rebuilt.LeftResidual(x, y) : 0);
        EXPECT_EQ(up, y < 2 ? rebuilt.UpResidual(x, y) : 0);
      });
    }
  }
}

}  // namespace
}  // namespace structlab::graphical_models
