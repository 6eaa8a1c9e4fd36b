// Orders in which the variables of an energy are eliminated.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_

#include <cstdint>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct EliminationStep {
  int variable;
  // Those that share a factor with it, or with a variable eliminated before through which both are joined:
  // ascending. With the variable itself they are a cluster of the junction tree.
  std::vector<int> separator;
};

// All variables, each time one whose elimination joins the fewest pairs of variables that were not joined
// (min-fill; Koller, Friedman: Probabilistic Graphical Models, 2009, section 9.4.3.2), the first of several.
// On trees of pairwise factors, no separator has more than one variable.
//
// Throws common::Error(kUsage) as soon as the tables over all separators would have more than most_entries
// entries. O(variables * (separator^2 * neighbours + log variables)); deterministic, thread-safe.
std::vector<EliminationStep> MinFillOrder(const FactorGraph& graph, int64_t most_entries);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
