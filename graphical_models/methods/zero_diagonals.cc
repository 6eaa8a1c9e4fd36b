#include "graphical_models/methods/zero_diagonals.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace structlab::graphical_models {
namespace {

// The value of the diagonal, or 0 if its entries differ or are not finite.
double DiagonalOf(const FactorGraph& graph, int factor) {
  const std::span<const int> scope = graph.scope(factor);
  if (scope.size() != 2 || graph.num_labels(scope[0]) != graph.num_labels(scope[1])) return 0;
  const std::span<const double> table = graph.table(factor);
  const size_t step = static_cast<size_t>(graph.num_labels(scope[0])) + 1;
  for (size_t i = step; i < table.size(); i += step) {
    if (table[i] != table[0]) return 0;
  }
  return std::isfinite(table[0]) ? table[0] : 0;
}

}  // namespace

FactorGraph WithZeroDiagonals(const FactorGraph& graph) {
  FactorGraph shifted(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  std::vector<int> owner(graph.num_tables(), -1);
  std::vector<double> shifts(owner.size(), 0);
  double constant = 0;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const auto index = static_cast<size_t>(graph.table_index(factor));
    if (owner[index] >= 0) {
      shifted.AddFactorSharing(graph.scope(factor), owner[index]);
    } else {
      shifts[index] = DiagonalOf(graph, factor);
      std::vector<double> table(graph.table(factor).begin(), graph.table(factor).end());
      for (double& entry : table) entry -= shifts[index];
      owner[index] = shifted.AddFactor(graph.scope(factor), table);
    }
    constant += shifts[index];
  }
  shifted.AddConstant(graph.constant() + constant);
  return shifted;
}

}  // namespace structlab::graphical_models
