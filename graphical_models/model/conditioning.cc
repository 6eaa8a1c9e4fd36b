#include "graphical_models/model/conditioning.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

constexpr Label kFree = -1;

Labeling Observed(const FactorGraph& graph, std::span<const Observation> evidence) {
  Labeling observed(graph.num_variables(), kFree);
  for (const auto& [variable, label] : evidence) {
    if (variable < 0 || variable >= graph.num_variables()) {
      common::ThrowUsageError("evidence", "a variable from 0 to " + std::to_string(graph.num_variables() - 1),
                              std::to_string(variable));
    }
    const std::string name = "evidence on variable " + std::to_string(variable);
    if (label < 0 || label >= graph.num_labels(variable)) {
      common::ThrowUsageError(name, "a label from 0 to " + std::to_string(graph.num_labels(variable) - 1),
                              std::to_string(label));
    }
    Label& known = observed[variable];
    if (known != kFree) {
      common::ThrowUsageError(name, "one observation",
                              "label " + std::to_string(known) + " and label " + std::to_string(label));
    }
    known = label;
  }
  return observed;
}

// Walks over the table of a factor, with the last variable fastest, and keeps the entries that agree with the
// observations.
std::vector<double> Slice(const FactorGraph& graph, int factor, const Labeling& observed) {
  const std::span<const int> scope = graph.scope(factor);
  // Strides of the free variables, the last one first, and the offset of the observed ones.
  size_t offset = 0, stride = 1;
  std::vector<size_t> counts, strides;
  for (size_t i = scope.size(); i-- > 0;) {
    const size_t count = graph.num_labels(scope[i]);
    const Label label = observed[scope[i]];
    if (label == kFree) {
      counts.push_back(count);
      strides.push_back(stride);
    } else {
      offset += stride * static_cast<size_t>(label);
    }
    stride *= count;
  }
  const std::span<const double> table = graph.table(factor);
  std::vector<double> slice;
  std::vector<size_t> labels(counts.size(), 0);
  while (true) {
    slice.push_back(table[offset]);
    size_t i = 0;
    for (; i < labels.size(); ++i) {
      offset += strides[i];
      if (++labels[i] < counts[i]) break;
      offset -= counts[i] * strides[i];
      labels[i] = 0;
    }
    if (i == labels.size()) return slice;
  }
}

}  // namespace

Labeling ConditionedGraph::Complete(std::span<const Label> free_labels) const {
  CheckLabeling(free_labels, graph.label_counts(), "labeling of the free variables");
  Labeling labeling = observed;
  for (size_t i = 0; i < variables.size(); ++i) labeling[variables[i]] = free_labels[i];
  return labeling;
}

ConditionedGraph Condition(const FactorGraph& graph, std::span<const Observation> evidence) {
  ConditionedGraph conditioned;
  conditioned.observed = Observed(graph, evidence);
  std::vector<int> new_index(conditioned.observed.size(), -1);
  std::vector<int> label_counts;
  for (int v = 0; v < graph.num_variables(); ++v) {
    if (conditioned.observed[v] != kFree) continue;
    new_index[v] = static_cast<int>(label_counts.size());
    conditioned.variables.push_back(v);
    label_counts.push_back(graph.num_labels(v));
  }
  conditioned.graph = FactorGraph(std::move(label_counts));
  conditioned.graph.AddConstant(graph.constant());
  // The factor of the new graph with a table, or with a slice of it, by the observed label at each position.
  std::vector<int> factor_of_table(graph.num_tables(), -1);
  std::map<std::pair<int, std::vector<Label>>, int> factor_of_slice;
  std::vector<int> scope;
  std::vector<Label> places;
  for (int f = 0; f < graph.num_factors(); ++f) {
    scope.clear();
    places.clear();
    for (const int v : graph.scope(f)) {
      if (const int index = new_index[v]; index >= 0) scope.push_back(index);
      places.push_back(conditioned.observed[v]);
    }
    if (scope.empty()) {
      conditioned.graph.AddConstant(graph.table(f)[graph.TableEntry(f, conditioned.observed)]);
      continue;
    }
    const bool is_whole = scope.size() == places.size();
    int& sharing = is_whole ? factor_of_table[graph.table_index(f)]
                            : factor_of_slice.try_emplace({graph.table_index(f), places}, -1).first->second;
    if (sharing >= 0) {
      conditioned.graph.AddFactorSharing(scope, sharing);
    } else if (is_whole) {
      sharing = conditioned.graph.AddFactor(scope, graph.table(f));
    } else {
      sharing = conditioned.graph.AddFactor(scope, Slice(graph, f, conditioned.observed));
    }
  }
  return conditioned;
}

}  // namespace structlab::graphical_models
