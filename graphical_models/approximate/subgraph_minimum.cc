#include "graphical_models/approximate/subgraph_minimum.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "graphical_models/exact/cluster_tables.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

SubgraphMinimum::SubgraphMinimum(const FactorGraph& graph, const FactorSlots& slots,
                                 const LabelCandidates& candidates)
    : graph_(graph), slots_(slots), candidates_(candidates) {}

void SubgraphMinimum::CollectFactors(const InducedSubgraph& subgraph) {
  factors_.clear();
  for (int position = 0; position < subgraph.size(); ++position) {
    for (const int slot : slots_.of_variable(subgraph.variables()[position])) {
      const int factor = slots_[slot].factor;
      int last = position;
      for (const int variable : graph_.scope(factor)) last = std::max(last, subgraph.position(variable));
      if (last == position) factors_.emplace_back(factor, position);
    }
  }
}

SubgraphMinimum::Cost SubgraphMinimum::CostOf(const Labeling& labeling) const {
  Cost cost;
  for (const auto& [factor, position] : factors_) {
    const double entry = graph_.table(factor)[graph_.TableEntry(factor, labeling)];
    cost.sum += entry;
    cost.magnitude += std::abs(entry);
  }
  return cost;
}

bool SubgraphMinimum::IsWholeTable(std::span<const int> scope, const InducedSubgraph& subgraph) const {
  return std::ranges::all_of(
      scope, [&](int variable) { return subgraph.position(variable) >= 0 && candidates_.HasAll(variable); });
}

SubgraphMinimum::Piece SubgraphMinimum::Restricted(int factor, const InducedSubgraph& subgraph,
                                                   const Labeling& labeling) const {
  const std::span<const int> scope = graph_.scope(factor);
  const std::span<const double> table = graph_.table(factor);
  Piece piece;
  if (IsWholeTable(scope, subgraph)) {
    piece.scope.assign(scope.begin(), scope.end());
    piece.values = table;
    return piece;
  }
  // For the variables inside, in the order of the scope: the distance between the entries of consecutive
  // labels.
  std::vector<size_t> strides;
  size_t stride = 1, at = 0, entries = 1;
  for (size_t i = scope.size(); i-- > 0;) {
    const int variable = scope[i];
    Label label = labeling[variable];
    if (subgraph.position(variable) >= 0) {
      piece.scope.push_back(variable);
      strides.push_back(stride);
      entries *= static_cast<size_t>(candidates_.counts()[variable]);
      label = candidates_.label(variable, 0);
    }
    at += stride * static_cast<size_t>(label);
    stride *= static_cast<size_t>(graph_.num_labels(variable));
  }
  std::ranges::reverse(piece.scope);
  std::ranges::reverse(strides);
  piece.own_values.reserve(entries);
  std::vector<size_t> chosen(strides.size(), 0);
  while (true) {
    piece.own_values.push_back(table[at]);
    if (piece.own_values.size() == entries) break;
    for (size_t axis = chosen.size(); axis-- > 0;) {
      const int variable = piece.scope[axis];
      at -= strides[axis] * static_cast<size_t>(candidates_.label(variable, chosen[axis]));
      const bool wraps = ++chosen[axis] == static_cast<size_t>(candidates_.counts()[variable]);
      if (wraps) chosen[axis] = 0;
      at += strides[axis] * static_cast<size_t>(candidates_.label(variable, chosen[axis]));
      if (!wraps) break;
    }
  }
  piece.values = piece.own_values;
  return piece;
}

// Computes the message of the variable to the last variable of its separator, and its best candidates.
void SubgraphMinimum::Eliminate(const InducedSubgraph& subgraph, int position, common::RandomStream& random) {
  const int variable = subgraph.variables()[position];
  separator_.clear();
  size_t entries = 1;
  for (const int other : subgraph.separator(position)) {
    separator_.push_back(subgraph.variables()[other]);
    entries *= static_cast<size_t>(candidates_.counts()[separator_.back()]);
  }
  ClusterTables tables(variable, separator_, candidates_.counts());
  for (const Piece& piece : buckets_[position]) tables.Add(piece.scope, piece.values);
  Piece message = {.scope = separator_, .own_values = std::vector<double>(entries), .values = {}};
  std::vector<Label>& best = best_candidates_[position];
  best.resize(entries);
  // The search begins at a random candidate, so that among equally good ones none is preferred.
  const size_t count = tables.num_labels();
  const size_t begin = random.UniformIndex(count);
  tables.ForSums([&](size_t entry, std::span<const double> sums) {
    size_t least = begin;
    for (size_t step = 1; step < count; ++step) {
      const size_t i = begin + step < count ? begin + step : begin + step - count;
      if (sums[i] < sums[least]) least = i;
    }
    message.own_values[entry] = sums[least];
    best[entry] = static_cast<Label>(least);
    return true;
  });
  buckets_[position].clear();
  if (separator_.empty()) return;
  message.values = message.own_values;  // moving the vector does not move its elements
  buckets_[subgraph.separator(position).back()].push_back(std::move(message));
}

void SubgraphMinimum::TakeBest(const InducedSubgraph& subgraph, Labeling& labeling) const {
  std::vector<size_t> chosen;
  for (int position = 0; position < subgraph.size(); ++position) {
    size_t entry = 0;
    for (const int other : subgraph.separator(position)) {
      const auto variable = static_cast<size_t>(subgraph.variables()[other]);
      entry = entry * static_cast<size_t>(candidates_.counts()[variable]) + chosen[other];
    }
    const int variable = subgraph.variables()[position];
    chosen.push_back(static_cast<size_t>(best_candidates_[position][entry]));
    labeling[variable] = candidates_.label(variable, chosen.back());
  }
}

bool SubgraphMinimum::Improve(const InducedSubgraph& subgraph, common::RandomStream& random,
                              Labeling& labeling, const std::function<bool()>& must_stop) {
  CollectFactors(subgraph);
  const Cost before = CostOf(labeling);
  const auto size = static_cast<size_t>(subgraph.size());
  if (buckets_.size() < size) {
    buckets_.resize(size);
    best_candidates_.resize(size);
  }
  for (const auto& [factor, position] : factors_) {
    buckets_[position].push_back(Restricted(factor, subgraph, labeling));
  }
  for (int position = subgraph.size(); position-- > 0;) {
    if (must_stop && must_stop()) {
      for (std::vector<Piece>& bucket : buckets_) bucket.clear();
      return false;
    }
    Eliminate(subgraph, position, random);
  }

  std::vector<Label> old_labels;
  for (const int variable : subgraph.variables()) old_labels.push_back(labeling[variable]);
  TakeBest(subgraph, labeling);
  const Cost after = CostOf(labeling);
  if (after.sum <= before.sum && after.sum < kInfinity) {
    constexpr double kRounding = 1e-13;
    return before.sum == kInfinity ||
           after.sum < before.sum - kRounding * (before.magnitude + after.magnitude);
  }
  for (size_t i = 0; i < size; ++i) labeling[subgraph.variables()[i]] = old_labels[i];
  return false;
}

}  // namespace structlab::graphical_models
