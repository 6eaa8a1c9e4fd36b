// Random flow problems, their minimum cut by brute force, and a check that proves a flow maximal.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_FLOW_INSTANCES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_FLOW_INSTANCES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"

namespace structlab::graphical_models {

template <FlowCapacity C>
struct FlowEdge {
  int from, to;
  C capacity, reverse_capacity;
};

// A flow problem as data. The edges of grids are listed row by row; for each pixel, right comes before down.
template <FlowCapacity C>
struct FlowInstance {
  std::vector<C> from_source, to_sink;
  std::vector<FlowEdge<C>> edges;
  int width = 0, height = 0;  // of grids

  int num_nodes() const { return static_cast<int>(from_source.size()); }
};

// Distribution of capacities: 0 with probability `zero`, huge with probability `huge`, otherwise uniform from
// 0 to max_capacity. Capacities of type double are multiples of 1/8, so that sums are exact.
struct CapacityOptions {
  int max_capacity = 9;
  double zero = 0.2;
  double huge = 0;
};

// A stand-in for infinity: more than all other capacities together, but a few of them can be added.
template <FlowCapacity C>
C HugeCapacity();

template <FlowCapacity C>
C RandomCapacity(const CapacityOptions& options, common::RandomStream& random);

// Alternates by seed between small capacities, many zeros, and huge capacities.
CapacityOptions CapacityOptionsOf(uint64_t seed);

// The types for typed tests of the solvers.
using FlowCapacityTypes = testing::Types<int32_t, int64_t, double>;

// The expected message of an overflow.
std::string OverflowAt(const std::string& where);

// Edges between random nodes, some of them parallel.
template <FlowCapacity C>
FlowInstance<C> RandomGraphInstance(int num_nodes, int num_edges, const CapacityOptions& options,
                                    common::RandomStream& random);

template <FlowCapacity C>
FlowInstance<C> RandomGridInstance(int width, int height, const CapacityOptions& options,
                                   common::RandomStream& random);

// Removes the terminals of each node with the given probability, so that flow has to go far.
template <FlowCapacity C>
void RemoveTerminals(double probability, common::RandomStream& random, FlowInstance<C>& instance);

// The capacity of the cut whose source side is the set of nodes v with on_source_side(v).
template <FlowCapacity C, class OnSourceSide>
FlowValue<C> CutValue(const FlowInstance<C>& instance, const OnSourceSide& on_source_side) {
  FlowValue<C> value = 0;
  for (int v = 0; v < instance.num_nodes(); ++v) {
    value += on_source_side(v) ? instance.to_sink[v] : instance.from_source[v];
  }
  for (const FlowEdge<C>& edge : instance.edges) {
    const bool from = on_source_side(edge.from), to = on_source_side(edge.to);
    if (from && !to) value += edge.capacity;
    if (to && !from) value += edge.reverse_capacity;
  }
  return value;
}

// The minimum capacity of all 2^n cuts.
template <FlowCapacity C>
FlowValue<C> BruteForceMinimumCut(const FlowInstance<C>& instance);

template <FlowCapacity C>
MaxFlowGraph<C> MakeGraph(const FlowInstance<C>& instance);

template <FlowCapacity C>
MaxFlowGrid<C> MakeGrid(const FlowInstance<C>& instance);

// A grid with the interface of a graph: nodes row by row, edges as in FlowInstance.
template <FlowCapacity C>
class GridAsGraph {
 public:
  GridAsGraph(MaxFlowGrid<C>& grid, const FlowInstance<C>& instance) : grid_(grid), instance_(instance) {}

  FlowValue<C> Solve() { return grid_.Solve(); }
  FlowValue<C> flow() const { return grid_.flow(); }
  void Verify() const { grid_.Verify(); }
  bool OnSourceSide(int v) const { return grid_.OnSourceSide(X(v), Y(v)); }
  C TerminalResidual(int v) const { return grid_.TerminalResidual(X(v), Y(v)); }
  C EdgeResidual(int edge) const {
    const int v = instance_.edges[edge].from;
    return IsRight(edge) ? grid_.RightResidual(X(v), Y(v)) : grid_.DownResidual(X(v), Y(v));
  }
  C ReverseResidual(int edge) const {
    const int v = instance_.edges[edge].from;
    return IsRight(edge) ? grid_.LeftResidual(X(v), Y(v)) : grid_.UpResidual(X(v), Y(v));
  }
  void ChangeTerminal(int v, C from_source, C to_sink) {
    grid_.ChangeTerminal(X(v), Y(v), from_source, to_sink);
  }
  void ChangeEdge(int edge, C change, C reverse_change) {
    const int v = instance_.edges[edge].from;
    if (IsRight(edge)) {
      grid_.ChangeRight(X(v), Y(v), change, reverse_change);
    } else {
      grid_.ChangeDown(X(v), Y(v), change, reverse_change);
    }
  }

 private:
  int X(int v) const { return v % instance_.width; }
  int Y(int v) const { return v / instance_.width; }
  bool IsRight(int edge) const { return Y(instance_.edges[edge].from) == Y(instance_.edges[edge].to); }

  MaxFlowGrid<C>& grid_;
  const FlowInstance<C>& instance_;
};

// Expects that a solved MaxFlowGraph or GridAsGraph holds a pseudo-flow of the instance whose value is that
// of its cut. In a pseudo-flow, edges keep their capacities, and what enters a node without leaving it is its
// excess. Verify finds all excess on the source side and all deficits on the sink side, so that flow and cut
// are both optimal. All sums must be exact.
template <FlowCapacity C, class Solver>
void ExpectProof(const FlowInstance<C>& instance, const Solver& solver) {
  solver.Verify();
  std::vector<FlowValue<C>> received(instance.from_source.size(), 0);
  for (size_t e = 0; e < instance.edges.size(); ++e) {
    const FlowEdge<C>& edge = instance.edges[e];
    const FlowValue<C> residual = solver.EdgeResidual(static_cast<int>(e));
    const FlowValue<C> reverse_residual = solver.ReverseResidual(static_cast<int>(e));
    EXPECT_GE(residual, 0);
    EXPECT_GE(reverse_residual, 0);
    EXPECT_EQ(residual + reverse_residual, FlowValue<C>{edge.capacity} + edge.reverse_capacity)
        << "edge " << e;
    received[edge.to] += edge.capacity - residual;
    received[edge.from] -= edge.capacity - residual;
  }
  for (int v = 0; v < instance.num_nodes(); ++v) {
    const FlowValue<C> unused = solver.TerminalResidual(v);
    EXPECT_EQ(FlowValue<C>{instance.from_source[v]} - instance.to_sink[v] + received[v], unused)
        << "node " << v;
  }
  EXPECT_EQ(solver.flow(), CutValue(instance, [&solver](int v) { return solver.OnSourceSide(v); }));
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_FLOW_INSTANCES_H_
