// Exact inference on graphs of small tree-width, by eliminating one variable after another.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_

#include <cstdint>

#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct BucketEliminationOptions {
  // Maximum memory of all messages together, in bytes, >= 0. A graph that needs more is refused before any
  // message is allocated; raising it allows graphs of larger tree-width.
  int64_t max_bytes = int64_t{1} << 30;
};

// For any factor graph (Dechter: Bucket elimination, a unifying framework for reasoning, 1999). Variables are
// eliminated in the order of elimination_order.h. The bucket of a variable holds the factors and messages
// that mention it and no variable eliminated before; the buckets form a junction tree. +infinity stays exact.
//
//     const MapResult best = BucketEliminationMap(graph, {.max_bytes = int64_t{1} << 32});
//     const GibbsDistribution distribution = BucketEliminationSum(graph);
//
// Take TreeMap and TreeSum for graphs without cycles: each message is over one variable. Take an approximate
// method if the tables become too large. Both functions throw common::Error(kUsage) if the messages need more
// than max_bytes or max_bytes is negative. Time: O(sum over the variables of joint labels of the cluster *
// tables in the bucket). Memory: for each joint label of a separator 8 bytes (minimum) or 24 bytes (sum).
// Deterministic, thread-safe.

// Returns a labeling of minimum energy. It is optimal except for rounding, and the bound equals its energy.
// If every labeling is forbidden, returns the first one, with energy +infinity. The whole run is one
// iteration. The time limit and the interrupt flag are checked before each variable and every 10^7 table
// entries; if they end the run, all labels are 0 and there is no bound.
MapResult BucketEliminationMap(const FactorGraph& graph, const BucketEliminationOptions& options = {},
                               const common::RunControl& run = {});

// Returns log Z and all marginals. Messages of energies -log sum exp(-E) run from the variables eliminated
// first to the last, and back (Shafer, Shenoy 1990).
GibbsDistribution BucketEliminationSum(const FactorGraph& graph,
                                       const BucketEliminationOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_
