// Questions about the form of a graph that decide which minimiser takes it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_

#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Whether the graph that joins each factor to its variables has no cycle.
bool IsForest(const FactorGraph& graph);

// Whether eliminating variables is a matter of seconds: messages of at most 512 MB, half of what
// BucketEliminationMap takes by itself, and 3 * 10^9 costs read.
bool HasSmallTreeWidth(const FactorGraph& graph);

// Two labels, and no pair forbids what its variables alone allow: what roof duality takes, of pairs. Tables
// of more labels, which many factors may share, are not read.
bool HasTwoLabelsThatAllPairsAllow(const FactorGraph& graph);

// Whether no factor has more than two variables.
bool HasOnlyPairs(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRAPH_FORM_H_
