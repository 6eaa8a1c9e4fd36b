// Takes variables out of a factor graph whose elimination makes no table larger.
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

// The energy of some of another graph's variables, minimised over all others. Keeps references to the tables
// of that graph, which must live longer. Can be moved, not copied.
class EliminatedGraph {
 public:
  EliminatedGraph(EliminatedGraph&&) = default;
  EliminatedGraph& operator=(EliminatedGraph&&) = default;

  const FactorGraph& graph() const { return graph_; }
  // The labeling of the other graph that agrees with this one and has the best labels of all variables that
  // were eliminated: of the same energy, except for rounding. Of one that fits graph(), which is not checked.
  // O(tables of the variables that were eliminated).
  Labeling Restore(const Labeling& labeling) const;

 private:
  friend class CheapElimination;
  struct Table {
    std::vector<int> scope;  // variables of the other graph
    std::span<const double> values;
  };
  struct Step {
    int variable, num_labels;
    std::vector<Table> tables;
  };
  EliminatedGraph() = default;

  FactorGraph graph_;
  std::vector<int> variables_;  // of the other graph, one a variable of graph_
  std::vector<int> label_counts_;
  std::vector<Step> steps_;  // in the order of elimination
  std::deque<std::vector<double>> messages_;
};

// Eliminates one variable after the other, as bucket elimination does (min over its labels of the sum of its
// tables, a table over its neighbours), where the new table has no more entries and no more variables than
// the largest that it takes the place of. So chains, leaves and all trees disappear, of Bayesian networks the
// variables below and beside the evidence; pairwise energies stay pairwise. The minimum, and whether all is
// forbidden, stay the same except for rounding. Nothing if no variable can be eliminated.
//
// In the order of the variables, again and again, until none is left that can be; deterministic, thread-safe.
// O(sum over the eliminated variables of their joint labels with their neighbours * tables). Ends early as
// soon as must_stop() says so, which is asked before each variable.
std::optional<EliminatedGraph> EliminateCheapVariables(const FactorGraph& graph,
                                                       const std::function<bool()>& must_stop = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_CHEAP_ELIMINATION_H_
