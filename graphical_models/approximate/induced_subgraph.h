// Subgraphs of small tree-width, grown variable by variable.
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

// Some variables of a graph with an order of elimination: backwards as they were added. A variable and its
// separator, those added before it that share a factor with it or with a variable added later through which
// both are joined, are a cluster; no cluster of more than one variable has more than `most_entries` joint
// labels, so that the least-cost labels of all are found by tables of that size (subgraph_minimum.h). Of each
// variable only the candidates count.
class InducedSubgraph {
 public:
  // Empty. Keeps references to all three, which belong together. The candidates of variables that are not in
  // the subgraph may change.
  InducedSubgraph(const FactorGraph& graph, const FactorSlots& slots, const LabelCandidates& candidates,
                  int64_t most_entries);

  // Adds a variable, or returns false and changes nothing: it is there already, or a cluster would have more
  // joint labels than allowed. O(separators that change * their sizes).
  bool Add(int variable);
  void Clear();

  int size() const { return static_cast<int>(variables_.size()); }
  // In the order of addition; positions are those in it.
  std::span<const int> variables() const { return variables_; }
  // -1 for a variable that is not there.
  int position(int variable) const { return position_of_[variable]; }
  // Positions, ascending, all below `position`.
  std::span<const int> separator(int position) const { return separators_[position]; }

 private:
  int NumCandidates(int variable) const { return candidates_.counts()[variable]; }
  std::vector<int> NeighboursInside(int variable) const;
  bool IsSmall(int variable, std::span<const int> separator) const;

  const FactorGraph& graph_;
  const FactorSlots& slots_;
  const LabelCandidates& candidates_;
  int64_t most_entries_;
  std::vector<int> position_of_;  // [variable]
  std::vector<int> variables_;    // [position]
  std::vector<std::vector<int>> separators_;
  std::vector<std::pair<int, std::vector<int>>> changes_;  // of Add: positions and their new separators
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_INDUCED_SUBGRAPH_H_
