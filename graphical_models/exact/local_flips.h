// What it costs to change the label of one variable of a minimum cut, by augmenting in its neighbourhood.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_LOCAL_FLIPS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_LOCAL_FLIPS_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_graph.h"

namespace structlab::graphical_models {

// Keeps a copy of the residual network of a solved graph. No residual capacity leads from the source side to
// the sink side, so a node of the source side that must change sides adds the maximum flow that reaches it
// from the nodes with unused capacity from the source; for a node of the sink side all directions are
// reversed. The flow is found by blocking flows over shortest paths (Dinic 1970), which end as soon as the
// node's neighbourhood is saturated, and is taken back afterwards, with the same bits.
//
// Fast if most nodes have unused terminal capacities, so that few of them are visited. Otherwise a search may
// visit the whole graph several times: `max_steps` ends it.
template <FlowCapacity Cost>
class LocalFlips {
 public:
  using Value = FlowValue<Cost>;

  // The graph is solved. O(n + m) time and memory.
  explicit LocalFlips(const MaxFlowGraph<Cost>& graph)
      : first_(graph.num_nodes() + 1, 0),
        unused_(graph.num_nodes()),
        is_source_side_(graph.num_nodes()),
        level_(graph.num_nodes()),
        next_(graph.num_nodes()),
        seen_(graph.num_nodes(), 0) {
    for (int v = 0; v < graph.num_nodes(); ++v) {
      const Cost residual = graph.TerminalResidual(v);
      unused_[v] = residual < 0 ? -residual : residual;
      is_source_side_[v] = graph.OnSourceSide(v);
    }
    for (int edge = 0; edge < graph.num_edges(); ++edge) {
      ++first_[graph.EdgeFrom(edge) + 1];
      ++first_[graph.EdgeTo(edge) + 1];
    }
    for (size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    arcs_.resize(2 * static_cast<size_t>(graph.num_edges()));
    std::vector<int> place(first_.begin(), first_.end() - 1);
    for (int edge = 0; edge < graph.num_edges(); ++edge) {
      const int from = graph.EdgeFrom(edge), to = graph.EdgeTo(edge);
      const int there = place[from]++, back = place[to]++;
      arcs_[there] = {to, back, graph.EdgeResidual(edge)};
      arcs_[back] = {from, there, graph.ReverseResidual(edge)};
    }
  }

  // The energy that the other label of a node adds to the minimum; nothing if that takes more than about
  // `max_steps` arcs. Time: O(min(n^2 m, max_steps)).
  std::optional<Value> CostOfFlip(int node, int64_t max_steps) {
    into_ = is_source_side_[node];
    steps_left_ = max_steps;
    Value flow = unused_[node];
    while (FindLevels(node)) flow += BlockingFlow(node);
    for (auto change = changed_arcs_.rbegin(); change != changed_arcs_.rend(); ++change) {
      arcs_[change->index].residual = change->before;
    }
    for (auto change = changed_nodes_.rbegin(); change != changed_nodes_.rend(); ++change) {
      unused_[change->index] = change->before;
    }
    changed_arcs_.clear();
    changed_nodes_.clear();
    return steps_left_ >= 0 ? std::optional(flow) : std::nullopt;
  }

 private:
  struct Arc {
    int head, reverse;
    Cost residual;
  };
  struct Change {
    int index;
    Cost before;
  };

  // The arc whose residual capacity counts for a step of the search from the tail of `arc` to its head.
  int CarrierOf(int arc) const { return into_ ? arcs_[arc].reverse : arc; }
  bool IsOpen(int arc) const { return arcs_[CarrierOf(arc)].residual > 0; }
  bool IsSeen(int node) const { return seen_[node] == stamp_; }

  void See(int node, int level) {
    seen_[node] = stamp_;
    level_[node] = level;
    next_[node] = first_[node];
    queue_.push_back(node);
  }

  // Searches breadth-first from the node, up to the first level that has unused capacity. Returns false if no
  // level has any.
  bool FindLevels(int node) {
    ++stamp_;
    queue_.clear();
    See(node, 0);
    last_level_ = -1;
    for (size_t at = 0; at < queue_.size() && steps_left_ >= 0; ++at) {
      const int tail = queue_[at];
      if (level_[tail] == last_level_) break;
      steps_left_ -= first_[tail + 1] - first_[tail];
      for (int arc = first_[tail]; arc < first_[tail + 1]; ++arc) {
        const int head = arcs_[arc].head;
        // Flow that left the node's side of the cut could not come back.
        if (IsSeen(head) || !IsOpen(arc) || (is_source_side_[head] != 0) != into_) continue;
        See(head, level_[tail] + 1);
        if (unused_[head] > 0) last_level_ = level_[head];
      }
    }
    return last_level_ >= 0 && steps_left_ >= 0;
  }

  // Augments along paths whose levels rise by one until there are no more.
  Value BlockingFlow(int node) {
    Value flow = 0;
    path_.clear();
    for (int at = node;;) {
      if (at != node && unused_[at] > 0) {
        const Cost amount = Augment(at);
        flow += amount;
        // Back to the tail of the first arc that is saturated.
        const auto open = std::ranges::find_if(path_, [this](int arc) { return !IsOpen(arc); });
        if (open != path_.end()) {
          at = arcs_[arcs_[*open].reverse].head;
          path_.erase(open, path_.end());
          continue;
        }
      }
      const int arc = NextArc(at);
      if (arc >= 0) {
        path_.push_back(arc);
        at = arcs_[arc].head;
      } else {
        if (path_.empty()) return flow;
        level_[at] = -1;  // no path leads on from here
        at = arcs_[arcs_[path_.back()].reverse].head;
        path_.pop_back();
      }
    }
  }

  // An open arc from the node to the next level, or -1.
  int NextArc(int node) {
    if (level_[node] >= last_level_) return -1;
    for (int& arc = next_[node]; arc < first_[node + 1]; ++arc) {
      const int head = arcs_[arc].head;
      if (IsSeen(head) && level_[head] == level_[node] + 1 && IsOpen(arc)) return arc;
    }
    return -1;
  }

  // Pushes as much as the path and the unused capacity at its end allow, and remembers what it changes.
  Cost Augment(int end) {
    Cost amount = unused_[end];
    for (const int arc : path_) amount = std::min(amount, arcs_[CarrierOf(arc)].residual);
    changed_nodes_.push_back({end, unused_[end]});
    unused_[end] -= amount;
    for (const int arc : path_) {
      const int carrier = CarrierOf(arc), back = arcs_[carrier].reverse;
      changed_arcs_.push_back({carrier, arcs_[carrier].residual});
      changed_arcs_.push_back({back, arcs_[back].residual});
      arcs_[carrier].residual -= amount;
      arcs_[back].residual += amount;
      --steps_left_;
    }
    return amount;
  }

  std::vector<int> first_;    // of the arcs of each node
  std::vector<Arc> arcs_;     // by their tails
  std::vector<Cost> unused_;  // the terminal residual of each node, without its sign
  std::vector<uint8_t> is_source_side_;
  bool into_ = false;  // whether the flow goes into the flipped node
  int64_t steps_left_ = 0;
  std::vector<int> level_, next_;
  std::vector<int64_t> seen_;
  int64_t stamp_ = 0;
  int last_level_ = -1;
  std::vector<int> queue_, path_;
  std::vector<Change> changed_arcs_, changed_nodes_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_LOCAL_FLIPS_H_
