#include "graphical_models/exact/determined_variables.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr Label kForbidden = -1;

// Each pass uses what the one before made possible; almost always the second or third pass finds nothing.
constexpr int kMaxPasses = 100;

// Limit on the additional entries of shared tables that are no longer equal after different changes: 32 MB.
constexpr size_t kMaxNewEntries = size_t{1} << 22;

std::vector<Label> AllLabels(int count) {
  std::vector<Label> labels(count);
  std::iota(labels.begin(), labels.end(), 0);
  return labels;
}

// Composes two maps of labels: first `first`, then `second`.
std::vector<Label> Composed(const std::vector<Label>& first, const std::vector<Label>& second) {
  std::vector<Label> composed;
  for (const Label label : first) {
    composed.push_back(label == kForbidden ? kForbidden : second[label]);
  }
  return composed;
}

// Union-find with path compression: each variable follows from its parent, and representatives follow from
// none.
class Representatives {
 public:
  explicit Representatives(const FactorGraph& graph) : parent_(AllLabels(graph.num_variables())) {
    for (const int labels : graph.label_counts()) label_of_.push_back(AllLabels(labels));
  }

  int Of(int variable) {
    if (Parent(Parent(variable)) == Parent(variable)) return Parent(variable);
    std::vector<int> path = {variable};
    while (Parent(path.back()) != path.back()) path.push_back(Parent(path.back()));
    // The last is the representative, and the one before already has it as its parent.
    for (size_t i = path.size() - 2; i-- > 0;) {
      Labels(path[i]) = Composed(Labels(path[i + 1]), Labels(path[i]));
      Parent(path[i]) = path.back();
    }
    return path.back();
  }

  // [label of the representative]: the label of the variable, or kForbidden. Valid if Of(variable) was called
  // after the last Join.
  const std::vector<Label>& LabelsOf(int variable) const { return label_of_[variable]; }

  // Both must be representatives; labels[label of `one`] is the label of `other`.
  void Join(int one, int other, std::vector<Label> labels) {
    Parent(other) = one;
    Labels(other) = std::move(labels);
  }

 private:
  int& Parent(int variable) { return parent_[variable]; }
  std::vector<Label>& Labels(int variable) { return label_of_[variable]; }

  std::vector<int> parent_;                   // [variable]: itself for a representative
  std::vector<std::vector<Label>> label_of_;  // [variable][label of its parent]
};

class Substitution {
 public:
  explicit Substitution(const FactorGraph& graph)
      : graph_(graph),
        representatives_(graph),
        num_factors_of_(graph.num_tables(), 0),
        determined_of_(num_factors_of_.size()) {
    for (int factor = 0; factor < graph.num_factors(); ++factor) {
      ++num_factors_of_[graph.table_index(factor)];
    }
  }

  // Returns whether a variable was substituted, or nothing if the pass was stopped.
  std::optional<bool> Pass(const std::function<bool()>& must_stop) {
    bool any = false;
    // Clears the cache: most of its entries are for labels that earlier passes changed.
    if (!number_of_.empty()) {
      number_of_.clear();
      for (auto& of_table : determined_of_) of_table.clear();
    }
    for (int factor = 0; factor < graph_.num_factors(); ++factor) {
      if (must_stop && must_stop()) return std::nullopt;
      if (graph_.scope(factor).size() == 2 && (Substitute(factor, 0) || Substitute(factor, 1))) any = true;
    }
    return any;
  }

  // Returns nothing if its tables would have more than kMaxNewEntries additional entries.
  std::optional<SubstitutedGraph> Result();

 private:
  const std::vector<Label>& Labels(int variable) const { return representatives_.LabelsOf(variable); }
  std::optional<std::vector<Label>> Determined(int factor, size_t place);
  std::optional<std::vector<Label>> ReadDetermined(int factor, size_t place) const;
  bool Substitute(int factor, size_t place);
  std::vector<double> Table(int factor, const std::vector<int>& scope, const std::vector<size_t>& places);
  int NumberOf(const std::vector<Label>& labels);
  bool AddFactors(const std::vector<int>& index_of, FactorGraph& result);

  const FactorGraph& graph_;
  Representatives representatives_;
  std::map<std::vector<Label>, int> number_of_;
  std::vector<int> num_factors_of_;  // [table]: number of factors that use it
  // [table]: results by the position and the labels' numbers of both variables.
  std::vector<std::map<std::array<int, 3>, std::optional<std::vector<Label>>>> determined_of_;
};

// Like ReadDetermined, but remembers the results for large, shared tables.
std::optional<std::vector<Label>> Substitution::Determined(int factor, size_t place) {
  constexpr size_t kSmall = 256;
  const auto table = static_cast<size_t>(graph_.table_index(factor));
  if (num_factors_of_[table] == 1 || graph_.table(factor).size() <= kSmall) {
    return ReadDetermined(factor, place);
  }
  const std::span<const int> scope = graph_.scope(factor);
  const std::array<int, 3> key = {static_cast<int>(place), NumberOf(Labels(scope[0])),
                                  NumberOf(Labels(scope[1]))};
  const auto known = determined_of_[table].find(key);
  if (known != determined_of_[table].end()) return known->second;
  return determined_of_[table].emplace(key, ReadDetermined(factor, place)).first->second;
}

// For each label of the representative of the variable at `place`: the only label of the other variable's
// representative that the factor allows, or kForbidden if it allows none. Returns nothing if it allows
// several.
std::optional<std::vector<Label>> Substitution::ReadDetermined(int factor, size_t place) const {
  const int one = graph_.scope(factor)[place], other = graph_.scope(factor)[1 - place];
  const auto width = static_cast<size_t>(graph_.num_labels(graph_.scope(factor)[1]));
  std::vector<Label> determined;
  for (const Label a : Labels(one)) {
    Label left = kForbidden;
    for (size_t y = 0; a != kForbidden && y < Labels(other).size(); ++y) {
      const Label b = Labels(other)[y];
      if (b == kForbidden) continue;
      const auto row = static_cast<size_t>(place == 0 ? a : b),
                 column = static_cast<size_t>(place == 0 ? b : a);
      if (graph_.table(factor)[row * width + column] == kInfinity) continue;
      if (left != kForbidden) return std::nullopt;
      left = static_cast<Label>(y);
    }
    determined.push_back(left);
  }
  return determined;
}

bool Substitution::Substitute(int factor, size_t place) {
  const int one = representatives_.Of(graph_.scope(factor)[place]),
            other = representatives_.Of(graph_.scope(factor)[1 - place]);
  if (one == other || graph_.num_labels(one) > graph_.num_labels(other)) return false;
  std::optional<std::vector<Label>> determined = Determined(factor, place);
  if (!determined) return false;
  representatives_.Join(one, other, *std::move(determined));
  return true;
}

// The table over the representatives in `scope`; places[i] is the position of the representative of the i-th
// variable.
std::vector<double> Substitution::Table(int factor, const std::vector<int>& scope,
                                        const std::vector<size_t>& places) {
  const std::span<const int> old_scope = graph_.scope(factor);
  std::vector<double> table;
  std::vector<Label> chosen(scope.size(), 0);
  for (bool more = true; more;) {
    bool is_allowed = true;
    size_t entry = 0;
    for (size_t i = 0; i < old_scope.size(); ++i) {
      const Label label = Labels(old_scope[i])[chosen[places[i]]];
      is_allowed = is_allowed && label != kForbidden;
      entry = entry * static_cast<size_t>(graph_.num_labels(old_scope[i])) +
              static_cast<size_t>(std::max(label, 0));
    }
    table.push_back(is_allowed ? graph_.table(factor)[entry] : kInfinity);
    more = false;
    for (size_t i = scope.size(); i-- > 0 && !more;) {
      more = ++chosen[i] < graph_.num_labels(scope[i]);
      if (!more) chosen[i] = 0;
    }
  }
  return table;
}

// Equal lists of labels get equal numbers.
int Substitution::NumberOf(const std::vector<Label>& labels) {
  return number_of_.emplace(labels, static_cast<int>(number_of_.size())).first->second;
}

// index_of[representative] is its index in the result. Factors that shared a table and change in the same way
// share the new one. Returns false if the new tables would be too large.
bool Substitution::AddFactors(const std::vector<int>& index_of, FactorGraph& result) {
  // First factor of the result with each new table, by the old table and its change (empty if unchanged).
  std::map<std::pair<int, std::vector<int>>, int> first_with;
  std::vector<bool> is_taken(graph_.num_tables(), false);
  size_t new_entries = 0;
  for (int factor = 0; factor < graph_.num_factors(); ++factor) {
    const int old_table = graph_.table_index(factor);
    std::vector<int> scope, new_scope, change;
    std::vector<size_t> places;
    bool is_changed = false;
    for (const int variable : graph_.scope(factor)) {
      const int representative = representatives_.Of(variable);
      const auto place = std::ranges::find(scope, representative);
      places.push_back(static_cast<size_t>(place - scope.begin()));
      if (place == scope.end()) scope.push_back(representative);
      is_changed = is_changed || representative != variable;
    }
    for (size_t i = 0; is_changed && i < places.size(); ++i) {
      change.insert(change.end(), {static_cast<int>(places[i]), NumberOf(Labels(graph_.scope(factor)[i]))});
    }
    for (const int variable : scope) new_scope.push_back(index_of[variable]);
    const auto [known, is_new] = first_with.emplace(std::pair(old_table, change), result.num_factors());
    if (!is_new) {
      result.AddFactorSharing(new_scope, known->second);
      continue;
    }
    if (is_taken[old_table]) {
      new_entries += static_cast<size_t>(TableSize(scope, graph_.label_counts()));
      if (new_entries > kMaxNewEntries) return false;
    }
    is_taken[old_table] = true;
    if (is_changed) {
      result.AddFactor(new_scope, Table(factor, scope, places));
    } else {
      result.AddFactor(new_scope, graph_.table(factor));
    }
  }
  return true;
}

std::optional<SubstitutedGraph> Substitution::Result() {
  SubstitutedGraph result;
  std::vector<int> index_of(graph_.num_variables(), -1), label_counts;
  for (int v = 0; v < graph_.num_variables(); ++v) {
    if (representatives_.Of(v) != v) continue;
    index_of[v] = static_cast<int>(label_counts.size());
    label_counts.push_back(graph_.num_labels(v));
  }
  for (int v = 0; v < graph_.num_variables(); ++v) {
    result.variable_of.push_back(index_of[representatives_.Of(v)]);
    result.label_of.push_back(Labels(v));
  }
  result.graph = FactorGraph(std::move(label_counts));
  result.graph.AddConstant(graph_.constant());
  if (!AddFactors(index_of, result.graph)) return std::nullopt;
  return result;
}

// Composes two substitutions.
SubstitutedGraph Composed(const SubstitutedGraph& first, SubstitutedGraph second) {
  std::vector<int> variable_of;
  std::vector<std::vector<Label>> label_of;
  for (size_t v = 0; v < first.variable_of.size(); ++v) {
    const auto between = static_cast<size_t>(first.variable_of[v]);
    variable_of.push_back(second.variable_of[between]);
    label_of.push_back(Composed(second.label_of[between], first.label_of[v]));
  }
  return {std::move(second.graph), std::move(variable_of), std::move(label_of)};
}

}  // namespace

Labeling SubstitutedGraph::Restore(const Labeling& labeling) const {
  Labeling restored;
  for (size_t v = 0; v < variable_of.size(); ++v) {
    const Label label = labeling[variable_of[v]];
    // If every label is forbidden, any label will do.
    restored.push_back(std::max(label_of[v][label], 0));
  }
  return restored;
}

std::optional<SubstitutedGraph> SubstituteDeterminedVariables(const FactorGraph& graph,
                                                              const std::function<bool()>& must_stop) {
  std::optional<SubstitutedGraph> result;
  int passes = 0;
  while (true) {
    Substitution substitution(result ? result->graph : graph);
    const int passes_before = passes;
    for (; passes < kMaxPasses; ++passes) {
      const std::optional<bool> any = substitution.Pass(must_stop);
      if (!any) return result;
      if (!*any) break;
    }
    if (passes == passes_before) return result;
    // Larger factors may have become pairs.
    std::optional<SubstitutedGraph> next = substitution.Result();
    if (!next) return result;
    result = result ? Composed(*result, *std::move(next)) : std::move(next);
  }
}

}  // namespace structlab::graphical_models
