// Subgraphs of small tree-width, grown one variable at a time.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_INDUCED_SUBGRAPH_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_INDUCED_SUBGRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/approximate/label_candidates.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// A set of variables with an order of elimination: the reverse of the order in which they were added.
//
// The separator of a variable are the variables added before it that share a factor with it, directly or
// through variables added later, which are eliminated first. A variable and its separator are a cluster. No
// cluster of more than one variable has more than `max_entries` joint labels, so tables of that size are
// enough to find the minimum over all variables (subgraph_minimum.h). Only the candidate labels of each
// variable count.
class InducedSubgraph {
 public:
  // Empty. Keeps references to all three, which must belong to the same graph. The candidates of variables
  // that are not in the subgraph may change.
  InducedSubgraph(const FactorGraph& graph, const FactorSlots& slots, const LabelCandidates& candidates,
                  int64_t max_entries);

  // Adds a variable. Returns false and changes nothing if it is in the subgraph already, or if a cluster
  // would have too many joint labels. O(separators that change * their sizes).
  bool Add(int variable);
  void Clear();

  int size() const { return static_cast<int>(variables_.size()); }
  // In the order in which they were added. A position is an index in this order.
  std::span<const int> variables() const { return variables_; }
  // -1 if the variable is not in the subgraph.
  int position(int variable) const { return position_of_[variable]; }
  // Positions in ascending order, all smaller than `position`.
  std::span<const int> separator(int position) const { return separators_[position]; }

 private:
  int NumCandidates(int variable) const { return candidates_.counts()[variable]; }
  std::vector<int> NeighboursInside(int variable) const;
  bool IsSmall(int variable, std::span<const int> separator) const;

  const FactorGraph& graph_;
  const FactorSlots& slots_;
  const LabelCandidates& candidates_;
  int64_t max_entries_;
  std::vector<int> position_of_;  // [variable]
  std::vector<int> variables_;    // [position]
  std::vector<std::vector<int>> separators_;
  std::vector<std::pair<int, std::vector<int>>> changes_;  // of one Add: positions and their new separators
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_INDUCED_SUBGRAPH_H_
