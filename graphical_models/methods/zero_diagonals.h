// Moves constants out of pairwise tables, so that the tables can be metrics.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Returns the same energy. For each factor of two variables whose diagonal has one finite value, that value
// is subtracted from the table and added to the constant, so that d(a, a) = 0, as methods for metrics need.
// O(entries) time.
FactorGraph WithZeroDiagonals(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_ZERO_DIAGONALS_H_
