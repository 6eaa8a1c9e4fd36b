#include "graphical_models/methods/graph_form.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "common/error.h"
#include "graphical_models/exact/elimination_order.h"

namespace structlab::graphical_models {

bool IsForest(const FactorGraph& graph) {
  std::vector<int> parent(graph.num_variables());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int variable) {
    while (parent[variable] != variable) {
      int& above = parent[variable];
      variable = above = parent[above];
    }
    return variable;
  };
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const std::span<const int> scope = graph.scope(factor);
    for (const int variable : scope.subspan(1)) {
      const int a = root(scope[0]), b = root(variable);
      if (a == b) return false;
      parent[b] = a;
    }
  }
  return true;
}

bool HasSmallTreeWidth(const FactorGraph& graph) {
  try {
    return TableReads(graph, EliminationOrder(graph, int64_t{1} << 26)) <= 3e9;
  } catch (const common::Error&) {
    return false;
  }
}

bool IsBinaryWithFiniteFactors(const FactorGraph& graph) {
  if (!std::ranges::all_of(graph.label_counts(), [](int labels) { return labels <= 2; })) return false;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    if (graph.scope(factor).size() < 2) continue;
    if (!std::ranges::all_of(graph.table(factor), [](double cost) { return std::isfinite(cost); }))
      return false;
  }
  return true;
}

bool HasOnlyPairs(const FactorGraph& graph) {
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    if (graph.scope(factor).size() > 2) return false;
  }
  return true;
}

}  // namespace structlab::graphical_models
