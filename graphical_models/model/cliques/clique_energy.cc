#include "graphical_models/model/cliques/clique_energy.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

std::string NameOfClique(int clique) { return "clique " + std::to_string(clique); }

// The table of a clique, with the last variable fastest.
std::vector<double> TableOf(const CliqueEnergy& cliques, int clique, size_t entries) {
  std::vector<double> table;
  table.reserve(entries);
  Labeling labels(cliques.variables(clique).size(), 0);
  LabelHistogram histogram(cliques.num_labels());
  const CliquePotential& potential = cliques.potential(cliques.potential_of(clique));
  while (true) {
    histogram.Clear();
    for (const Label label : labels) histogram.Add(label);
    table.push_back(cliques.weight(clique) * potential(histogram));
    size_t i = labels.size();
    while (i > 0 && ++labels[i - 1] == cliques.num_labels()) labels[--i] = 0;
    if (i == 0) return table;
  }
}

size_t EntriesOf(const CliqueEnergy& cliques, int clique) {
  constexpr size_t kMaxEntries = size_t{1} << 24;
  size_t entries = 1;
  for (size_t i = 0; i < cliques.variables(clique).size(); ++i) {
    entries *= static_cast<size_t>(cliques.num_labels());
    if (entries <= kMaxEntries) continue;
    common::ThrowUsageError(NameOfClique(clique), "a table of at most 2^24 entries", "more",
                            "use a method for clique potentials");
  }
  return entries;
}

void CheckSameVariables(const CliqueEnergy& cliques, const FactorGraph& graph) {
  if (graph.num_variables() != cliques.num_variables()) {
    common::ThrowUsageError("cliques", std::to_string(graph.num_variables()) + " variables as in the graph",
                            std::to_string(cliques.num_variables()));
  }
  for (int v = 0; v < graph.num_variables(); ++v) {
    if (graph.num_labels(v) == cliques.num_labels()) continue;
    common::ThrowUsageError("variable " + std::to_string(v),
                            std::to_string(cliques.num_labels()) + " labels as in the cliques",
                            std::to_string(graph.num_labels(v)));
  }
}

}  // namespace

CliqueEnergy::CliqueEnergy(int num_variables, int num_labels)
    : num_variables_(num_variables), num_labels_(num_labels) {
  if (num_variables < 0) {
    common::ThrowUsageError("variables of cliques", "0 or more", std::to_string(num_variables));
  }
  if (num_labels < 1)
    common::ThrowUsageError("labels of cliques", "at least one", std::to_string(num_labels));
}

int CliqueEnergy::AddPotential(CliquePotential potential) {
  potential.Check(num_labels_);
  max_values_.push_back(potential.MaxValue(num_labels_));
  CheckEnergyValue(max_values_.back(), "largest value of a clique potential", InfiniteEnergy::kRefused);
  potentials_.push_back(std::move(potential));
  return num_potentials() - 1;
}

void CliqueEnergy::CheckVariables(std::span<const int> variables) const {
  const std::string name = NameOfClique(num_cliques());
  if (variables.empty()) common::ThrowUsageError(name, "at least one variable", "an empty clique");
  for (const int variable : variables) {
    if (variable >= 0 && variable < num_variables_) continue;
    common::ThrowUsageError(name, "a variable from 0 to " + std::to_string(num_variables_ - 1),
                            std::to_string(variable));
  }
  std::vector<int> sorted(variables.begin(), variables.end());
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    common::ThrowUsageError(name, "different variables", "variable " + std::to_string(*twice) + " twice");
  }
}

int CliqueEnergy::AddClique(std::span<const int> variables, int potential, double weight) {
  CheckVariables(variables);
  const std::string name = NameOfClique(num_cliques());
  if (potential < 0 || potential >= num_potentials()) {
    common::ThrowUsageError(name, "a potential that was added", std::to_string(potential));
  }
  if (!(weight >= 0)) {
    common::ThrowUsageError("weight of " + name, "0 or more", common::FormatDouble(weight));
  }
  CheckEnergyValue(weight, "weight of " + name, InfiniteEnergy::kRefused);
  CheckEnergyValue(weight * max_values_[potential], "weighted potential of " + name,
                   InfiniteEnergy::kRefused);
  cliques_.push_back({variables_.size(), weight, static_cast<int>(variables.size()), potential});
  variables_.insert(variables_.end(), variables.begin(), variables.end());
  return num_cliques() - 1;
}

std::span<const int> CliqueEnergy::variables(int clique) const {
  const Clique& c = cliques_[clique];
  return std::span(variables_).subspan(c.begin, c.size);
}

double CliqueEnergy::EnergyOfClique(int clique, std::span<const Label> labeling,
                                    LabelHistogram& scratch) const {
  scratch.Clear();
  for (const int variable : variables(clique)) scratch.Add(labeling[variable]);
  return weight(clique) * potential(potential_of(clique))(scratch);
}

double CliqueEnergy::Energy(std::span<const Label> labeling) const {
  CheckLabeling(labeling, num_variables_, num_labels_);
  LabelHistogram scratch(num_labels_);
  double energy = 0;
  for (int clique = 0; clique < num_cliques(); ++clique) energy += EnergyOfClique(clique, labeling, scratch);
  return energy;
}

void CheckSameVariables(const CliqueEnergy& cliques, std::span<const int> label_counts) {
  if (cliques.num_variables() != static_cast<int>(label_counts.size())) {
    common::ThrowUsageError("cliques", std::to_string(label_counts.size()) + " variables as in the energy",
                            std::to_string(cliques.num_variables()));
  }
  for (size_t v = 0; v < label_counts.size(); ++v) {
    if (label_counts[v] == cliques.num_labels()) continue;
    common::ThrowUsageError("variable " + std::to_string(v),
                            std::to_string(cliques.num_labels()) + " labels as in the cliques",
                            std::to_string(label_counts[v]));
  }
}

void AddCliques(const CliqueEnergy& cliques, FactorGraph& graph) {
  CheckSameVariables(cliques, graph);
  std::vector<size_t> entries;
  for (int clique = 0; clique < cliques.num_cliques(); ++clique)
    entries.push_back(EntriesOf(cliques, clique));
  std::map<std::tuple<size_t, int, double>, int> factor_of;  // the first factor with this table
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    const std::span<const int> scope = cliques.variables(clique);
    const auto [known, is_new] = factor_of.emplace(
        std::tuple(scope.size(), cliques.potential_of(clique), cliques.weight(clique)), graph.num_factors());
    if (is_new) {
      graph.AddFactor(scope, TableOf(cliques, clique, entries[clique]));
    } else {
      graph.AddFactorSharing(scope, known->second);
    }
  }
}

}  // namespace structlab::graphical_models
