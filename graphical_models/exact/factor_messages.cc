#include "graphical_models/exact/factor_messages.h"

#include <algorithm>
#include <cmath>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// For the variable at a position, the entry of a table is (outer * count + label) * inner_size + inner.
struct Axis {
  size_t outer_size = 1, count = 1, inner_size = 1;
};

Axis AxisOf(const FactorGraph& graph, int factor, int position) {
  Axis axis;
  const std::span<const int> scope = graph.scope(factor);
  for (size_t i = 0; i < scope.size(); ++i) {
    const size_t count = graph.num_labels(scope[i]);
    if (static_cast<int>(i) < position) axis.outer_size *= count;
    if (static_cast<int>(i) == position) axis.count = count;
    if (static_cast<int>(i) > position) axis.inner_size *= count;
  }
  return axis;
}

// Calls visit(label, entry) for all entries in order.
template <class Visitor>
void ForEntries(const Axis& axis, const Visitor& visit) {
  size_t entry = 0;
  for (size_t outer = 0; outer < axis.outer_size; ++outer) {
    for (size_t label = 0; label < axis.count; ++label) {
      for (size_t inner = 0; inner < axis.inner_size; ++inner) visit(label, entry++);
    }
  }
}

}  // namespace

FactorSlots::FactorSlots(const FactorGraph& graph) {
  std::vector<std::vector<int>> of_variable(graph.num_variables());
  for (int f = 0; f < graph.num_factors(); ++f) {
    first_.push_back(size());
    int position = 0;
    for (const int variable : graph.scope(f)) {
      of_variable[variable].push_back(size());
      slots_.push_back({f, position++, variable});
    }
  }
  of_variable_begin_.push_back(0);
  for (const std::vector<int>& slots : of_variable) {
    of_variables_.insert(of_variables_.end(), slots.begin(), slots.end());
    of_variable_begin_.push_back(static_cast<int>(of_variables_.size()));
  }
}

std::span<const int> FactorSlots::of_variable(int variable) const {
  const size_t v = variable;
  const size_t begin = of_variable_begin_[v];
  return std::span(of_variables_).subspan(begin, static_cast<size_t>(of_variable_begin_[v + 1]) - begin);
}

SlotMessages::SlotMessages(const FactorGraph& graph, const FactorSlots& slots) {
  begin_.push_back(0);
  for (int slot = 0; slot < slots.size(); ++slot) {
    begin_.push_back(begin_.back() + static_cast<size_t>(graph.num_labels(slots[slot].variable)));
  }
  values_.assign(begin_.back(), 0.0);
}

void SumTable(const FactorGraph& graph, const FactorSlots& slots, int factor, SlotMessages& messages,
              int skipped, std::vector<double>& sum) {
  const std::span<const double> table = graph.table(factor);
  sum.assign(table.begin(), table.end());
  const int arity = static_cast<int>(graph.scope(factor).size());
  for (int position = 0; position < arity; ++position) {
    if (position == skipped) continue;
    const std::span<const double> message = messages[slots.first(factor) + position];
    ForEntries(AxisOf(graph, factor, position),
               [&](size_t label, size_t entry) { sum[entry] += message[label]; });
  }
}

void Project(const FactorGraph& graph, int factor, int position, std::span<const double> sum,
             Elimination elimination, std::span<double> projection) {
  const Axis axis = AxisOf(graph, factor, position);
  std::fill(projection.begin(), projection.end(), kInfinity);
  ForEntries(
      axis, [&](size_t label, size_t entry) { projection[label] = std::min(projection[label], sum[entry]); });
  if (elimination == Elimination::kMin) return;
  std::vector<double> mass(projection.size(), 0.0);  // scaled so that the largest term is 1
  ForEntries(axis, [&](size_t label, size_t entry) {
    if (sum[entry] < kInfinity) mass[label] += std::exp(projection[label] - sum[entry]);
  });
  for (size_t label = 0; label < mass.size(); ++label) {
    if (projection[label] < kInfinity) projection[label] -= std::log(mass[label]);
  }
}

double Eliminate(std::span<const double> energies, Elimination elimination) {
  const double least = *std::min_element(energies.begin(), energies.end());
  if (elimination == Elimination::kMin || least == kInfinity) return least;
  double mass = 0;
  for (const double energy : energies) mass += std::exp(least - energy);
  return least - std::log(mass);
}

std::vector<double> Probabilities(std::span<const double> energies) {
  const double least = *std::min_element(energies.begin(), energies.end());
  std::vector<double> probabilities;
  double sum = 0;
  for (const double energy : energies) {
    probabilities.push_back(std::exp(least - energy));  // NaN for infinity - infinity
    sum += probabilities.back();
  }
  for (double& probability : probabilities) probability /= sum;
  return probabilities;
}

}  // namespace structlab::graphical_models
