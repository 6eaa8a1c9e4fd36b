// Maximum flow and minimum cut of sparse graphs whose nodes have terminal capacities.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRAPH_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "common/huge_page_allocator.h"
#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/requested_capacities.h"
#include "graphical_models/exact/search_forests.h"
#include "graphical_models/exact/terminal_excess.h"

namespace structlab::graphical_models {

// A directed graph with a source and a sink. These are not nodes themselves: every node has a capacity from
// the source and a capacity to the sink.
//
//     MaxFlowGraph<int32_t> graph(2);
//     graph.AddTerminal(0, 5, 0);
//     graph.AddTerminal(1, 0, 4);
//     graph.AddEdge(0, 1, 3, 0);
//     graph.Solve();                // 3: node 0 on the source side, node 1 on the sink side
//     graph.ChangeEdge(0, 4, 0);    // the capacity is 7 now
//     graph.Solve();                // 4, starting from the previous flow
//
// Solve pushes as much flow as it can along the order of the nodes, and then searches shortest augmenting
// paths with two forests (search_forests.h). Take MaxFlowGrid for 4-connected images: it stores no arcs and
// needs less memory.
//
// Capacity: int32_t, int64_t or double, >= 0 and finite. int32_t takes the least memory, and its flow value
// still has 64 bits. Integer sums that overflow throw common::Error; nothing wraps. With double every sum is
// rounded: the value is exact to about 1e-16 of the largest capacities times the number of changes to them.
// All errors are common::Error (usage) and leave the graph unchanged.
//
// Memory: per node 16 bytes and per edge 24 bytes with int32_t (24 and 32 with 64 bits), and 4 bytes per node
// of the search's front. Edges beyond expected_edges take up to twice as much, and three times while the
// memory grows. Deterministic; not thread-safe. Copies are independent.
template <FlowCapacity CapacityType>
class STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES MaxFlowGraph {
 public:
  using Capacity = CapacityType;
  using Value = FlowValue<Capacity>;

  // A graph without edges; expected_edges only reserves memory. Throws if a number is negative or too large.
  explicit MaxFlowGraph(int num_nodes, int64_t expected_edges = 0);

  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  int num_edges() const { return num_edges_; }

  // Adds to the terminal capacities of a node. Throws for a node that does not exist and an invalid capacity.
  void AddTerminal(int node, Capacity from_source, Capacity to_sink);

  // Adds an edge and returns its index, counted from 0. Edges may be parallel. Throws for a node that does
  // not exist, a loop, an invalid capacity, and an overflow of capacity + reverse_capacity.
  int AddEdge(int from, int to, Capacity capacity, Capacity reverse_capacity);

  // Adds changes of either sign to the terminal capacities of a node. A capacity may become negative: then
  // the value of the cut is the minimum of the corresponding energy, in which a terminal capacity is the cost
  // of the node being on the other side. Throws like AddTerminal.
  void ChangeTerminal(int node, Capacity from_source_change, Capacity to_sink_change);

  // Adds changes of either sign to the capacities of an edge; flow above a capacity is taken back. One of the
  // two capacities may become negative (the energy stays submodular); the value is then that of the energy.
  // Throws for an edge that does not exist, a change that is not finite, and a negative sum of both
  // capacities.
  void ChangeEdge(int edge, Capacity capacity_change, Capacity reverse_capacity_change);

  // Makes the flow maximal and returns its value, which equals that of the minimum cut. After changes it
  // starts from the previous flow (Kohli, Torr: Dynamic graph cuts, PAMI 2007) with new search trees. Worst
  // case O(n^2 m) time; close to linear for images. A graph without nodes has value 0.
  Value Solve(CutChoice choice = CutChoice::kAny);

  // The value of the current flow; after Solve, the maximum.
  Value flow() const { return flow_; }

  // Whether the last Solve put a node on the source side of the minimum cut. Of several minimum cuts, the
  // same calls always give the same one. Throws for a node that does not exist, and if the graph was changed,
  // or not solved, since.
  bool OnSourceSide(int node) const;

  // The end nodes of an edge, as given to AddEdge. Both throw for an edge that does not exist.
  int EdgeFrom(int edge) const;
  int EdgeTo(int edge) const;

  // Residual capacities: of an edge in its two directions, and of a node's terminals (> 0: from the source, <
  // 0: to the sink). The edges hold a pseudo-flow: after Solve, excess of a node on the source side may have
  // come there over edges, and would have to return to its origin to complete the flow. This changes neither
  // value nor cut: all residuals together represent the same energy, up to the constant flow().
  Capacity TerminalResidual(int node) const;
  Capacity EdgeResidual(int edge) const;
  Capacity ReverseResidual(int edge) const;

  // Checks that the flow and the cut of the last Solve prove each other (complementary slackness): no
  // residual is negative, none leads from the source side to the sink side, nodes with unused capacity from
  // the source are on the source side, and nodes with unused capacity to the sink are on the sink side. Debug
  // builds call it at the end of each Solve; they also keep the original capacities, whose sum over the cut
  // must be flow(). A failure is a bug of the library and ends the program. O(n + m) time.
  void Verify() const;

 private:
  friend class SearchForests<MaxFlowGraph>;
  using Arc = int32_t;  // even: from the edge's first node; odd: from its second
  static constexpr Arc ArcOf(int32_t edge) { return 2 * edge + 2; }
  static constexpr Arc kNoArc = 0;  // so that a zero-initialised node has no arcs
  static constexpr Arc kRootArc = 1;
  static constexpr Arc Reserved(Arc arc) { return -arc; }
  static constexpr bool IsReserved(Arc parent) { return parent < 0; }
  static constexpr int32_t kMaxEdges = std::numeric_limits<Arc>::max() / 2 - 1;

  struct Node : SearchNode<Capacity, Arc> {
    Arc first_arc;
  };
  struct ArcRecord {
    int32_t head;
    Arc next;  // next arc with the same tail
    Capacity residual;
  };

  // The network interface of SearchForests.
  Node& node(int32_t v) { return nodes_[v]; }
  const Node& node(int32_t v) const { return nodes_[v]; }
  int32_t Head(int32_t, Arc arc) const { return arcs_[arc].head; }
  static Arc Reverse(Arc arc) { return arc ^ 1; }
  Capacity& Residual(int32_t, Arc arc) { return arcs_[arc].residual; }
  const Capacity& Residual(int32_t, Arc arc) const { return arcs_[arc].residual; }
  void PrefetchNode(int32_t v) const { __builtin_prefetch(&nodes_[v]); }
  void PrefetchArcs(int32_t v) const { __builtin_prefetch(&arcs_[nodes_[v].first_arc]); }
  template <class Visitor>
  void ForEachArc(int32_t v, Visitor&& visit) const {
    for (Arc arc = nodes_[v].first_arc; arc != kNoArc; arc = arcs_[arc].next) {
      if (!visit(arc)) return;
    }
  }

  bool HasNode(int node) const { return static_cast<uint32_t>(node) < nodes_.size(); }
  void CheckNode(int node, const char* function) const;
  void CheckEdge(int edge, const char* function) const;
  // Throw the error about the invalid argument.
  [[noreturn]] void RefuseTerminal(int node, Capacity from_source, Capacity to_sink) const;
  [[noreturn]] void RefuseEdge(int from, int to, Capacity capacity, Capacity reverse_capacity) const;
  void Push(int32_t v, Arc arc);
  void PassToNext(int32_t v);
  void PushAlongOrder();

  std::vector<Node, common::HugePageAllocator<Node>> nodes_;
  std::vector<ArcRecord, common::HugePageAllocator<ArcRecord>> arcs_;  // has more entries than edges need
  int32_t num_edges_ = 0;
  Value flow_ = 0;
  bool solved_before_ = false;
  bool cut_is_valid_ = false;
  bool source_side_complete_ = false;
  [[no_unique_address]] RequestedCapacities<Capacity> requested_;
};

// Defined here to be inlined: graphs are built with millions of calls.
template <FlowCapacity Capacity>
inline void MaxFlowGraph<Capacity>::AddTerminal(int node, Capacity from_source, Capacity to_sink) {
  if (!HasNode(node) || !IsCapacity(from_source) || !IsCapacity(to_sink) ||
      !ChangeExcess(from_source, to_sink, &nodes_[node].excess, &flow_)) {
    RefuseTerminal(node, from_source, to_sink);
  }
  requested_.AddTerminal(node, from_source, to_sink);
  cut_is_valid_ = false;
}

template <FlowCapacity Capacity>
inline int MaxFlowGraph<Capacity>::AddEdge(int from, int to, Capacity capacity, Capacity reverse_capacity) {
  Capacity sum;
  if (!HasNode(from) || !HasNode(to) || from == to || !IsCapacity(capacity) ||
      !IsCapacity(reverse_capacity) || !AddFits(capacity, reverse_capacity, &sum) ||
      num_edges_ == kMaxEdges) {
    RefuseEdge(from, to, capacity, reverse_capacity);
  }
  const Arc arc = ArcOf(num_edges_);
  if (arcs_.begin() + arc == arcs_.end()) arcs_.resize(2 * arcs_.size() + 64);
  arcs_[arc] = {.head = to, .next = nodes_[from].first_arc, .residual = capacity};
  arcs_[arc + 1] = {.head = from, .next = nodes_[to].first_arc, .residual = reverse_capacity};
  nodes_[from].first_arc = arc;
  nodes_[to].first_arc = arc + 1;
  requested_.AddEdge(from, to, capacity, reverse_capacity);
  cut_is_valid_ = false;
  return num_edges_++;
}

extern template class MaxFlowGraph<int32_t>;
extern template class MaxFlowGraph<int64_t>;
extern template class MaxFlowGraph<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRAPH_H_
