#include "graphical_models/model/cliques/clique_potential.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/label_metric.h"

namespace structlab::graphical_models {
namespace {

template <class Distance>
double MaxDistance(const Distance& distance, std::span<const Label> labels) {
  double largest = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    for (size_t j = 0; j < i; ++j) largest = std::max(largest, distance(labels[j], labels[i]));
  }
  return largest;
}

void CheckRange(double value, double low, double high, const std::string& where) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(where,
                          "a number from " + common::FormatDouble(low) + " to " + common::FormatDouble(high),
                          common::FormatDouble(value));
}

void CheckLabelCosts(std::span<const double> costs, int num_labels, double max_cost,
                     const std::string& name) {
  if (static_cast<int>(costs.size()) != num_labels) {
    common::ThrowUsageError("label costs of " + name, std::to_string(num_labels),
                            std::to_string(costs.size()));
  }
  for (size_t label = 0; label < costs.size(); ++label) {
    CheckRange(costs[label], 0, max_cost, "cost of label " + std::to_string(label) + " of " + name);
  }
}

void CheckPotential(const PnPotts& potential, int num_labels) {
  CheckRange(potential.max_cost, 0, kMaxEnergy, "largest value of a P^n Potts potential");
  CheckLabelCosts(potential.label_costs, num_labels, potential.max_cost, "a P^n Potts potential");
}

void CheckPotential(const RobustPnPotts& potential, int num_labels) {
  CheckRange(potential.max_cost, 0, kMaxEnergy, "largest value of a robust P^n Potts potential");
  CheckLabelCosts(potential.label_costs, num_labels, potential.max_cost, "a robust P^n Potts potential");
  if (!(potential.truncation > 0 && potential.truncation <= 0.5)) {
    common::ThrowUsageError("truncation of a robust P^n Potts potential", "a number above 0, at most 0.5",
                            common::FormatDouble(potential.truncation));
  }
}

void CheckPotential(const DiameterDiversity& potential, int num_labels) {
  if (const auto violation = FindMetricViolation(potential.distance, num_labels)) {
    common::ThrowUsageError("distance of a diversity", "a metric on the labels", violation->text);
  }
  if (PotentialRange(potential.distance).has_infinity()) {
    common::ThrowUsageError("distance of a diversity", "finite distances", "+infinity");
  }
}

void CheckPotential(const HierarchicalPnPotts& potential, int num_labels) {
  if (potential.tree().num_labels() == num_labels) return;
  common::ThrowUsageError("label tree of a hierarchical P^n Potts potential",
                          std::to_string(num_labels) + " labels",
                          std::to_string(potential.tree().num_labels()));
}

void CheckPotential(const CoOccurrence& potential, int num_labels) {
  CheckLabelCosts(potential.label_costs, num_labels, kMaxEnergy, "a co-occurrence");
  CheckRange(potential.offset, -kMaxEnergy, kMaxEnergy, "offset of a co-occurrence");
  for (size_t label = 0; label < potential.label_costs.size(); ++label) {
    CheckRange(potential.offset + potential.label_costs[label], 0, kMaxEnergy,
               "offset and cost of label " + std::to_string(label) + " of a co-occurrence");
  }
  if (!potential.pair_costs.IsDefinedFor(num_labels, num_labels)) {
    common::ThrowUsageError("pair costs of a co-occurrence",
                            "a table for " + std::to_string(num_labels) + " labels", "a smaller one");
  }
  for (Label b = 0; b < num_labels; ++b) {
    for (Label a = 0; a < b; ++a) {
      CheckRange(potential.pair_costs(a, b), 0, kMaxEnergy,
                 "cost of labels " + std::to_string(a) + " and " + std::to_string(b) + " of a co-occurrence");
    }
  }
}

// The value with all labels in use, which is the maximum.
template <class Potential>
double ValueOfAllLabels(const Potential& potential, int num_labels) {
  LabelHistogram all(num_labels);
  for (Label label = 0; label < num_labels; ++label) all.Add(label);
  return potential(all);
}

}  // namespace

double PnPotts::operator()(const LabelHistogram& labels) const {
  return labels.present().size() == 1 ? label_costs[labels.present()[0]] : max_cost;
}

double RobustPnPotts::operator()(const LabelHistogram& labels) const {
  const double q = truncation * labels.size();
  double value = max_cost;  // labels that do not occur give at least this, since Q <= n / 2
  for (const Label k : labels.present()) {
    const double cost = label_costs[k];
    const int others = labels.size() - labels.count(k);
    // The quotient may be infinite, and infinity times 0 is NaN.
    value = std::min(value, others == 0 ? cost : cost + others * ((max_cost - cost) / q));
  }
  return value;
}

double DiameterDiversity::operator()(const LabelHistogram& labels) const {
  const std::span<const Label> present = labels.present();
  // These formulas grow with |a - b|.
  const LabelTable* const table = distance.As<LabelTable>();
  return table != nullptr ? MaxDistance(*table, present) : distance(present.front(), present.back());
}

double HierarchicalPnPotts::operator()(const LabelHistogram& labels) const {
  return MaxDistance(distances_, labels.present());
}

double CoOccurrence::operator()(const LabelHistogram& labels) const {
  const std::span<const Label> present = labels.present();
  double value = offset;
  for (size_t i = 0; i < present.size(); ++i) {
    value += label_costs[present[i]];
    for (size_t j = 0; j < i; ++j) value += pair_costs(present[j], present[i]);
  }
  return value;
}

void CliquePotential::Check(int num_labels) const {
  Visit([num_labels](const auto& potential) { CheckPotential(potential, num_labels); });
}

std::string CliquePotential::Name() const {
  static constexpr const char* kNames[] = {"a P^n Potts potential", "a robust P^n Potts potential",
                                           "a diameter diversity", "a hierarchical P^n Potts potential",
                                           "a co-occurrence potential"};
  static_assert(std::size(kNames) == std::variant_size_v<decltype(potential_)>);
  return kNames[potential_.index()];
}

double CliquePotential::MaxValue(int num_labels) const {
  if (const auto* potential = As<PnPotts>()) return potential->max_cost;
  if (const auto* potential = As<RobustPnPotts>()) return potential->max_cost;
  return Visit([num_labels](const auto& potential) { return ValueOfAllLabels(potential, num_labels); });
}

}  // namespace structlab::graphical_models
