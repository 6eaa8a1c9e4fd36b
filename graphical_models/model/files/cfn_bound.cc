#include "graphical_models/model/files/cfn_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"

namespace structlab::graphical_models {
namespace {

size_t TableOf(const FactorGraph& graph, int factor) {
  return static_cast<size_t>(graph.table_index(factor));
}

// The graph with +infinity for the constant, if is_constant_forbidden, and for each entry with
// is_forbidden(table index, entry).
FactorGraph WithForbidden(const FactorGraph& graph, bool is_constant_forbidden,
                          const std::function<bool(size_t, size_t)>& is_forbidden) {
  FactorGraph bounded(std::vector<int>(graph.label_counts().begin(), graph.label_counts().end()));
  bounded.AddConstant(is_constant_forbidden ? kInfinity : graph.constant());
  std::vector<int> owner(graph.num_tables(), -1);
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const size_t index = TableOf(graph, factor);
    if (owner[index] >= 0) {
      bounded.AddFactorSharing(graph.scope(factor), owner[index]);
      continue;
    }
    std::vector<double> table(graph.table(factor).begin(), graph.table(factor).end());
    for (size_t i = 0; i < table.size(); ++i) {
      if (is_forbidden(index, i)) table[i] = kInfinity;
    }
    owner[index] = bounded.AddFactor(graph.scope(factor), table);
  }
  return bounded;
}

}  // namespace

FactorGraph WithUpperBound(const FactorGraph& graph, double bound) {
  std::vector<std::span<const double>> tables(graph.num_tables());
  std::vector<double> least(tables.size());
  double sum = graph.constant(), magnitudes = std::abs(sum);
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const size_t index = TableOf(graph, factor);
    if (tables[index].empty()) {
      tables[index] = graph.table(factor);
      least[index] = std::ranges::min(tables[index]);
    }
    sum += least[index];
    magnitudes += std::abs(least[index]);
  }
  if (!(magnitudes < kInfinity)) {  // no labeling is allowed
    return WithForbidden(graph, true, [](size_t, size_t) { return true; });
  }
  // Rounding must not forbid allowed labelings.
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  const double terms = graph.num_factors() + 2.0;
  const double unit = RoundingOf(graph).unit;
  const bool is_exact = unit > 0 && std::fmod(bound, unit) == 0 && std::abs(bound) <= unit * 0x1p52;
  const double slack = is_exact ? 0 : terms * kEpsilon * magnitudes;
  return WithForbidden(graph, sum - slack >= bound, [&](size_t table, size_t entry) {
    const double others = sum - least[table] - slack, value = tables[table][entry];
    const double rounding = is_exact ? 0 : kEpsilon * (std::abs(bound) + std::abs(value));
    return others - rounding >= bound - value;
  });
}

FactorGraph WithUpperBound(const FactorGraph& graph, ExactCost constant,
                           const std::vector<std::vector<ExactCost>>& tables, ExactCost bound) {
  std::vector<ExactCost> least;
  for (const std::vector<ExactCost>& table : tables) least.push_back(std::ranges::min(table));
  ExactCost sum = constant;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    sum = Plus(sum, least[TableOf(graph, factor)]);
  }
  if (sum >= bound) return WithForbidden(graph, true, [](size_t, size_t) { return true; });
  return WithForbidden(graph, false, [&](size_t table, size_t entry) {
    const ExactCost value = tables[table][entry];
    return value == kForbidden || Plus(Plus(sum, -least[table]), value) >= bound;
  });
}

ExactSum::ExactSum(const FactorGraph& graph, ExactCost constant, std::vector<std::vector<ExactCost>> tables)
    : label_counts_(graph.label_counts().begin(), graph.label_counts().end()),
      constant_(constant),
      tables_(std::move(tables)) {
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const std::span<const int> scope = graph.scope(factor);
    factors_.push_back({{scope.begin(), scope.end()}, TableOf(graph, factor)});
  }
}

ExactCost ExactSum::Of(std::span<const Label> labeling) const {
  ExactCost sum = constant_;
  for (const Factor& factor : factors_) {
    size_t entry = 0;
    for (const int variable : factor.scope) {
      const auto v = static_cast<size_t>(variable);
      entry = entry * static_cast<size_t>(label_counts_[v]) + static_cast<size_t>(labeling[v]);
    }
    sum = Plus(sum, tables_[factor.table][entry]);
  }
  return sum;
}

}  // namespace structlab::graphical_models
