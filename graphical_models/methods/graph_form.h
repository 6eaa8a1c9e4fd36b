// Properties of a graph that decide which minimiser can take it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Whether the graph that joins each factor to its variables has no cycle.
bool IsForest(const FactorGraph& graph);

// Whether eliminating the variables takes seconds: at most 512 MB of messages, half the default limit of
// BucketEliminationMap, and at most 3 * 10^9 table reads.
bool HasSmallTreeWidth(const FactorGraph& graph);

// Whether MinimizeQpbo can take a graph of pairwise factors: at most two labels per variable, and finite
// costs in all factors of two or more variables. Tables are not read if a variable has more labels.
bool IsBinaryWithFiniteFactors(const FactorGraph& graph);

// Whether every factor has at most two variables.
bool HasOnlyPairs(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_
