// Reduces a factor graph by substituting variables whose labels follow from the labels of others.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_

#include <functional>
#include <optional>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The reduced graph: some of the variables of the original graph, with the same energies.
struct SubstitutedGraph {
  FactorGraph graph;
  // For each original variable: the variable of `graph` that determines it, and its label for each label of
  // that variable; -1 where every label is forbidden.
  std::vector<int> variable_of;
  std::vector<std::vector<Label>> label_of;

  // The labeling of the original graph; its energy is the same bit for bit. Does not check that the labeling
  // fits `graph`. O(variables) time.
  Labeling Restore(const Labeling& labeling) const;
};

// Substitutes a variable if a factor of two variables allows, for each label of the other variable, at most
// one label of it, and the other has no more labels. Repeats this with the changed factors; larger factors
// may have become pairs. So two variables that a hard constraint ties together become one, and methods that
// change one variable at a time can change both. Every labeling of finite energy corresponds to one of the
// reduced graph. Returns nothing if no variable is determined.
//
//     const std::optional<SubstitutedGraph> reduced = SubstituteDeterminedVariables(graph);
//     if (reduced) labeling = reduced->Restore(IteratedConditionalModes(reduced->graph).labeling);
//
// Tables never become larger than those they replace. Factors that shared a table still share one if they
// change in the same way; if the other factors need more than 32 MB of new tables, nothing is substituted,
// except what was substituted before larger factors became pairs. Stops once must_stop() returns true, which
// is called at each factor, and returns what was complete by then, or nothing. Deterministic, thread-safe.
// O(tables) time per pass over the factors: almost always two or three passes, at most 100, after which some
// determined variables may remain. In a pass a shared table is read once for all factors with the same labels
// of the same representatives.
std::optional<SubstitutedGraph> SubstituteDeterminedVariables(const FactorGraph& graph,
                                                              const std::function<bool()>& must_stop = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_DETERMINED_VARIABLES_H_
