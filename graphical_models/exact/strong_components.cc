#include "graphical_models/exact/strong_components.h"

#include <algorithm>

namespace structlab::graphical_models {
namespace {

constexpr int32_t kNone = -1;

// Depth-first search of the whole graph.
class TarjanSearch {
 public:
  explicit TarjanSearch(const OutgoingArcs& arcs)
      : arcs_(arcs),
        order_(arcs.num_nodes(), kNone),
        lowest_(order_),
        component_(order_),
        next_arc_(order_.size(), 0) {}

  std::vector<int32_t> Run() {
    for (int32_t root = 0; root < arcs_.num_nodes(); ++root) {
      if (order_[Index(root)] != kNone) continue;
      Enter(root);
      while (!path_.empty()) Step();
    }
    return std::move(component_);
  }

 private:
  static size_t Index(int32_t node) { return static_cast<size_t>(node); }

  void Enter(int32_t node) {
    order_[Index(node)] = lowest_[Index(node)] = entered_++;
    path_.push_back(node);
    open_.push_back(node);
  }

  // Follows one arc of the last node of the path, or leaves that node.
  void Step() {
    const int32_t node = path_.back();
    const std::span<const int32_t> heads = arcs_.heads(node);
    if (next_arc_[Index(node)] == heads.size()) return Leave(node);
    const int32_t head = heads[next_arc_[Index(node)]++];
    if (order_[Index(head)] == kNone) {
      Enter(head);
    } else if (component_[Index(head)] == kNone) {
      lowest_[Index(node)] = std::min(lowest_[Index(node)], order_[Index(head)]);
    }
  }

  void Leave(int32_t node) {
    path_.pop_back();
    if (!path_.empty()) {
      int32_t& lowest = lowest_[Index(path_.back())];
      lowest = std::min(lowest, lowest_[Index(node)]);
    }
    if (lowest_[Index(node)] != order_[Index(node)]) return;
    // It is the first node of its component that was entered.
    int32_t member;
    do {
      member = open_.back();
      open_.pop_back();
      component_[Index(member)] = components_;
    } while (member != node);
    ++components_;
  }

  const OutgoingArcs& arcs_;
  std::vector<int32_t> order_, lowest_, component_;
  std::vector<size_t> next_arc_;
  std::vector<int32_t> path_, open_;
  int32_t entered_ = 0, components_ = 0;
};

}  // namespace

OutgoingArcs::OutgoingArcs(int32_t num_nodes, std::span<const Arc> arcs)
    : begin_(static_cast<size_t>(num_nodes) + 1, 0), heads_(arcs.size()) {
  for (const auto& [from, to] : arcs) ++begin_[from];
  size_t end = 0;
  for (size_t& begin : begin_) begin = end += begin;
  // begin_[v] starts at the end of v's range; each arc moves it to the arc's own place.
  for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) {
    heads_[--begin_[arc->first]] = arc->second;
  }
}

std::vector<int32_t> StrongComponents(const OutgoingArcs& arcs) { return TarjanSearch(arcs).Run(); }

std::vector<bool> ReachableFrom(const OutgoingArcs& arcs, std::vector<int32_t> start) {
  std::vector<bool> reached(arcs.num_nodes(), false);
  for (const int32_t node : start) reached[node] = true;
  while (!start.empty()) {
    const int32_t node = start.back();
    start.pop_back();
    for (const int32_t head : arcs.heads(node)) {
      if (reached[head]) continue;
      reached[head] = true;
      start.push_back(head);
    }
  }
  return reached;
}

}  // namespace structlab::graphical_models
