#include "graphical_models/exact/max_flow_graph.h"

#include <algorithm>
#include <limits>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/exact/terminal_excess.h"

namespace structlab::graphical_models {
namespace {

using common::ThrowUsageError;

std::string CallName(const char* function, int argument) {
  return std::string(function) + "(" + std::to_string(argument) + ")";
}

}  // namespace

template <FlowCapacity Capacity>
MaxFlowGraph<Capacity>::MaxFlowGraph(int num_nodes, int64_t expected_edges) {
  if (num_nodes < 0) ThrowUsageError("MaxFlowGraph: num_nodes", "at least 0", std::to_string(num_nodes));
  if (expected_edges < 0 || expected_edges > kMaxEdges) {
    ThrowUsageError("MaxFlowGraph: expected_edges", "0 to " + std::to_string(kMaxEdges),
                    std::to_string(expected_edges));
  }
  // Writing these zeros again, long before they are used, would take a fifth of the time of building.
  nodes_.resize(num_nodes);
  if (!nodes_.get_allocator().GivesZeros(nodes_.size())) std::fill(nodes_.begin(), nodes_.end(), Node{});
  arcs_.resize(ArcOf(static_cast<int32_t>(expected_edges)));
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::CheckNode(int node, const char* function) const {
  if (node < 0 || node >= num_nodes()) {
    ThrowUsageError(CallName(function, node), "a node below " + std::to_string(num_nodes()),
                    std::to_string(node));
  }
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::CheckEdge(int edge, const char* function) const {
  if (edge < 0 || edge >= num_edges()) {
    ThrowUsageError(CallName(function, edge), "an edge below " + std::to_string(num_edges()),
                    std::to_string(edge));
  }
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::RefuseTerminal(int node, Capacity from_source, Capacity to_sink) const {
  CheckNode(node, "AddTerminal");
  for (const Capacity capacity : {from_source, to_sink}) {
    if (!IsCapacity(capacity)) {
      ThrowUsageError(CallName("AddTerminal", node), "capacities >= 0 and finite", FormatCapacity(capacity));
    }
  }
  ThrowCapacityOverflow(CallName("AddTerminal", node));
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::RefuseEdge(int from, int to, Capacity capacity,
                                        Capacity reverse_capacity) const {
  const std::string where = "AddEdge(" + std::to_string(from) + ", " + std::to_string(to) + ")";
  if (!HasNode(from) || !HasNode(to)) {
    ThrowUsageError(where, "nodes below " + std::to_string(num_nodes()),
                    std::to_string(HasNode(from) ? to : from));
  }
  if (from == to) ThrowUsageError(where, "two different nodes", "a loop");
  if (!IsCapacity(capacity) || !IsCapacity(reverse_capacity)) {
    ThrowUsageError(where, "capacities >= 0 and finite",
                    FormatCapacity(IsCapacity(capacity) ? reverse_capacity : capacity));
  }
  if (num_edges() == kMaxEdges) {
    ThrowUsageError(where, "at most " + std::to_string(kMaxEdges) + " edges", "one more");
  }
  ThrowCapacityOverflow(where);
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::ChangeTerminal(int node, Capacity from_source_change, Capacity to_sink_change) {
  CheckNode(node, "ChangeTerminal");
  if (!ChangeExcess(from_source_change, to_sink_change, &nodes_[node].excess, &flow_)) {
    ThrowCapacityOverflow(CallName("ChangeTerminal", node));
  }
  requested_.AddTerminal(node, from_source_change, to_sink_change);
  cut_is_valid_ = false;
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::ChangeEdge(int edge, Capacity capacity_change,
                                        Capacity reverse_capacity_change) {
  CheckEdge(edge, "ChangeEdge");
  const Arc arc = ArcOf(edge);
  ChangeResiduals(CallName("ChangeEdge", edge), capacity_change, reverse_capacity_change,
                  &arcs_[arc].residual, &arcs_[arc + 1].residual, &nodes_[arcs_[arc + 1].head].excess,
                  &nodes_[arcs_[arc].head].excess, &flow_);
  requested_.ChangeEdge(static_cast<size_t>(edge), capacity_change, reverse_capacity_change);
  cut_is_valid_ = false;
}

// Moves the excess or deficit of v over an arc, as far as the residuals allow.
template <FlowCapacity Capacity>
inline void MaxFlowGraph<Capacity>::Push(int32_t v, Arc arc) {
  Capacity& residual = arcs_[arc].residual;
  Capacity& reverse_residual = arcs_[Reverse(arc)].residual;
  const Capacity amount = std::clamp<Capacity>(nodes_[v].excess, -reverse_residual, residual);
  if (!MoveExcess(amount, &nodes_[v].excess, &nodes_[arcs_[arc].head].excess, &flow_)) return;
  residual -= amount;
  reverse_residual += amount;
}

template <FlowCapacity Capacity>
inline void MaxFlowGraph<Capacity>::PassToNext(int32_t v) {
  for (Arc arc = nodes_[v].first_arc; arc != kNoArc; arc = arcs_[arc].next) {
    if (arcs_[arc].head == v + 1) Push(v, arc);
  }
}

// Pushes flow without a search: first along runs of consecutive nodes, such as the rows of an image, then the
// rest to nodes farther away. On images this is most of the flow. The second step follows the first as
// closely as possible without changing the flow, so that the data is still in the cache: it never pushes to a
// node that the first step has not passed.
template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::PushAlongOrder() {
  int32_t passed = 0;  // number of nodes
  for (int32_t v = 0; v < num_nodes(); ++v) {
    for (Arc arc = nodes_[v].first_arc; arc != kNoArc; arc = arcs_[arc].next) {
      const int32_t head = arcs_[arc].head;
      if (head <= v + 1) continue;
      for (; passed <= head; ++passed) PassToNext(passed);
      Push(v, arc);
    }
  }
  for (; passed < num_nodes(); ++passed) PassToNext(passed);
}

template <FlowCapacity Capacity>
typename MaxFlowGraph<Capacity>::Value MaxFlowGraph<Capacity>::Solve(CutChoice choice) {
  // Nodes without edges cannot pass flow on.
  CheckFlowFits<Capacity>(num_nodes(), flow_, [this](int32_t v) {
    return nodes_[v].first_arc == kNoArc ? Capacity{0} : nodes_[v].excess;
  });
  if (!solved_before_) PushAlongOrder();
  solved_before_ = true;
  for (Node& node : nodes_) node.Plant(kRootArc, kNoArc);
  SearchForests<MaxFlowGraph> forests(*this);
  flow_ += forests.Run();
  if (choice == CutChoice::kSmallestSinkSide) forests.CompleteSinkSide();
  source_side_complete_ = forests.source_side_complete();
  cut_is_valid_ = true;
#ifdef STRUCTLAB_CHECKS_CUTS
  Verify();
#endif
  return flow_;
}

template <FlowCapacity Capacity>
bool MaxFlowGraph<Capacity>::OnSourceSide(int node) const {
  CheckNode(node, "OnSourceSide");
  if (!cut_is_valid_)
    ThrowUsageError(CallName("OnSourceSide", node), "Solve before it", "a graph not solved");
  return source_side_complete_ ? nodes_[node].label > 0 : nodes_[node].label >= 0;
}

template <FlowCapacity Capacity>
int MaxFlowGraph<Capacity>::EdgeFrom(int edge) const {
  CheckEdge(edge, "EdgeFrom");
  return arcs_[ArcOf(edge) + 1].head;
}

template <FlowCapacity Capacity>
int MaxFlowGraph<Capacity>::EdgeTo(int edge) const {
  CheckEdge(edge, "EdgeTo");
  return arcs_[ArcOf(edge)].head;
}

template <FlowCapacity Capacity>
Capacity MaxFlowGraph<Capacity>::TerminalResidual(int node) const {
  CheckNode(node, "TerminalResidual");
  return nodes_[node].excess;
}

template <FlowCapacity Capacity>
Capacity MaxFlowGraph<Capacity>::EdgeResidual(int edge) const {
  CheckEdge(edge, "EdgeResidual");
  return arcs_[ArcOf(edge)].residual;
}

template <FlowCapacity Capacity>
Capacity MaxFlowGraph<Capacity>::ReverseResidual(int edge) const {
  CheckEdge(edge, "ReverseResidual");
  return arcs_[ArcOf(edge) + 1].residual;
}

template <FlowCapacity Capacity>
void MaxFlowGraph<Capacity>::Verify() const {
  for (int32_t v = 0; v < num_nodes(); ++v) {
    const bool source_side = OnSourceSide(v);
    const Capacity excess = nodes_[v].excess;
    STRUCTLAB_CHECK(source_side ? excess >= 0 : excess <= 0);
    ForEachArc(v, [&](Arc arc) {
      STRUCTLAB_CHECK(arcs_[arc].residual >= 0);
      STRUCTLAB_CHECK(!source_side || OnSourceSide(arcs_[arc].head) || arcs_[arc].residual == 0);
      return true;
    });
  }
  STRUCTLAB_CHECK(requested_.IsCutValue(flow_, [this](int32_t v) { return OnSourceSide(v); }));
}

template class MaxFlowGraph<int32_t>;
template class MaxFlowGraph<int64_t>;
template class MaxFlowGraph<double>;

}  // namespace structlab::graphical_models
