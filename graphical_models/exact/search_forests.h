// The search that both max-flow solvers share: two forests of shortest residual paths. One grows from the
// nodes with excess, the other from the nodes with a deficit; flow is pushed wherever they meet.
//
// Goldberg, Hed, Kaplan, Tarjan, Werneck: Maximum flows by incremental breadth-first search, ESA 2011; roots
// with excesses and deficits from Goldberg, Hed, Kaplan, Kohli, Tarjan, Werneck: Faster and more dynamic
// maximum flow by incremental breadth-first search, ESA 2015. Unlike there, flow is pushed along whole paths,
// so that no node changes the sign of its excess during the search.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_SEARCH_FORESTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_SEARCH_FORESTS_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "common/check.h"
#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

// The part of a node that the search uses; Parent stores an arc of the network.
template <FlowCapacity Capacity, class Parent>
struct SearchNode {
  Capacity excess;  // > 0: unused capacity from the source; < 0: to the sink
  int32_t
      label;  // > 0: in the source forest, < 0: in the sink forest, 0: free; magnitude: level, roots are 1
  // The arc to the parent, or kRootArc, or kNoArc. For an orphan that has moved to another level: the
  // reserved form of the arc to the parent that it moved for.
  Parent parent;

  // Prepares a node for the search: it becomes a root or free.
  void Plant(Parent root_arc, Parent no_arc) {
    label = excess > 0 ? 1 : excess < 0 ? -1 : 0;
    parent = excess != 0 ? root_arc : no_arc;
  }
};

// Network provides
//   - Capacity; num_nodes(), the number of node indices; node(v), a SearchNode&;
//   - arcs as small integers: ForEachArc(v, visit), which ends when visit(arc) returns false; Head(v, arc);
//     Reverse(arc), the same arc seen from its head; Residual(v, arc); kRootArc and kNoArc, which are not
//     arcs;
//   - PrefetchNode(v) and PrefetchArcs(v), which announce that node(v), and then its arcs, will soon be read.
//
// Invariants between two steps: a node of the source forest at level l > 1 is attached by a residual arc to a
// node of that forest at level l - 1; the nodes at level 1 are exactly those with excess. No residual arc
// leads from a node below the forest's depth to a free node, to the other forest, or up by more than one
// level. The sink forest is the mirror image. The level of a node therefore only grows while it stays in a
// forest. This bounds the time by that of shortest augmenting paths, O(n^2 m); on images it is close to
// linear.
template <class Network>
class SearchForests {
 public:
  using Capacity = typename Network::Capacity;
  using Value = FlowValue<Capacity>;

  explicit SearchForests(Network& network) : network_(network) {}

  // Grows both forests until one of them cannot grow: then the flow is maximal. All nodes must have been
  // planted (SearchNode::Plant). Returns the flow it added. Afterwards the labels give the sides of the cut.
  Value Run() {
    GrowRoots<false>();
    GrowRoots<true>();
    for (bool grown = true; grown;) grown = depth_[0] <= depth_[1] ? Grow<false>() : Grow<true>();
    source_side_complete_ = frontier_[0].empty();
    return pushed_;
  }

  // After Run: grows the sink forest as far as possible. It then is the smallest sink side of all minimum
  // cuts.
  void CompleteSinkSide() {
    while (!frontier_[1].empty()) Grow<true>();
    source_side_complete_ = false;
  }

  // The same for the source forest, which then is the smallest source side.
  void CompleteSourceSide() {
    while (!frontier_[0].empty()) Grow<false>();
    source_side_complete_ = true;
  }

  // Like Run, but grows only the source forest: all nodes with excess must be among `sources`, and every node
  // with a deficit stays a root. Touches only the nodes it reaches and their neighbours, so that it is fast
  // if little excess ends nearby.
  Value RunFrom(std::span<const int32_t> sources) {
    for (const int32_t v : sources) {
      if (Level<false>(v) == 1) Scan<false>(v, 1);
    }
    FinishLevel<false>();
    while (Grow<false>()) {
    }
    source_side_complete_ = true;
    return pushed_;
  }

  // True: the source forest is the source side of the cut. False: the sink forest is the sink side.
  bool source_side_complete() const { return source_side_complete_; }

 private:
  using Arc = typename Network::Arc;
  static constexpr int32_t kEnd = -1;
  // How many nodes ahead memory is prefetched: a memory access takes as long as scanning a few nodes, or many
  // nodes of the first level.
  static constexpr int32_t kPrefetch = 6, kPrefetchRoots = 24;
  static constexpr int32_t kFar = std::numeric_limits<int32_t>::max();

  // The level of v in the source forest (or the sink forest if Sink); <= 0 if v is not in that forest.
  template <bool Sink>
  int32_t Level(int32_t v) const {
    return Sink ? -network_.node(v).label : network_.node(v).label;
  }

  // The residual capacity to v from its neighbour along the arc; if Sink, from v to the neighbour.
  template <bool Sink>
  Capacity ResidualToParent(int32_t v, Arc arc) const {
    return Sink ? network_.Residual(v, arc) : network_.Residual(network_.Head(v, arc), network_.Reverse(arc));
  }

  // The first level holds most nodes of an image; it is scanned in memory order, without a list.
  template <bool Sink>
  void GrowRoots() {
    growing_sink_ = Sink;
    for (int32_t v = 0; v < network_.num_nodes(); ++v) {
      if (v < network_.num_nodes() - kPrefetchRoots) network_.PrefetchArcs(v + kPrefetchRoots);
      if (Level<Sink>(v) == 1) Scan<Sink>(v, 1);
    }
    FinishLevel<Sink>();
  }

  template <bool Sink>
  bool Grow() {
    growing_sink_ = Sink;
    std::vector<int32_t>& frontier = frontier_[Sink];
    for (size_t i = 0; i < frontier.size(); ++i) {  // may grow during the loop
      if (i + 2 * kPrefetch < frontier.size()) {
        network_.PrefetchNode(frontier[i + 2 * kPrefetch]);
        network_.PrefetchArcs(frontier[i + kPrefetch]);
      }
      const int32_t v = frontier[i];
      if (Level<Sink>(v) == depth_[Sink]) Scan<Sink>(v, depth_[Sink]);
    }
    FinishLevel<Sink>();
    return !frontier.empty();
  }

  template <bool Sink>
  void FinishLevel() {
    std::swap(frontier_[Sink], next_frontier_);
    next_frontier_.clear();
    ++depth_[Sink];
  }

  // Adds the free neighbours of v to its forest, and pushes flow over arcs into the other forest.
  template <bool Sink>
  void Scan(int32_t v, int32_t level) {
    network_.ForEachArc(v, [&](Arc arc) {
      const int32_t neighbour = network_.Head(v, arc);
      while (ResidualToParent<Sink>(neighbour, network_.Reverse(arc)) > 0) {
        const int32_t neighbour_level = Level<Sink>(neighbour);
        if (neighbour_level > 0) return true;
        if (neighbour_level == 0) {
          auto& node = network_.node(neighbour);
          node.label = Sink ? -(level + 1) : level + 1;
          node.parent = network_.Reverse(arc);
          next_frontier_.push_back(neighbour);
          return true;
        }
        if constexpr (Sink) {
          Augment(neighbour, network_.Reverse(arc));
        } else {
          Augment(v, arc);
        }
        if (Level<Sink>(v) != level) return false;
      }
      return true;
    });
  }

  // Pushes as much flow as possible along the path root - v - arc - w - other root, where the arc leads from
  // v in the source forest to w in the sink forest. Then finds new parents for the nodes behind saturated
  // arcs.
  void Augment(int32_t v, Arc arc) {
    const int32_t w = network_.Head(v, arc);
    Capacity amount = network_.Residual(v, arc);
    amount = std::min(amount, PathCapacity<false>(v));
    amount = std::min(amount, PathCapacity<true>(w));
    pushed_ += amount;
    network_.Residual(v, arc) -= amount;
    network_.Residual(w, network_.Reverse(arc)) += amount;
    PushAlongTree<false>(v, amount);
    Adopt<false>();
    PushAlongTree<true>(w, amount);
    Adopt<true>();
  }

  template <bool Sink>
  Capacity PathCapacity(int32_t v) const {
    Capacity capacity = std::numeric_limits<Capacity>::max();
    for (;;) {
      const auto& node = network_.node(v);
      if (node.parent == Network::kRootArc) return std::min(capacity, Sink ? -node.excess : node.excess);
      const Arc arc = node.parent;
      capacity = std::min(capacity, ResidualToParent<Sink>(v, arc));
      v = network_.Head(v, arc);
    }
  }

  template <bool Sink>
  void PushAlongTree(int32_t v, Capacity amount) {
    for (;;) {
      auto& node = network_.node(v);
      if (node.parent == Network::kRootArc) {
        node.excess += Sink ? amount : -amount;
        if (node.excess == 0) MakeOrphan<Sink>(v);
        return;
      }
      const Arc arc = node.parent;
      const int32_t parent = network_.Head(v, arc);
      Capacity& down = network_.Residual(parent, network_.Reverse(arc));
      Capacity& up = network_.Residual(v, arc);
      Capacity& used = Sink ? up : down;
      Capacity& freed = Sink ? down : up;
      used -= amount;
      freed += amount;
      if (used == 0) MakeOrphan<Sink>(v);
      v = parent;
    }
  }

  template <bool Sink>
  void MakeOrphan(int32_t v) {
    network_.node(v).parent = Network::kNoArc;
    AwaitAdoption(v, Level<Sink>(v));
  }

  void AwaitAdoption(int32_t v, int32_t level) {
    if (static_cast<size_t>(level) >= first_orphan_.size())
      first_orphan_.resize(static_cast<size_t>(level) * 2 + 8, kEnd);
    int32_t place = free_orphan_;
    if (place == kEnd) {
      place = static_cast<int32_t>(orphans_.size());
      orphans_.emplace_back();
    } else {
      free_orphan_ = orphans_[place].next;
    }
    orphans_[place] = {.node = v, .next = first_orphan_[level]};
    first_orphan_[level] = place;
    lowest_orphan_ = std::min(lowest_orphan_, level);
    highest_orphan_ = std::max(highest_orphan_, level);
  }

  // Gives every orphan, level by level, a parent one level below. An orphan without such a parent makes its
  // children orphans, too, and moves to the lowest level at which it has a parent, or becomes free.
  template <bool Sink>
  void Adopt() {
    const int32_t deepest = depth_[Sink] + (growing_sink_ == Sink ? 1 : 0);
    for (int32_t level = lowest_orphan_; level <= highest_orphan_; ++level) {
      while (first_orphan_[level] != kEnd) {
        const int32_t place = first_orphan_[level];
        const Orphan orphan = orphans_[place];
        first_orphan_[level] = orphan.next;
        orphans_[place].next = free_orphan_;
        free_orphan_ = place;
        AdoptOne<Sink>(orphan.node, level, deepest);
      }
    }
    orphans_.clear();
    free_orphan_ = kEnd;
    lowest_orphan_ = kFar;
    highest_orphan_ = 0;
  }

  template <bool Sink>
  void AdoptOne(int32_t v, int32_t level, int32_t deepest) {
    const bool moved = Network::IsReserved(network_.node(v).parent);
    if (moved) {
      // Takes the parent it moved for, unless that parent has moved on.
      const Arc arc = Network::Reserved(network_.node(v).parent);
      if (Level<Sink>(network_.Head(v, arc)) == level - 1) return Attach<Sink>(v, arc, level);
    }
    int32_t parent_level = kFar;
    Arc parent_arc = Network::kNoArc;
    network_.ForEachArc(v, [&](Arc arc) {
      const int32_t neighbour_level = Level<Sink>(network_.Head(v, arc));
      if (neighbour_level > 0 && neighbour_level < parent_level && ResidualToParent<Sink>(v, arc) > 0) {
        parent_level = neighbour_level;
        parent_arc = arc;
      }
      return parent_level != level - 1;
    });
    auto& node = network_.node(v);
    if (parent_level == level - 1) {
      if (moved) return Attach<Sink>(v, parent_arc, level);
      node.parent = parent_arc;
      return;
    }
    if (!moved) {
      network_.ForEachArc(v, [&](Arc arc) {
        const int32_t child = network_.Head(v, arc);
        if (network_.node(child).parent == network_.Reverse(arc)) MakeOrphan<Sink>(child);
        return true;
      });
    }
    if (parent_level >= deepest) {
      node.label = 0;
      node.parent = Network::kNoArc;
    } else {
      const int32_t new_level = parent_level + 1;
      node.label = Sink ? -new_level : new_level;
      node.parent = Network::Reserved(parent_arc);
      AwaitAdoption(v, new_level);
    }
  }

  // Ends a move to another level.
  template <bool Sink>
  void Attach(int32_t v, Arc arc, int32_t level) {
    network_.node(v).parent = arc;
    if (level == depth_[Sink]) frontier_[Sink].push_back(v);
    if (level == depth_[Sink] + 1) next_frontier_.push_back(v);
  }

  struct Orphan {
    int32_t node;
    int32_t next;  // next orphan of the same level
  };

  Network& network_;
  Value pushed_ = 0;
  bool growing_sink_ = false;
  bool source_side_complete_ = false;
  int32_t depth_[2] = {1, 1};         // number of complete levels of the source and the sink forest
  std::vector<int32_t> frontier_[2];  // contains the nodes of the deepest complete level
  std::vector<int32_t> next_frontier_;
  std::vector<int32_t> first_orphan_;  // by level: head of a list linked by `next`, or kEnd
  // Waiting orphans, each in the list of its level, and free places in a list of their own; at most one place
  // per node.
  std::vector<Orphan> orphans_;
  int32_t free_orphan_ = kEnd;
  int32_t lowest_orphan_ = kFar, highest_orphan_ = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_SEARCH_FORESTS_H_
