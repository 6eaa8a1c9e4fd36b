// Exact inference by belief propagation on factor graphs without cycles.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_

#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// The distribution p(y) = exp(-E(y)) / Z of a factor graph.
struct GibbsDistribution {
  double log_partition;                               // log Z; -infinity if every labeling is forbidden
  std::vector<std::vector<double>> marginals;         // [variable][label]; NaN if every labeling is forbidden
  std::vector<std::vector<double>> factor_marginals;  // [factor][entry of its table]; the same
};

// For chains, trees and forests with factors of any number of variables: the graph that joins each factor to
// its variables must have no cycle. Two factors that share two variables form a cycle.
//
//     const MapResult best = TreeMap(graph);
//     const GibbsDistribution distribution = TreeSum(graph);
//
// Take BucketEliminationMap and BucketEliminationSum for graphs with few cycles. Both functions throw
// common::Error(kUsage), which names a cycle, if there is one. +infinity stays exact. O(size of the tables *
// variables of a factor) time; deterministic, thread-safe.

// Returns a labeling of minimum energy by max-product (Xiong, thesis, algorithm 7, with unary factors). It is
// optimal, and the bound equals its energy. If every labeling is forbidden, returns the first one, with
// energy +infinity. The whole run is one iteration. The time limit and the interrupt flag are checked before
// each variable; if they end the run, all labels are 0 and there is no bound.
MapResult TreeMap(const FactorGraph& graph, const common::RunControl& run = {});

// Returns log Z and all marginals by sum-product (algorithm 1, with unary factors), in logarithms. O(size of
// the tables * square of a factor's variables) time.
GibbsDistribution TreeSum(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TREE_INFERENCE_H_
