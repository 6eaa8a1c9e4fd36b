// Elimination orders of the variables of an energy (junction trees).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

struct EliminationStep {
  int variable;
  // The neighbours when the variable is eliminated: those of more than one label that share a factor with it,
  // or that an earlier elimination joined to it. Ascending. Together with the variable they are a cluster of
  // the junction tree.
  std::vector<int> separator;
};

// Returns all variables in the better of two orders: the one with fewer entries of tables over all separators
// together, the first one on ties. The two orders are
//   - min-fill (Koller, Friedman: Probabilistic Graphical Models, 2009, section 9.4.3.2): each step takes the
//     variable whose elimination joins the fewest pairs of variables, the first one on ties. On trees of
//     pairwise factors no separator has more than one variable;
//   - by index: on a grid of w columns, numbered row by row, no separator has more than w variables, while
//     min-fill may need more.
//
//     const std::vector<EliminationStep> steps = EliminationOrder(graph, int64_t{1} << 26);
//     const double cost = TableReads(graph, steps);
//
// Variables of one label come last and have no separator, so that a factor costs as much as its table has
// entries, however large its scope. Throws common::Error(kUsage) as soon as both orders would have more than
// max_entries entries, and Stopped (common/stop_point.h) if the calling thread is told to stop. O(variables *
// (separator^2 * neighbours + log variables)) time; deterministic, thread-safe.
std::vector<EliminationStep> EliminationOrder(const FactorGraph& graph, int64_t max_entries);

// The number of table entries that elimination in this order reads: the sum over the steps of the joint
// labels of the cluster times the number of its factors and messages. O(scopes + separators) time.
double TableReads(const FactorGraph& graph, std::span<const EliminationStep> steps);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ELIMINATION_ORDER_H_
