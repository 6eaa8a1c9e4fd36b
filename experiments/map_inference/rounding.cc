#include "experiments/map_inference/rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace structlab::map_inference {
namespace {

using graphical_models::FactorGraph;
using Grid = graphical_models::GridEnergy<int32_t>;

// Sums in any order differ by at most the number of terms times the unit of rounding times the sum of all
// magnitudes (Higham: Accuracy and stability of numerical algorithms, 2002, section 4.2). A bound has more
// terms than an energy: what messages take from a factor and give to its variables, which is at most the
// difference of two of its costs.
class Sum {
 public:
  void AddFactors(double count, double arity, double largest_cost) {
    terms_ += count * (1 + 2 * arity);
    magnitudes_ += count * largest_cost * (1 + 4 * arity);
  }
  void AddConstant(double cost) {
    terms_ += 1;
    magnitudes_ += std::abs(cost);
  }
  Rounding Get() const { return {terms_, terms_ * std::numeric_limits<double>::epsilon() * magnitudes_}; }

 private:
  double terms_ = 0, magnitudes_ = 0;
};

Rounding RoundingOf(const FactorGraph& graph) {
  Sum sum;
  sum.AddConstant(graph.constant());
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    double largest = 0;
    for (const double cost : graph.table(factor)) {
      if (std::isfinite(cost)) largest = std::max(largest, std::abs(cost));
    }
    sum.AddFactors(1, static_cast<double>(graph.scope(factor).size()), largest);
  }
  return sum.Get();
}

Rounding RoundingOf(const Grid& grid) {
  Sum sum;
  for (int pixel = 0; pixel < grid.num_variables(); ++pixel) {
    double largest = 0;
    for (const int32_t cost : grid.unary(pixel)) largest = std::max(largest, std::abs(double{1} * cost));
    sum.AddFactors(1, 1, largest);
  }
  double distance = 0, weight = 0;
  for (int a = 0; a < grid.num_labels(); ++a) {
    for (int b = 0; b < grid.num_labels(); ++b)
      distance = std::max(distance, std::abs(grid.potential()(a, b)));
  }
  for (int step = 0; step < grid.shape().num_steps(); ++step) {
    for (const int32_t each : grid.weights().plane(step))
      weight = std::max(weight, std::abs(double{1} * each));
  }
  sum.AddFactors(static_cast<double>(grid.shape().num_edges()), 2, distance * weight);
  return sum.Get();
}

}  // namespace

Rounding RoundingOf(const Model& model) {
  return std::visit([](const auto& energy) { return RoundingOf(energy); }, model);
}

}  // namespace structlab::map_inference
