#include "graphical_models/exact/testing/flow_instances.h"

#include <algorithm>
#include <type_traits>

namespace structlab::graphical_models {

CapacityOptions CapacityOptionsOf(uint64_t seed) {
  return {.max_capacity = seed % 3 == 0 ? 2 : 9,
          .zero = seed % 2 == 0 ? 0.1 : 0.5,
          .huge = seed % 5 == 0 ? 0.15 : 0};
}

std::string OverflowAt(const std::string& where) {
  return where +
         ": expected capacities whose sums fit their type, found an overflow; scale the capacities "
         "down or use 64 bits";
}

template <FlowCapacity C>
C HugeCapacity() {
  if constexpr (std::is_same_v<C, int32_t>) return (int32_t{1} << 30) - 1;  // two of them fit
  if constexpr (std::is_same_v<C, int64_t>) return int64_t{1} << 55;
  return static_cast<C>(1LL << 40);  // a hundred of them and 1/8 are exact
}

template <FlowCapacity C>
C RandomCapacity(const CapacityOptions& options, common::RandomStream& random) {
  const double kind = random.Uniform();
  if (kind < options.zero) return 0;
  if (kind < options.zero + options.huge) return HugeCapacity<C>();
  if constexpr (std::is_integral_v<C>) {
    return static_cast<C>(random.UniformIndex(static_cast<uint64_t>(options.max_capacity) + 1));
  } else {
    return static_cast<C>(random.UniformIndex(8 * static_cast<uint64_t>(options.max_capacity) + 1)) / 8;
  }
}

namespace {

template <FlowCapacity C>
FlowInstance<C> InstanceWithoutEdges(int num_nodes, const CapacityOptions& options,
                                     common::RandomStream& random) {
  FlowInstance<C> instance;
  for (int v = 0; v < num_nodes; ++v) {
    // Mostly one of the two: their common part flows without any edge.
    const uint64_t kind = random.UniformIndex(5);
    instance.from_source.push_back(kind < 3 ? RandomCapacity<C>(options, random) : 0);
    instance.to_sink.push_back(kind > 1 ? RandomCapacity<C>(options, random) : 0);
  }
  return instance;
}

}  // namespace

template <FlowCapacity C>
FlowInstance<C> RandomGraphInstance(int num_nodes, int num_edges, const CapacityOptions& options,
                                    common::RandomStream& random) {
  FlowInstance<C> instance = InstanceWithoutEdges<C>(num_nodes, options, random);
  for (int e = 0; e < num_edges && num_nodes > 1; ++e) {
    const std::vector<int> ends = random.SampleWithoutReplacement(num_nodes, 2);
    instance.edges.push_back(
        {ends[0], ends[1], RandomCapacity<C>(options, random), RandomCapacity<C>(options, random)});
  }
  return instance;
}

template <FlowCapacity C>
FlowInstance<C> RandomGridInstance(int width, int height, const CapacityOptions& options,
                                   common::RandomStream& random) {
  FlowInstance<C> instance = InstanceWithoutEdges<C>(width * height, options, random);
  instance.width = width;
  instance.height = height;
  for (int v = 0; v < width * height; ++v) {
    for (const int to : {v % width + 1 < width ? v + 1 : -1, v / width + 1 < height ? v + width : -1}) {
      if (to < 0) continue;
      instance.edges.push_back(
          {v, to, RandomCapacity<C>(options, random), RandomCapacity<C>(options, random)});
    }
  }
  return instance;
}

template <FlowCapacity C>
void RemoveTerminals(double probability, common::RandomStream& random, FlowInstance<C>& instance) {
  for (int v = 0; v < instance.num_nodes(); ++v) {
    if (random.Uniform() < probability) instance.from_source[v] = instance.to_sink[v] = 0;
  }
}

template <FlowCapacity C>
FlowValue<C> BruteForceMinimumCut(const FlowInstance<C>& instance) {
  FlowValue<C> least = CutValue(instance, [](int) { return false; });
  for (uint32_t cut = 1; cut < uint32_t{1} << instance.num_nodes(); ++cut) {
    least = std::min(least, CutValue(instance, [cut](int v) { return (cut >> v & 1) != 0; }));
  }
  return least;
}

template <FlowCapacity C>
MaxFlowGraph<C> MakeGraph(const FlowInstance<C>& instance) {
  MaxFlowGraph<C> graph(instance.num_nodes(), static_cast<int64_t>(instance.edges.size()));
  for (int v = 0; v < instance.num_nodes(); ++v) {
    graph.AddTerminal(v, instance.from_source[v], instance.to_sink[v]);
  }
  for (const FlowEdge<C>& edge : instance.edges) {
    graph.AddEdge(edge.from, edge.to, edge.capacity, edge.reverse_capacity);
  }
  return graph;
}

template <FlowCapacity C>
MaxFlowGrid<C> MakeGrid(const FlowInstance<C>& instance) {
  size_t next = 0;
  return MaxFlowGrid<C>(instance.width, instance.height, [&](int y, const GridRow<C>& row) {
    for (int x = 0; x < instance.width; ++x) {
      row.from_source[x] = instance.from_source[y * instance.width + x];
      row.to_sink[x] = instance.to_sink[y * instance.width + x];
      // Capacities that lead out of the image must be ignored.
      row.right[x] = row.left[x] = row.down[x] = row.up[x] = 5;
      if (x + 1 < instance.width) {
        row.right[x] = instance.edges[next].capacity;
        row.left[x] = instance.edges[next++].reverse_capacity;
      }
      if (y + 1 < instance.height) {
        row.down[x] = instance.edges[next].capacity;
        row.up[x] = instance.edges[next++].reverse_capacity;
      }
    }
  });
}

#define STRUCTLAB_FLOW_INSTANCES_OF(C)                                                                      \
  template C HugeCapacity<C>();                                                                             \
  template C RandomCapacity<C>(const CapacityOptions&, common::RandomStream&);                              \
  template FlowInstance<C> RandomGraphInstance<C>(int, int, const CapacityOptions&, common::RandomStream&); \
  template FlowInstance<C> RandomGridInstance<C>(int, int, const CapacityOptions&, common::RandomStream&);  \
  template void RemoveTerminals<C>(double, common::RandomStream&, FlowInstance<C>&);                        \
  template FlowValue<C> BruteForceMinimumCut<C>(const FlowInstance<C>&);                                    \
  template MaxFlowGraph<C> MakeGraph<C>(const FlowInstance<C>&);                                            \
  template MaxFlowGrid<C> MakeGrid<C>(const FlowInstance<C>&);
STRUCTLAB_FLOW_INSTANCES_OF(int32_t)
STRUCTLAB_FLOW_INSTANCES_OF(int64_t)
STRUCTLAB_FLOW_INSTANCES_OF(double)
#undef STRUCTLAB_FLOW_INSTANCES_OF

}  // namespace structlab::graphical_models
