// Takes a constant out of pairwise tables, so that what is left is a metric.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// The same energy, with the constant of each factor of two variables whose diagonal has one finite value in
// the constant of the graph: the tables then have d(a, a) = 0, as methods for metrics want. O(entries).
FactorGraph WithZeroDiagonals(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_
