#include "graphical_models/approximate/induced_subgraph.h"

#include <algorithm>
#include <iterator>

namespace structlab::graphical_models {

InducedSubgraph::InducedSubgraph(const FactorGraph& graph, const FactorSlots& slots,
                                 const LabelCandidates& candidates, int64_t max_entries)
    : graph_(graph),
      slots_(slots),
      candidates_(candidates),
      max_entries_(max_entries),
      position_of_(graph.num_variables(), -1) {}

void InducedSubgraph::Clear() {
  for (const int variable : variables_) position_of_[variable] = -1;
  variables_.clear();
  separators_.clear();
}

std::vector<int> InducedSubgraph::NeighboursInside(int variable) const {
  std::vector<int> inside;
  for (const int slot : slots_.of_variable(variable)) {
    for (const int other : graph_.scope(slots_[slot].factor)) {
      if (position(other) >= 0) inside.push_back(position(other));
    }
  }
  std::ranges::sort(inside);
  inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
  return inside;
}

bool InducedSubgraph::IsSmall(int variable, std::span<const int> separator) const {
  if (separator.empty()) return true;
  int64_t most = max_entries_ / NumCandidates(variable);
  for (const int other : separator) most /= NumCandidates(variables_[other]);
  return most >= 1;
}

bool InducedSubgraph::Add(int variable) {
  if (position(variable) >= 0) return false;
  std::vector<int> own = NeighboursInside(variable);
  if (!IsSmall(variable, own)) return false;
  // Eliminating a variable joins those of its separator: the last of them gets the others as its separator,
  // and so on.
  changes_.clear();
  std::vector<int> joined = own;
  while (joined.size() > 1) {
    const int last = joined.back();
    joined.pop_back();
    const std::span<const int> old = separator(last);
    std::vector<int> united;
    std::ranges::set_union(old, joined, std::back_inserter(united));
    if (united.size() == old.size()) break;
    if (!IsSmall(variables_[last], united)) return false;
    joined = united;
    changes_.emplace_back(last, std::move(united));
  }
  for (auto& [changed, separator] : changes_) separators_[changed] = std::move(separator);
  position_of_[variable] = size();
  variables_.push_back(variable);
  separators_.push_back(std::move(own));
  return true;
}

}  // namespace structlab::graphical_models
