// Exact inference by belief propagation on factor graphs without cycles.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_

#include "graphical_models/exact/gibbs_distribution.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Chains, trees and forests, with factors of any number of variables: the graph that joins each factor to its
// variables must have no cycle. Two factors that share two variables are one. Both functions throw
// common::Error(kUsage), which names a cycle, otherwise. +infinity stays exact.
// O(size of the tables * variables of a factor); deterministic, thread-safe.

// A labeling of least energy by max-product (Xiong, thesis, algorithm 7, with unary factors); proved optimal,
// its energy is the bound. If every labeling is forbidden, the first one with energy +infinity. All is one
// iteration; the time limit and the flag of the stop rule are read before each variable, and if they end it,
// the labeling takes the label 0 everywhere and there is no bound.
MapResult TreeMap(const FactorGraph& graph, const common::RunControl& run = {});

// Sum-product (algorithm 1, with unary factors), in logarithms. O(size of the tables * square of a factor's
// variables).
GibbsDistribution TreeSum(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_
