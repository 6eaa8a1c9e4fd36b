// What the bound of a cost function network forbids.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_

#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/files/exact_cost.h"

namespace structlab::graphical_models {

// Returns the graph with +infinity for what brings every sum of energies to the bound: the constant, or an
// entry of a table beside the least entries of all other factors. O(entries).
//
// By doubles: what rounding could have brought there stays allowed.
FactorGraph Bounded(const FactorGraph& graph, double bound);
// By the energies as they were written, without rounding: the constant, and the tables by table index.
FactorGraph Bounded(const FactorGraph& graph, ExactCost constant,
                    const std::vector<std::vector<ExactCost>>& tables, ExactCost bound);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_
