#include "graphical_models/exact/determined_variables.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr Label kForbidden = -1;

class Substitution {
 public:
  explicit Substitution(const FactorGraph& graph)
      : graph_(graph), representative_(static_cast<size_t>(graph.num_variables())) {
    std::iota(representative_.begin(), representative_.end(), 0);
    for (int v = 0; v < graph.num_variables(); ++v) {
      label_of_.emplace_back(static_cast<size_t>(graph.num_labels(v)));
      std::iota(label_of_.back().begin(), label_of_.back().end(), 0);
    }
  }

  // Whether a variable was substituted.
  bool Pass() {
    bool any = false;
    for (int factor = 0; factor < graph_.num_factors(); ++factor) {
      if (graph_.scope(factor).size() != 2 || Of(graph_.scope(factor)[0]) == Of(graph_.scope(factor)[1]))
        continue;
      any = Substitute(factor, 0) || Substitute(factor, 1) || any;
    }
    return any;
  }

  SubstitutedGraph Result() &&;

 private:
  int Of(int variable) const { return representative_[static_cast<size_t>(variable)]; }
  const std::vector<Label>& Labels(int variable) const { return label_of_[static_cast<size_t>(variable)]; }

  // For each label of the representative of the variable at `place` the label of that of the other that the
  // factor leaves, or kForbidden; nothing if it leaves more.
  std::optional<std::vector<Label>> Determined(int factor, size_t place) const {
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

  bool Substitute(int factor, size_t place) {
    const int one = Of(graph_.scope(factor)[place]), other = Of(graph_.scope(factor)[1 - place]);
    if (one == other || graph_.num_labels(one) > graph_.num_labels(other)) return false;
    const std::optional<std::vector<Label>> determined = Determined(factor, place);
    if (!determined) return false;
    for (size_t v = 0; v < representative_.size(); ++v) {
      if (representative_[v] != other) continue;
      std::vector<Label> labels;
      for (const Label y : *determined) {
        labels.push_back(y == kForbidden ? kForbidden : label_of_[v][static_cast<size_t>(y)]);
      }
      representative_[v] = one;
      label_of_[v] = std::move(labels);
    }
    return true;
  }

  std::vector<double> Table(int factor, const std::vector<int>& scope) const;

  const FactorGraph& graph_;
  std::vector<int> representative_;
  std::vector<std::vector<Label>> label_of_;  // [variable][label of its representative]
};

// Over the representatives in `scope`.
std::vector<double> Substitution::Table(int factor, const std::vector<int>& scope) const {
  std::vector<double> table;
  Labeling chosen(static_cast<size_t>(graph_.num_variables()), 0), labels(chosen.size(), 0);
  for (bool more = true; more;) {
    bool is_allowed = true;
    for (const int variable : graph_.scope(factor)) {
      const Label label = Labels(variable)[static_cast<size_t>(chosen[static_cast<size_t>(Of(variable))])];
      is_allowed = is_allowed && label != kForbidden;
      labels[static_cast<size_t>(variable)] = std::max(label, 0);
    }
    table.push_back(is_allowed ? graph_.table(factor)[graph_.TableEntry(factor, labels)] : kInfinity);
    more = false;
    for (size_t i = scope.size(); i-- > 0 && !more;) {
      Label& label = chosen[static_cast<size_t>(scope[i])];
      more = ++label < graph_.num_labels(scope[i]);
      if (!more) label = 0;
    }
  }
  return table;
}

SubstitutedGraph Substitution::Result() && {
  SubstitutedGraph result;
  std::vector<int> index_of(representative_.size(), -1), label_counts;
  for (int v = 0; v < graph_.num_variables(); ++v) {
    if (Of(v) != v) continue;
    index_of[static_cast<size_t>(v)] = static_cast<int>(label_counts.size());
    label_counts.push_back(graph_.num_labels(v));
  }
  for (const int v : representative_) result.variable_of.push_back(index_of[static_cast<size_t>(v)]);
  result.graph = FactorGraph(std::move(label_counts));
  result.graph.AddConstant(graph_.constant());
  std::vector<int> first_with(static_cast<size_t>(graph_.num_tables()), -1);  // factor of the result
  for (int factor = 0; factor < graph_.num_factors(); ++factor) {
    std::vector<int> scope, new_scope;
    bool is_unchanged = true;
    for (const int variable : graph_.scope(factor)) {
      is_unchanged = is_unchanged && Of(variable) == variable;
      if (std::ranges::find(scope, Of(variable)) == scope.end()) scope.push_back(Of(variable));
    }
    for (const int variable : scope) new_scope.push_back(index_of[static_cast<size_t>(variable)]);
    int& first = first_with[static_cast<size_t>(graph_.table_index(factor))];
    if (!is_unchanged) {
      result.graph.AddFactor(new_scope, Table(factor, scope));
    } else if (first >= 0) {
      result.graph.AddFactorSharing(new_scope, first);
    } else {
      first = result.graph.AddFactor(new_scope, graph_.table(factor));
    }
  }
  result.label_of = std::move(label_of_);
  return result;
}

}  // namespace

Labeling SubstitutedGraph::Restore(const Labeling& labeling) const {
  Labeling restored;
  for (size_t v = 0; v < variable_of.size(); ++v) {
    const Label label = labeling[static_cast<size_t>(variable_of[v])];
    // Where all are forbidden any is as good.
    restored.push_back(std::max(label_of[v][static_cast<size_t>(label)], 0));
  }
  return restored;
}

std::optional<SubstitutedGraph> SubstituteDeterminedVariables(const FactorGraph& graph) {
  Substitution substitution(graph);
  if (!substitution.Pass()) return std::nullopt;
  while (substitution.Pass()) {
  }
  return std::move(substitution).Result();
}

}  // namespace structlab::graphical_models
