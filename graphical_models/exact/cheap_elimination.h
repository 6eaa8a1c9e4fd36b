// Reduces a factor graph by eliminating variables whose elimination makes no table larger.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_CHEAP_ELIMINATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_CHEAP_ELIMINATION_H_

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The energy of the remaining variables, minimised over the eliminated ones. Keeps references to the tables
// of the original graph, which must outlive it. Can be moved, but not copied.
class EliminatedGraph {
 public:
  EliminatedGraph(EliminatedGraph&&) = default;
  EliminatedGraph& operator=(EliminatedGraph&&) = default;

  const FactorGraph& graph() const { return graph_; }
  // Extends a labeling of graph() by the best labels of the eliminated variables; the energy stays the same
  // except for rounding. Does not check that the labeling fits graph(). O(tables of the eliminated
  // variables).
  Labeling Restore(const Labeling& labeling) const;

 private:
  friend class CheapElimination;
  struct Table {
    std::vector<int> scope;  // variables of the original graph
    std::span<const double> values;
  };
  struct Step {
    int variable, num_labels;
    std::vector<Table> tables;
  };
  EliminatedGraph() = default;

  FactorGraph graph_;
  std::vector<int> variables_;  // for each variable of graph_, its index in the original graph
  std::vector<int> label_counts_;
  std::vector<Step> steps_;  // in the order of elimination
  std::deque<std::vector<double>> messages_;
};

// Eliminates one variable after another, like bucket elimination: the tables of the variable are summed and
// minimised over its labels, which gives a table over its neighbours. Does so only where the new table has no
// more entries and no more variables than the largest table that it replaces. So chains, leaves and whole
// trees disappear, and in Bayesian networks the variables below and beside the evidence; pairwise energies
// stay pairwise. The minimum, and whether every labeling is forbidden, stay the same except for rounding.
// Returns nothing if no variable can be eliminated.
//
//     if (const auto reduced = EliminateCheapVariables(graph)) {
//       const Labeling labeling = reduced->Restore(MinimizeTrws(ToPairwise(reduced->graph())).labeling);
//     }
//
// MinimizeReduced (methods/known_labels.h) does this for any minimiser. Visits the variables in order, again
// and again, until none can be eliminated. Stops early once must_stop() returns true; it is called before
// each variable. O(sum over the eliminated variables of joint labels with their neighbours * tables) time.
// Deterministic, thread-safe.
std::optional<EliminatedGraph> EliminateCheapVariables(const FactorGraph& graph,
                                                       const std::function<bool()>& must_stop = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_CHEAP_ELIMINATION_H_
