// The flow network of a move.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_NETWORK_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_NETWORK_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/huge_page_allocator.h"
#include "graphical_models/exact/search_forests.h"
#include "graphical_models/moves/move_function.h"
#include "graphical_models/moves/move_reduction.h"

namespace structlab::graphical_models {

// Nodes on the source side take. There is a node for every open variable and one for every count of a group.
// The arcs of a node are adjacent in memory, because all are known before the first is used. Unlike
// MaxFlowGraph it does not compute the value of the flow and cannot be changed afterwards; its memory is
// reused. Memory: 24 bytes a node, 32 a pair or member of a count, and 12 a variable.
class MoveNetwork {
 public:
  using Capacity = double;

  // Sets takes[v] for the open variables in a minimum of the function; among several, the one with the fewest
  // takers. No term may contain a fixed variable. Throws common::Error(kUsage) for 2^30 or more pairs and
  // members.
  void Minimize(const MoveFunction& function, std::span<const FixedChoice> choices, std::vector<bool>& takes);

 private:
  friend class SearchForests<MoveNetwork>;
  using Arc = int32_t;
  static constexpr Arc kNoArc = -1;
  static constexpr Arc kRootArc = -2;
  static constexpr Arc Reserved(Arc arc) { return -3 - arc; }
  static constexpr bool IsReserved(Arc parent) { return parent <= Reserved(0); }

  struct Node : SearchNode<double, Arc> {
    Arc first_arc;  // its arcs end at the first arc of the next node
  };
  struct ArcRecord {
    int32_t head;
    Arc reverse;
    double residual;
  };

  // The excess that a group's `keep` node still has and the deficit that its `take` node still has.
  struct Missing {
    double from_keep, to_take;
  };
  struct MissingOfGroup {
    Missing missing;
    size_t group;
  };

  // The interface that SearchForests needs.
  int32_t num_nodes() const { return static_cast<int32_t>(nodes_.size()) - 1; }
  Node& node(int32_t v) { return nodes_[v]; }
  const Node& node(int32_t v) const { return nodes_[v]; }
  int32_t Head(int32_t, Arc arc) const { return arcs_[arc].head; }
  Arc Reverse(Arc arc) const { return arcs_[arc].reverse; }
  double& Residual(int32_t, Arc arc) { return arcs_[arc].residual; }
  const double& Residual(int32_t, Arc arc) const { return arcs_[arc].residual; }
  void PrefetchNode(int32_t v) const { __builtin_prefetch(&nodes_[v]); }
  void PrefetchArcs(int32_t v) const { __builtin_prefetch(arcs_.data() + nodes_[v].first_arc); }
  template <class Visitor>
  void ForEachArc(int32_t v, Visitor&& visit) const {
    for (Arc arc = nodes_[v].first_arc, end = nodes_[v + 1].first_arc; arc != end; ++arc) {
      if (!visit(arc)) return;
    }
  }

  void NumberNodes(const MoveFunction& function, std::span<const FixedChoice> choices);
  void FindCut(const MoveFunction& function);
  bool FlowsEvenly(const MoveFunction& function);
  template <class Offer>
  Missing Share(const MoveFunction& function, const MoveGroup& group, const Missing& wanted,
                const Offer& offer);
  bool FlowsWithinGroups(const MoveFunction& function);
  void PlaceArcs(const MoveFunction& function);
  void FillArcs(const MoveFunction& function);
  void AddEdge(int32_t from, int32_t to, double capacity, double reverse_capacity);
  void PassOn(int32_t v, bool to_next);
  void PushAlongOrder();
  void Search();
  double PositiveExcess() const;
  void Verify(const MoveFunction& function, double flow) const;

  std::vector<Node, common::HugePageAllocator<Node>>
      nodes_;  // and one more, which marks the end of the last node's arcs
  std::vector<ArcRecord, common::HugePageAllocator<ArcRecord>> arcs_;
  std::vector<int32_t> node_of_;  // [variable] its node; -1: it is fixed
  // State of FlowsEvenly.
  std::vector<double> shares_;
  std::vector<MissingOfGroup> missing_;
  int32_t first_group_ = 0;  // the first node of a group; nodes before it are variables
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_NETWORK_H_
