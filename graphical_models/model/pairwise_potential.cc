#include "graphical_models/model/pairwise_potential.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

void CheckCost(double cost, const std::string& where) {
  if (cost >= 0 && cost <= kMaxEnergy) return;
  common::ThrowUsageError(where, "a number from 0 to 1e290", common::FormatDouble(cost),
                          "to reward what the potential penalises, give the edge a negative weight");
}

void CheckTruncation(double truncation, const std::string& where) {
  if (truncation >= 0) return;
  common::ThrowUsageError(where, "0 or more", common::FormatDouble(truncation));
}

double MaxMagnitude(const Potts& potts) { return potts.cost; }

double MaxMagnitude(const TruncatedLinear& linear) {
  constexpr double kMaxSteps = 0x1p31;
  return linear.slope * std::min(linear.truncation, kMaxSteps);
}

double MaxMagnitude(const TruncatedQuadratic& quadratic) {
  constexpr double kMaxSteps = 0x1p31;
  return quadratic.slope * std::min(quadratic.truncation, kMaxSteps * kMaxSteps);
}

double MaxMagnitude(const LabelTable& table) {
  double largest = 0;
  for (const double value : table.values()) {
    if (value < kInfinity) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

}  // namespace

LabelTable::LabelTable(int rows, int columns, std::vector<double> values)
    : rows_(rows), columns_(columns), values_(std::move(values)) {
  if (rows < 1 || columns < 1) {
    common::ThrowUsageError("label table", "at least one row and one column",
                            std::to_string(rows) + " x " + std::to_string(columns));
  }
  const size_t expected = static_cast<size_t>(rows) * static_cast<size_t>(columns);
  if (values_.size() != expected) {
    common::ThrowUsageError("label table of " + std::to_string(rows) + " x " + std::to_string(columns),
                            std::to_string(expected) + " values", std::to_string(values_.size()));
  }
  for (size_t i = 0; i < values_.size(); ++i) {
    if (IsEnergyValue(values_[i])) continue;
    const size_t width = columns;
    CheckEnergyValue(values_[i], "label table at row " + std::to_string(i / width) + ", column " +
                                     std::to_string(i % width));
  }
}

PairwisePotential::PairwisePotential(Potts potts) : potential_(potts) {
  CheckCost(potts.cost, "cost of a Potts potential");
}

PairwisePotential::PairwisePotential(TruncatedLinear linear) : potential_(linear) {
  CheckCost(linear.slope, "slope of a truncated linear potential");
  CheckTruncation(linear.truncation, "truncation of a truncated linear potential");
}

PairwisePotential::PairwisePotential(TruncatedQuadratic quadratic) : potential_(quadratic) {
  CheckCost(quadratic.slope, "slope of a truncated quadratic potential");
  CheckTruncation(quadratic.truncation, "truncation of a truncated quadratic potential");
}

PairwisePotential::PairwisePotential(LabelTable table) : potential_(std::move(table)) {}

bool PairwisePotential::IsDefinedFor(int labels_of_first, int labels_of_second) const {
  const LabelTable* const table = As<LabelTable>();
  return table == nullptr || (labels_of_first <= table->rows() && labels_of_second <= table->columns());
}

PotentialRange::PotentialRange(const PairwisePotential& potential)
    : max_magnitude_(potential.Visit([](const auto& p) { return MaxMagnitude(p); })) {
  if (const LabelTable* const table = potential.As<LabelTable>()) {
    const std::span<const double> values = table->values();
    has_infinity_ = std::find(values.begin(), values.end(), kInfinity) != values.end();
  }
}

void PotentialRange::CheckWeight(double weight, const std::string& where) const {
  if (has_infinity_ && !(weight > 0)) {
    common::ThrowUsageError("weight of " + where, "a weight above 0 for a potential that holds +infinity",
                            common::FormatDouble(weight));
  }
  CheckEnergyValue(weight, "weight of " + where, InfiniteEnergy::kRefused);
  CheckEnergyValue(weight * max_magnitude_, "weighted potential of " + where, InfiniteEnergy::kRefused);
}

}  // namespace structlab::graphical_models
