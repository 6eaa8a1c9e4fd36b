#include "graphical_models/model/factor_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

std::string NameOfFactor(size_t factor) { return "factor " + std::to_string(factor); }

// The first variable that occurs twice, or -1. Scopes are almost always short.
int FindRepeated(std::span<const int> scope) {
  std::vector<int> sorted(scope.begin(), scope.end());
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  return repeated == sorted.end() ? -1 : *repeated;
}

}  // namespace

std::string ListLabelCounts(std::span<const int> scope, std::span<const int> label_counts) {
  std::string list;
  for (const int variable : scope) {
    list.append(list.empty() ? "" : " x ").append(std::to_string(label_counts[variable]));
  }
  return list.empty() ? "none" : list;
}

int64_t TableSize(std::span<const int> scope, std::span<const int> label_counts) {
  constexpr int64_t kMax = int64_t{1} << 62;
  int64_t size = 1;
  for (const int variable : scope) {
    const int64_t count = label_counts[variable];
    if (size > kMax / count) return -1;
    size *= count;
  }
  return size;
}

FactorGraph::FactorGraph(std::vector<int> label_counts) : label_counts_(std::move(label_counts)) {
  CheckLabelCounts(label_counts_);
}

void FactorGraph::CheckScope(std::span<const int> scope) const {
  const auto refuse = [this](const std::string& expected, const std::string& found,
                             const std::string& remedy) {
    common::ThrowUsageError(NameOfFactor(factors_.size()), expected, found, remedy);
  };
  if (scope.empty()) refuse("at least one variable", "an empty scope", "add it as a constant");
  for (const int variable : scope) {
    if (variable >= 0 && variable < num_variables()) continue;
    refuse("a variable from 0 to " + std::to_string(num_variables() - 1), std::to_string(variable), "");
  }
  if (const int repeated = FindRepeated(scope); repeated >= 0) {
    refuse("different variables", "variable " + std::to_string(repeated) + " twice",
           "use the diagonal of the table as a factor of fewer variables");
  }
}

int FactorGraph::AddFactor(std::span<const int> scope, std::span<const double> table) {
  CheckScope(scope);
  const std::string name = NameOfFactor(factors_.size());
  const int64_t size = TableSize(scope, label_counts_);
  if (size != static_cast<int64_t>(table.size())) {
    common::ThrowUsageError(
        name,
        size < 0 ? "a table too large for any memory" : "a table of " + std::to_string(size) + " entries",
        std::to_string(table.size()));
  }
  for (size_t i = 0; i < table.size(); ++i) {
    if (!IsEnergyValue(table[i])) CheckEnergyValue(table[i], name + ", table entry " + std::to_string(i));
  }
  factors_.push_back({scopes_.size(), static_cast<int>(scope.size()), num_tables()});
  scopes_.insert(scopes_.end(), scope.begin(), scope.end());
  tables_.insert(tables_.end(), table.begin(), table.end());
  table_begin_.push_back(tables_.size());
  return num_factors() - 1;
}

int FactorGraph::AddFactorSharing(std::span<const int> scope, int sharing) {
  CheckScope(scope);
  if (sharing < 0 || sharing >= num_factors()) {
    common::ThrowUsageError(NameOfFactor(factors_.size()), "the table of a factor that exists",
                            "factor " + std::to_string(sharing));
  }
  const std::span<const int> other = this->scope(sharing);
  if (!std::equal(scope.begin(), scope.end(), other.begin(), other.end(),
                  [this](int a, int b) { return num_labels(a) == num_labels(b); })) {
    common::ThrowUsageError(NameOfFactor(factors_.size()),
                            "variables with the label counts of those of factor " + std::to_string(sharing) +
                                ", " + ListLabelCounts(other, label_counts_),
                            ListLabelCounts(scope, label_counts_));
  }
  factors_.push_back({scopes_.size(), static_cast<int>(scope.size()), table_index(sharing)});
  scopes_.insert(scopes_.end(), scope.begin(), scope.end());
  return num_factors() - 1;
}

void FactorGraph::AddConstant(double energy) {
  CheckEnergyValue(energy, "constant");
  CheckEnergyValue(constant_ + energy, "constant");
  constant_ += energy;
}

std::span<const int> FactorGraph::scope(int factor) const {
  const Factor& f = factors_[factor];
  return std::span(scopes_).subspan(f.scope_begin, f.arity);
}

std::span<const double> FactorGraph::table(int factor) const {
  const size_t table = table_index(factor);
  return std::span(tables_).subspan(table_begin_[table], table_begin_[table + 1] - table_begin_[table]);
}

size_t FactorGraph::TableEntry(int factor, std::span<const Label> labeling) const {
  size_t entry = 0;
  for (const int variable : scope(factor)) {
    const size_t v = variable;
    entry = entry * static_cast<size_t>(label_counts_[v]) + static_cast<size_t>(labeling[v]);
  }
  return entry;
}

double FactorGraph::Energy(std::span<const Label> labeling) const {
  CheckLabeling(labeling, label_counts_);
  double energy = constant_;
  for (int f = 0; f < num_factors(); ++f) energy += table(f)[TableEntry(f, labeling)];
  return energy;
}

}  // namespace structlab::graphical_models
