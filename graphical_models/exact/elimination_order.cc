#include "graphical_models/exact/elimination_order.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// Which variables still to be eliminated are joined.
class InteractionGraph {
 public:
  explicit InteractionGraph(const FactorGraph& graph) : nodes_(static_cast<size_t>(graph.num_variables())) {
    for (int f = 0; f < graph.num_factors(); ++f) {
      for (const int a : graph.scope(f)) {
        for (const int b : graph.scope(f)) {
          if (a != b) Of(a).neighbors.push_back(b);
        }
      }
    }
    for (Node& node : nodes_) {
      std::sort(node.neighbors.begin(), node.neighbors.end());
      node.neighbors.erase(std::unique(node.neighbors.begin(), node.neighbors.end()), node.neighbors.end());
      node.degree = static_cast<int64_t>(node.neighbors.size());
      num_edges_ += node.degree;
    }
    num_edges_ /= 2;
  }

  int64_t num_edges() const { return num_edges_; }

  // Counts what Next compares. O(edges * neighbours).
  void CountFill() {
    for (int v = 0; v < static_cast<int>(nodes_.size()); ++v) {
      int64_t joined_twice = 0;
      for (const int w : Of(v).neighbors) ForCommonNeighbors(v, w, [&](int) { ++joined_twice; });
      Of(v).fill = (Of(v).degree * (Of(v).degree - 1) - joined_twice) / 2;
      queue_.emplace(Of(v).fill, v);
    }
  }

  int Next() const { return queue_.begin()->second; }

  const std::vector<int>& Neighbors(int v) {
    DropEliminated(v);
    return Of(v).neighbors;
  }

  // Joins the neighbours of a variable and takes it out.
  void Eliminate(int v) {
    const std::vector<int> neighbors = Neighbors(v);
    for (size_t i = 0; i < neighbors.size(); ++i) {
      for (size_t j = 0; j < i; ++j) Join(neighbors[j], neighbors[i]);
    }
    queue_.erase({Of(v).fill, v});
    Of(v).eliminated = true;
    for (const int u : neighbors) {
      // The pairs of v with those neighbours of u that v does not have: all others of v are joined to u.
      ChangeFill(u, static_cast<int64_t>(neighbors.size()) - Of(u).degree);
      --Of(u).degree;
      if (Of(u).neighbors.size() > 2 * static_cast<size_t>(Of(u).degree) + 8) DropEliminated(u);
    }
  }

 private:
  struct Node {
    std::vector<int> neighbors;  // ascending; some of them may be eliminated
    int64_t degree = 0;          // those that are not
    int64_t fill = 0;            // pairs of neighbours that are not joined
    bool eliminated = false;
  };

  Node& Of(int v) { return nodes_[static_cast<size_t>(v)]; }
  const Node& Of(int v) const { return nodes_[static_cast<size_t>(v)]; }

  bool AreJoined(int a, int b) const {
    return std::binary_search(Of(a).neighbors.begin(), Of(a).neighbors.end(), b);
  }

  template <class Visitor>
  void ForCommonNeighbors(int a, int b, const Visitor& visit) {
    if (Of(a).neighbors.size() > Of(b).neighbors.size()) std::swap(a, b);
    for (const int c : Of(a).neighbors) {
      if (!Of(c).eliminated && AreJoined(b, c)) visit(c);
    }
  }

  void ChangeFill(int v, int64_t change) {
    if (change == 0) return;
    queue_.erase({Of(v).fill, v});
    Of(v).fill += change;
    queue_.emplace(Of(v).fill, v);
  }

  void Join(int a, int b) {
    if (AreJoined(a, b)) return;
    int64_t common = 0;
    ForCommonNeighbors(a, b, [&](int c) {
      ++common;
      ChangeFill(c, -1);
    });
    for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
      ChangeFill(from, Of(from).degree++ - common);
      std::vector<int>& neighbors = Of(from).neighbors;
      neighbors.insert(std::lower_bound(neighbors.begin(), neighbors.end(), to), to);
    }
  }

  void DropEliminated(int v) {
    std::erase_if(Of(v).neighbors, [this](int u) { return Of(u).eliminated; });
  }

  std::vector<Node> nodes_;
  int64_t num_edges_ = 0;
  std::set<std::pair<int64_t, int>> queue_;  // fill and variable
};

[[noreturn]] void ThrowTooLarge(int64_t most_entries, size_t separator) {
  common::ThrowUsageError("elimination of variables",
                          "messages of at most " + std::to_string(most_entries) + " entries together",
                          "more, one of them over " + std::to_string(separator) + " variables",
                          "allow more memory or use an approximate method");
}

// A graph of n variables whose separators have at most k has at most k n edges: tells without a search that a
// dense graph is too large.
void CheckDensity(const FactorGraph& graph, int64_t num_edges, int64_t most_entries) {
  const int64_t n = graph.num_variables();
  std::vector<int> fewest_labels(graph.label_counts().begin(), graph.label_counts().end());
  std::sort(fewest_labels.begin(), fewest_labels.end());
  const size_t separator = static_cast<size_t>((num_edges + n - 1) / n);
  double entries = 1;
  for (size_t i = 0; i < separator; ++i) entries *= fewest_labels[i];
  if (entries > static_cast<double>(most_entries)) ThrowTooLarge(most_entries, separator);
}

// Eliminates the variables that next() names and takes the entries of all separators off entries_left. If
// they are not enough, ends with the step at which that is seen, whose separator is not eliminated.
template <class Next>
std::vector<EliminationStep> EliminateAll(const FactorGraph& graph, InteractionGraph& joined,
                                          const Next& next, int64_t& entries_left) {
  std::vector<EliminationStep> steps;
  while (static_cast<int>(steps.size()) < graph.num_variables() && entries_left >= 0) {
    const int variable = next(steps.size());
    steps.push_back({variable, joined.Neighbors(variable)});
    const int64_t size = TableSize(steps.back().separator, graph.label_counts());
    entries_left = size < 0 || size > entries_left ? -1 : entries_left - size;
    if (entries_left >= 0) joined.Eliminate(variable);
  }
  return steps;
}

std::vector<EliminationStep> MinFillOrder(const FactorGraph& graph, InteractionGraph joined,
                                          int64_t& entries_left) {
  joined.CountFill();
  return EliminateAll(
      graph, joined, [&joined](size_t) { return joined.Next(); }, entries_left);
}

}  // namespace

std::vector<EliminationStep> EliminationOrder(const FactorGraph& graph, int64_t most_entries) {
  InteractionGraph joined(graph);
  if (joined.num_edges() > 0) CheckDensity(graph, joined.num_edges(), most_entries);
  int64_t entries_left = most_entries;
  std::vector<EliminationStep> steps = MinFillOrder(graph, joined, entries_left);
  int64_t left_by_index = most_entries;
  std::vector<EliminationStep> by_index = EliminateAll(
      graph, joined, [](size_t step) { return static_cast<int>(step); }, left_by_index);
  if (left_by_index > entries_left) return by_index;
  if (entries_left < 0) ThrowTooLarge(most_entries, steps.back().separator.size());
  return steps;
}

}  // namespace structlab::graphical_models
