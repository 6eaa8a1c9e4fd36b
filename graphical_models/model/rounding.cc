#include "graphical_models/model/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kMantissaBits = std::numeric_limits<double>::digits;

// The largest power of two that divides the cost; +infinity for 0 and for infinite costs.
double UnitOf(double cost) {
  if (cost == 0 || !std::isfinite(cost)) return kInfinity;
  int exponent = 0;
  const double mantissa = std::frexp(std::abs(cost), &exponent);
  const auto bits = static_cast<uint64_t>(std::ldexp(mantissa, kMantissaBits));
  return std::ldexp(1.0, exponent - kMantissaBits + std::countr_zero(bits));
}

// The range of the finite values among some costs.
struct CostRange {
  double largest = 0;  // magnitude
  double unit = kInfinity;

  void Add(double cost) {
    if (!std::isfinite(cost)) return;
    largest = std::max(largest, std::abs(cost));
    if (std::trunc(cost / unit) * unit != cost) unit = std::min(unit, UnitOf(cost));
  }
  // The range of all products with costs of another range.
  CostRange operator*(const CostRange& other) const {
    if (largest == 0 || other.largest == 0) return {};
    return {largest * other.largest, unit * other.unit};
  }
};

template <class Costs>
CostRange RangeOf(const Costs& costs) {
  CostRange range;
  for (const auto cost : costs) range.Add(static_cast<double>(cost));
  return range;
}

// The range of the values if both variables have this number of labels.
CostRange RangeOfValues(const Potts& potts, int) { return RangeOf(std::vector{potts.cost}); }
CostRange RangeOfValues(const LabelTable& table, int) { return RangeOf(table.values()); }
template <class Truncated>
CostRange RangeOfValues(const Truncated& potential, int labels) {
  CostRange steps = RangeOf(std::vector{potential.truncation});
  steps.unit = std::min(steps.unit, 1.0);
  CostRange range = CostRange{1, steps.unit} * RangeOf(std::vector{potential.slope});
  range.largest = potential(0, labels - 1);
  return range;
}
CostRange RangeOfValues(const PairwisePotential& potential, int labels) {
  return potential.Visit([labels](const auto& each) { return RangeOfValues(each, labels); });
}

// Sums in any order differ by at most the number of terms times the unit of rounding times the sum of all
// magnitudes (Higham: Accuracy and stability of numerical algorithms, 2002, section 4.2). A bound has more
// terms than an energy: what messages take from a factor and give to its variables, which is at most the
// difference of two of its costs.
class Sum {
 public:
  void AddFactors(double count, double arity, const CostRange& costs) {
    terms_ += count * (1 + 2 * arity);
    if (count == 0) return;
    magnitudes_ += count * costs.largest * (1 + 4 * arity);
    unit_ = std::min(unit_, costs.unit);
  }
  void AddConstant(double cost) {
    terms_ += 1;
    if (!std::isfinite(cost)) return;
    magnitudes_ += std::abs(cost);
    unit_ = std::min(unit_, UnitOf(cost));
  }
  Rounding Get() const {
    const bool exact = magnitudes_ <= std::ldexp(unit_, kMantissaBits) && unit_ < kInfinity;
    return {terms_, terms_ * std::numeric_limits<double>::epsilon() * magnitudes_, exact ? unit_ : 0};
  }

 private:
  double terms_ = 0, magnitudes_ = 0, unit_ = kInfinity;
};

}  // namespace

Rounding RoundingOf(const FactorGraph& graph) {
  Sum sum;
  sum.AddConstant(graph.constant());
  std::vector<std::optional<CostRange>> tables(graph.num_tables());
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    std::optional<CostRange>& range = tables[graph.table_index(factor)];
    if (!range) range = RangeOf(graph.table(factor));
    sum.AddFactors(1, static_cast<double>(graph.scope(factor).size()), *range);
  }
  return sum.Get();
}

Rounding RoundingOf(const PairwiseEnergy& energy) {
  Sum sum;
  sum.AddConstant(energy.constant());
  for (int v = 0; v < energy.num_variables(); ++v) sum.AddFactors(1, 1, RangeOf(energy.unary(v)));
  const int max_labels = energy.num_variables() == 0 ? 1 : std::ranges::max(energy.label_counts());
  std::vector<CostRange> potentials;
  for (int index = 0; index < energy.num_potentials(); ++index) {
    potentials.push_back(RangeOfValues(energy.potential(index), max_labels));
  }
  for (const PairwiseEdge& edge : energy.edges()) {
    CostRange weight;
    weight.Add(edge.weight);
    sum.AddFactors(1, 2, weight * potentials[edge.potential]);
  }
  return sum.Get();
}

template <class Cost>
Rounding RoundingOf(const GridEnergy<Cost>& grid) {
  Sum sum;
  for (int pixel = 0; pixel < grid.num_variables(); ++pixel) sum.AddFactors(1, 1, RangeOf(grid.unary(pixel)));
  // The maximum weight stands for all edges.
  CostRange weights;
  for (int step = 0; step < grid.shape().num_steps(); ++step) {
    for (int pixel = 0; pixel < grid.num_variables(); ++pixel) {
      if (!grid.shape().HasEdge(pixel % grid.shape().width, pixel / grid.shape().width, step)) continue;
      weights.Add(static_cast<double>(grid.weights()(step, pixel)));
      if (!grid.weights().per_edge()) break;
    }
  }
  sum.AddFactors(static_cast<double>(grid.shape().num_edges()), 2,
                 weights * RangeOfValues(grid.potential(), grid.num_labels()));
  return sum.Get();
}

template Rounding RoundingOf(const GridEnergy<int32_t>&);
template Rounding RoundingOf(const GridEnergy<float>&);
template Rounding RoundingOf(const GridEnergy<double>&);

double ProvedBound(double bound, double energy, const Rounding& rounding) {
  double proved = bound - rounding.max_error;
  // Adding 0 turns -0 into 0.
  if (rounding.unit > 0 && std::isfinite(proved)) {
    proved = std::ceil(proved / rounding.unit) * rounding.unit + 0.0;
  }
  return std::min(proved, energy);
}

}  // namespace structlab::graphical_models
