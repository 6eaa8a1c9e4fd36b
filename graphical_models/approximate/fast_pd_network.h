// The flow network of one expansion of FastPD: one graph whose residual capacities are set for every label.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_NETWORK_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_NETWORK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/huge_page_allocator.h"
#include "graphical_models/exact/requested_capacities.h"
#include "graphical_models/exact/search_forests.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// Flow leaves nodes of excess > 0 and enters nodes of excess < 0. Unlike MaxFlowGraph it does not compute the
// value of the flow and does not check its input: no sum of an excess and the capacities around its node may
// overflow the type. Memory: 17 bytes a node and 24 an edge with int32_t (25 and 32 with int64_t).
template <FlowCapacity CapacityType>
class FastPdNetwork {
 public:
  using Capacity = CapacityType;

  struct Residuals {
    Capacity forward, backward;
  };

  FastPdNetwork(int num_nodes, std::span<const PairwiseEdge> edges) {
    Node isolated{};
    isolated.first_arc = kNoArc;
    nodes_.assign(num_nodes, isolated);
    reached_.assign(num_nodes, Reached::kNot);
    arcs_.reserve(2 * edges.size());
    for (const PairwiseEdge& edge : edges) {
      AddArc(edge.p, edge.q);
      AddArc(edge.q, edge.p);
    }
  }

  // Edges are numbered in the order of the constructor's argument.
  void SetResiduals(size_t edge, Residuals residuals) {
    arcs_[2 * edge].residual = residuals.forward;
    arcs_[2 * edge + 1].residual = residuals.backward;
  }
  Capacity ForwardResidual(size_t edge) const { return arcs_[2 * edge].residual; }
  void SetExcess(size_t v, Capacity excess) { nodes_[v].excess = excess; }
  Capacity excess(size_t v) const { return nodes_[v].excess; }

  // Calls visit(edge, neighbour) for the edges of a node.
  template <class Visitor>
  void ForEachEdge(size_t v, const Visitor& visit) const {
    for (Arc arc = nodes_[v].first_arc; arc != kNoArc; arc = arcs_[arc].next) {
      visit(static_cast<size_t>(arc / 2), static_cast<size_t>(arcs_[arc].head));
    }
  }

  // Computes a maximum flow. All residuals and excesses must have been set.
  void Solve() {
    if constexpr (kKeepsRequestedCapacities) {
      for (int32_t v = 0; v < num_nodes(); ++v) RequestTerminal(v);
      for (size_t edge = 0; 2 * edge < arcs_.size(); ++edge) RequestEdge(edge);
    }
    for (size_t v = 0; v < nodes_.size(); ++v) PassOn(v, true);
    for (size_t v = 0; v < nodes_.size(); ++v) PassOn(v, false);
    for (Node& node : nodes_) node.Plant(kRootArc, kNoArc);
    std::vector<int32_t> sources;
    for (int32_t v = 0; v < num_nodes(); ++v) {
      if (node(v).excess > 0) sources.push_back(v);
    }
    SearchForests<FastPdNetwork>(*this).RunFrom(sources);
    if constexpr (kKeepsRequestedCapacities) {
      std::vector<int32_t> all(nodes_.size());
      std::iota(all.begin(), all.end(), 0);
      VerifyFlow(all);
    }
  }

  // The same if all excess is at `sources`. The time depends only on the part of the network that the search
  // reaches. load_excess(v) and load_residuals(edge) are called once for each node and edge of this part,
  // which reached_nodes() and reached_edges() list until Forget().
  void SolveFrom(std::span<const int32_t> sources, std::function<Capacity(size_t)> load_excess,
                 std::function<Residuals(size_t)> load_residuals) {
    load_excess_ = std::move(load_excess);
    load_residuals_ = std::move(load_residuals);
    for (const int32_t v : sources) Reach(v);
    SearchForests<FastPdNetwork>(*this).RunFrom(sources);
    load_excess_ = nullptr;
    if constexpr (kKeepsRequestedCapacities) {
      VerifyFlow(reached_nodes_);
    }
  }
  std::span<const int32_t> reached_nodes() const { return reached_nodes_; }
  std::span<const int32_t> reached_edges() const { return reached_edges_; }
  void Forget() {
    for (const int32_t v : reached_nodes_) reached_[v] = Reached::kNot;
    reached_nodes_.clear();
    reached_edges_.clear();
  }

  // True if the node, which the last solution must have reached, is on the source side of the minimum cut. If
  // there are several minimum cuts, it is the one with the fewest nodes on the source side.
  bool OnSourceSide(size_t v) const { return nodes_[v].label > 0; }

  // Checks at this node that flow and cut prove each other, as MaxFlowGraph::Verify does. Debug builds do so
  // after each solution for every node that it reached, and also compare the flow with the value of the cut.
  void Verify(int32_t v) const {
    const bool source_side = node(v).label > 0;
    STRUCTLAB_CHECK(source_side ? node(v).excess >= 0 : node(v).excess <= 0);
    if (reached_[v] == Reached::kAlone) {
      STRUCTLAB_CHECK(!source_side);  // its edges were never loaded
      return;
    }
    for (Arc arc = node(v).first_arc; arc != kNoArc; arc = arcs_[arc].next) {
      const ArcRecord& record = arcs_[arc];
      STRUCTLAB_CHECK(record.residual >= 0);
      STRUCTLAB_CHECK(!source_side || node(record.head).label > 0 || record.residual == 0);
    }
  }

 private:
  friend class SearchForests<FastPdNetwork>;
  using Arc = int32_t;  // edge e is arc 2 e from its first node and arc 2 e + 1 from its second
  static constexpr Arc kNoArc = -1;
  static constexpr Arc kRootArc = -2;
  static constexpr Arc Reserved(Arc arc) { return -3 - arc; }
  static constexpr bool IsReserved(Arc parent) { return parent <= Reserved(0); }

  enum class Reached : uint8_t { kNot, kAlone, kWithEdges };

  struct Node : SearchNode<Capacity, Arc> {
    Arc first_arc;
  };
  struct ArcRecord {
    int32_t head;
    Arc next;  // the next arc with the same tail
    Capacity residual;
  };

  // The interface that SearchForests needs.
  int32_t num_nodes() const { return static_cast<int32_t>(nodes_.size()); }
  Node& node(int32_t v) { return nodes_[v]; }
  const Node& node(int32_t v) const { return nodes_[v]; }
  int32_t Head(int32_t, Arc arc) const { return arcs_[arc].head; }
  static Arc Reverse(Arc arc) { return arc ^ 1; }
  Capacity& Residual(int32_t, Arc arc) { return arcs_[arc].residual; }
  const Capacity& Residual(int32_t, Arc arc) const { return arcs_[arc].residual; }
  void PrefetchNode(int32_t v) const { __builtin_prefetch(&node(v)); }
  void PrefetchArcs(int32_t v) const { __builtin_prefetch(arcs_.data() + node(v).first_arc); }
  template <class Visitor>
  void ForEachArc(int32_t v, Visitor&& visit) {
    if (load_excess_ && reached_[v] != Reached::kWithEdges) ReachEdges(v);
    for (Arc arc = node(v).first_arc; arc != kNoArc; arc = arcs_[arc].next) {
      if (!visit(arc)) return;
    }
  }

  void AddArc(int tail, int head) {
    const Arc arc = static_cast<Arc>(arcs_.size());
    arcs_.push_back({.head = head, .next = node(tail).first_arc, .residual = 0});
    node(tail).first_arc = arc;
  }

  void Reach(int32_t v) {
    Reached& reached = reached_[v];
    if (reached != Reached::kNot) return;
    reached = Reached::kAlone;
    reached_nodes_.push_back(v);
    node(v).excess = load_excess_(v);
    if constexpr (kKeepsRequestedCapacities) RequestTerminal(v);
    node(v).Plant(kRootArc, kNoArc);
  }

  void ReachEdges(int32_t v) {
    ForEachEdge(static_cast<size_t>(v), [this](size_t edge, size_t neighbour) {
      Reach(static_cast<int32_t>(neighbour));
      if (reached_[neighbour] == Reached::kWithEdges) return;
      SetResiduals(edge, load_residuals_(edge));
      if constexpr (kKeepsRequestedCapacities) RequestEdge(edge);
      reached_edges_.push_back(static_cast<int32_t>(edge));
    });
    reached_[v] = Reached::kWithEdges;
  }

  // A first flow without search, as in MaxFlowGraph: pushes the excess (or the deficit) of a node on to later
  // nodes, either only to node v + 1 or only to those after it.
  void PassOn(size_t v, bool to_next) {
    Capacity& excess = nodes_[v].excess;
    const int32_t next = static_cast<int32_t>(v) + 1;
    for (Arc arc = nodes_[v].first_arc; arc != kNoArc && excess != 0; arc = arcs_[arc].next) {
      const int32_t head = arcs_[arc].head;
      if (to_next ? head != next : head <= next) continue;
      const Capacity amount = std::clamp<Capacity>(excess, -arcs_[arc ^ 1].residual, arcs_[arc].residual);
      excess -= amount;
      nodes_[head].excess += amount;
      arcs_[arc].residual -= amount;
      arcs_[arc ^ 1].residual += amount;
    }
  }

  // Debug builds only: record the capacities before anything flows.
  void RequestTerminal(int32_t v) {
    const Capacity has = std::max<Capacity>(node(v).excess, 0);
    requested_.AddTerminal(v, has, has - node(v).excess);
    supply_ += has;
  }
  void RequestEdge(size_t edge) {
    requested_.AddEdge(arcs_[2 * edge + 1].head, arcs_[2 * edge].head, arcs_[2 * edge].residual,
                       arcs_[2 * edge + 1].residual);
  }
  void VerifyFlow(std::span<const int32_t> nodes) {
    FlowValue<Capacity> flow = supply_;
    for (const int32_t v : nodes) {
      Verify(v);
      flow -= std::max<Capacity>(node(v).excess, 0);
    }
    STRUCTLAB_CHECK(
        requested_.IsCutValue(flow, [this](int32_t v) { return OnSourceSide(static_cast<size_t>(v)); }));
    requested_.Clear();
    supply_ = 0;
  }

  std::vector<Node, common::HugePageAllocator<Node>> nodes_;
  std::vector<ArcRecord, common::HugePageAllocator<ArcRecord>> arcs_;
  [[no_unique_address]] RequestedCapacities<Capacity> requested_;
  FlowValue<Capacity> supply_ = 0;

  // State of SolveFrom.
  std::vector<Reached> reached_;
  std::vector<int32_t> reached_nodes_, reached_edges_;
  std::function<Capacity(size_t)> load_excess_;  // empty: everything is loaded
  std::function<Residuals(size_t)> load_residuals_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_NETWORK_H_
