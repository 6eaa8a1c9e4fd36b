// Orders in which the variables of an energy are eliminated.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct EliminationStep {
  int variable;
  // Those of more than one label that share a factor with it, or with a variable eliminated before through
  // which both are joined: ascending. With the variable itself they are a cluster of the junction tree.
  std::vector<int> separator;
};

// All variables, in the better of two orders, the one whose tables over all separators have fewer entries
// together; of equals the first:
//   each time one whose elimination joins the fewest pairs of variables that were not joined, the first of
//     several (min-fill; Koller, Friedman: Probabilistic Graphical Models, 2009, section 9.4.3.2): on trees
//     of pairwise factors, no separator has more than one variable;
//   by index: on grids of w columns, row by row, no separator has more than w variables, where min-fill may
//     need more than that.
// Variables of one label come last and have no separator: a factor costs what its table does, however large
// its scope.
//
// Throws common::Error(kUsage) as soon as both would have more than max_entries entries. O(variables *
// (separator^2 * neighbours + log variables)); deterministic, thread-safe.
std::vector<EliminationStep> EliminationOrder(const FactorGraph& graph, int64_t max_entries);

// How many entries of tables elimination in this order reads: the sum over the steps of the joint labels of
// the cluster times the factors and messages that are read with it. O(scopes + separators).
double TableReads(const FactorGraph& graph, std::span<const EliminationStep> steps);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
