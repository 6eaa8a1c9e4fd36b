#include "graphical_models/exact/elimination_order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::graphical_models {
namespace {

// Variables of the scope that have more than one label. A table in memory has few of them, however large its
// scope.
std::vector<int> FreeVariables(const FactorGraph& graph, std::span<const int> variables) {
  std::vector<int> free;
  for (const int v : variables) {
    if (graph.num_labels(v) > 1) free.push_back(v);
  }
  return free;
}

// The graph of the variables that are not eliminated yet.
class InteractionGraph {
 public:
  InteractionGraph(const FactorGraph& graph, std::span<const int> free_variables)
      : nodes_(graph.num_variables()), free_variables_(free_variables.begin(), free_variables.end()) {
    for (int f = 0; f < graph.num_factors(); ++f) {
      const std::vector<int> scope = FreeVariables(graph, graph.scope(f));
      for (const int a : scope) {
        for (const int b : scope) {
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

  // Counts what Next compares. O(edges * neighbours) time.
  void CountFill() {
    for (const int v : free_variables_) {
      common::StopPoint();
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

  // Joins all neighbours of a variable, and removes the variable.
  void Eliminate(int v) {
    const std::vector<int> neighbors = Neighbors(v);
    for (size_t i = 0; i < neighbors.size(); ++i) {
      for (size_t j = 0; j < i; ++j) Join(neighbors[j], neighbors[i]);
    }
    queue_.erase({Of(v).fill, v});
    Of(v).eliminated = true;
    for (const int u : neighbors) {
      // Removes the pairs of v and the neighbours of u that v does not have: all other neighbours of v are
      // joined to u.
      ChangeFill(u, static_cast<int64_t>(neighbors.size()) - Of(u).degree);
      --Of(u).degree;
      if (Of(u).neighbors.size() > 2 * static_cast<size_t>(Of(u).degree) + 8) DropEliminated(u);
    }
  }

 private:
  struct Node {
    std::vector<int> neighbors;  // ascending; may contain eliminated variables
    int64_t degree = 0;          // number of neighbours that are not eliminated
    int64_t fill = 0;            // number of pairs of neighbours that are not joined
    bool eliminated = false;
  };

  Node& Of(int v) { return nodes_[v]; }
  const Node& Of(int v) const { return nodes_[v]; }

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
  std::vector<int> free_variables_;
  int64_t num_edges_ = 0;
  std::set<std::pair<int64_t, int>> queue_;  // (fill, variable)
};

[[noreturn]] void ThrowTooLarge(int64_t max_entries, size_t separator) {
  common::ThrowUsageError("elimination of variables",
                          "messages of at most " + std::to_string(max_entries) + " entries together",
                          "more, one of them over " + std::to_string(separator) + " variables",
                          "use an approximate method, or raise max_bytes");
}

// A graph of n variables whose separators have at most k variables has at most k n edges. So a dense graph is
// refused without a search.
void CheckDensity(const FactorGraph& graph, std::span<const int> free_variables, int64_t num_edges,
                  int64_t max_entries) {
  const int64_t n = std::ssize(free_variables);
  std::vector<int> fewest_labels;
  for (const int v : free_variables) fewest_labels.push_back(graph.num_labels(v));
  std::sort(fewest_labels.begin(), fewest_labels.end());
  const size_t separator = (num_edges + n - 1) / n;
  double entries = 1;
  for (size_t i = 0; i < separator; ++i) entries *= fewest_labels[i];
  if (entries > static_cast<double>(max_entries)) ThrowTooLarge(max_entries, separator);
}

// Eliminates the given number of variables, each named by next(), and subtracts the entries of their
// separators from entries_left. If that becomes negative, stops after the step that shows it; the separator
// of that step is not eliminated.
template <class Next>
std::vector<EliminationStep> EliminateAll(const FactorGraph& graph, InteractionGraph& joined, size_t count,
                                          const Next& next, int64_t& entries_left) {
  std::vector<EliminationStep> steps;
  while (steps.size() < count && entries_left >= 0) {
    common::StopPoint();
    const int variable = next(steps.size());
    steps.push_back({variable, joined.Neighbors(variable)});
    const int64_t size = TableSize(steps.back().separator, graph.label_counts());
    entries_left = size < 0 || size > entries_left ? -1 : entries_left - size;
    if (entries_left >= 0) joined.Eliminate(variable);
  }
  return steps;
}

std::vector<EliminationStep> MinFillOrder(const FactorGraph& graph, InteractionGraph joined, size_t count,
                                          int64_t& entries_left) {
  joined.CountFill();
  return EliminateAll(
      graph, joined, count, [&joined](size_t) { return joined.Next(); }, entries_left);
}

// Adds the variables with one label, for which there is nothing to choose.
void AppendDetermined(const FactorGraph& graph, std::vector<EliminationStep>& steps) {
  for (int v = 0; v < graph.num_variables(); ++v) {
    if (graph.num_labels(v) == 1) steps.push_back({v, {}});
  }
}

}  // namespace

std::vector<EliminationStep> EliminationOrder(const FactorGraph& graph, int64_t max_entries) {
  std::vector<int> all(graph.num_variables());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> free = FreeVariables(graph, all);
  InteractionGraph joined(graph, free);
  if (joined.num_edges() > 0) CheckDensity(graph, free, joined.num_edges(), max_entries);
  int64_t entries_left = max_entries;
  std::vector<EliminationStep> steps = MinFillOrder(graph, joined, free.size(), entries_left);
  int64_t left_by_index = max_entries;
  std::vector<EliminationStep> by_index = EliminateAll(
      graph, joined, free.size(), [&free](size_t step) { return free[step]; }, left_by_index);
  if (left_by_index > entries_left) {
    steps.swap(by_index);
  } else if (entries_left < 0) {
    ThrowTooLarge(max_entries, steps.empty() ? 0 : steps.back().separator.size());
  }
  AppendDetermined(graph, steps);
  return steps;
}

double TableReads(const FactorGraph& graph, std::span<const EliminationStep> steps) {
  std::vector<size_t> position(graph.num_variables());
  for (size_t i = 0; i < steps.size(); ++i) position[steps[i].variable] = i;
  const auto first = [&position](std::span<const int> variables) {
    size_t earliest = position.size();
    for (const int v : variables) earliest = std::min(earliest, position[v]);
    return earliest;
  };
  std::vector<double> tables(steps.size(), 0.0);
  for (int f = 0; f < graph.num_factors(); ++f) ++tables[first(graph.scope(f))];
  double reads = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    const EliminationStep& step = steps[i];
    if (!step.separator.empty()) ++tables[first(step.separator)];
    double labels = graph.num_labels(step.variable);
    for (const int v : step.separator) labels *= graph.num_labels(v);
    reads += labels * tables[i];
  }
  return reads;
}

}  // namespace structlab::graphical_models
