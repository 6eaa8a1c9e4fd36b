#include "graphical_models/model/pairwise_energy.h"

#include <string>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

void CheckIndex(int index, int count, const std::string& where, const std::string& what) {
  if (index >= 0 && index < count) return;
  common::ThrowUsageError(where,
                          count == 0 ? "a " + what + ", of which there is none"
                                     : "a " + what + " from 0 to " + std::to_string(count - 1),
                          std::to_string(index));
}

}  // namespace

PairwiseEnergy::PairwiseEnergy(std::vector<int> label_counts) : label_counts_(std::move(label_counts)) {
  CheckLabelCounts(label_counts_);
  size_t total = 0;
  for (const int count : label_counts_) {
    unary_begin_.push_back(total);
    total += static_cast<size_t>(count);
  }
  unaries_.resize(total);
}

void PairwiseEnergy::AddUnary(int variable, std::span<const double> costs) {
  CheckIndex(variable, num_variables(), "unary", "variable");
  const std::string where = "unary of variable " + std::to_string(variable);
  if (static_cast<int>(costs.size()) != num_labels(variable)) {
    common::ThrowUsageError(where, std::to_string(num_labels(variable)) + " costs",
                            std::to_string(costs.size()));
  }
  double* const unary = unaries_.data() + unary_begin(variable);
  for (size_t i = 0; i < costs.size(); ++i) {
    for (const double value : {costs[i], unary[i] + costs[i]}) {
      if (!IsEnergyValue(value)) CheckEnergyValue(value, where + ", label " + std::to_string(i));
    }
  }
  for (size_t i = 0; i < costs.size(); ++i) unary[i] += costs[i];
}

void PairwiseEnergy::AddConstant(double energy) {
  CheckEnergyValue(energy, "constant");
  CheckEnergyValue(constant_ + energy, "constant");
  constant_ += energy;
}

int PairwiseEnergy::AddPotential(PairwisePotential potential) {
  ranges_.emplace_back(potential);
  potentials_.push_back(std::move(potential));
  return num_potentials() - 1;
}

int PairwiseEnergy::AddEdge(int p, int q, int potential, double weight) {
  const std::string where = "edge " + std::to_string(num_edges());
  CheckIndex(p, num_variables(), where, "variable");
  CheckIndex(q, num_variables(), where, "variable");
  CheckIndex(potential, num_potentials(), where, "potential");
  if (p == q) common::ThrowUsageError(where, "two variables", "variable " + std::to_string(p) + " twice");
  if (!this->potential(potential).IsDefinedFor(num_labels(p), num_labels(q))) {
    const LabelTable& table = *this->potential(potential).As<LabelTable>();
    common::ThrowUsageError(
        where,
        "a table of " + std::to_string(num_labels(p)) + " x " + std::to_string(num_labels(q)) + " labels",
        std::to_string(table.rows()) + " x " + std::to_string(table.columns()));
  }
  ranges_[potential].CheckWeight(weight, where);
  edges_.push_back({p, q, potential, weight});
  return num_edges() - 1;
}

std::span<const double> PairwiseEnergy::unary(int variable) const {
  return unaries().subspan(unary_begin(variable), num_labels(variable));
}

double PairwiseEnergy::Energy(std::span<const Label> labeling) const {
  CheckLabeling(labeling, label_counts_);
  double energy = constant_;
  for (size_t v = 0; v < labeling.size(); ++v) {
    energy += unaries_[unary_begin_[v] + static_cast<size_t>(labeling[v])];
  }
  for (const PairwiseEdge& edge : edges_) {
    energy += EdgeEnergy(edge, labeling[edge.p], labeling[edge.q]);
  }
  return energy;
}

}  // namespace structlab::graphical_models
