// Exact inference in graphs of small tree-width, by eliminating one variable after the other.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_

#include <cstdint>

#include "graphical_models/exact/gibbs_distribution.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct BucketEliminationOptions {
  // Bytes of all messages together; more is refused before any is made. >= 0.
  int64_t max_bytes = int64_t{1} << 30;
};

// Any factor graph: variables are eliminated in the order of elimination_order.h, each with the factors and
// messages that mention it and no variable before it, its bucket (Dechter: Bucket elimination, a unifying
// framework for reasoning, 1999). The buckets are a junction tree. +infinity stays exact.
//
// Throw common::Error(kUsage) if the messages would take more than max_bytes, or it is negative. Time:
// O(sum over the variables of the joint labels of its cluster * tables in its bucket). Memory: 8 bytes
// (minimum) or 24 (sum) for each joint label of the separators. Deterministic, thread-safe.

// A labeling of least energy; proved optimal but for rounding, its energy is the bound. If every labeling is
// forbidden, the first one with energy +infinity. All is one iteration; the time limit and the flag of the
// stop rule are read before each variable and every 10^7 table entries, and if they end it, the labeling
// takes the label 0 everywhere and there is no bound.
MapResult BucketEliminationMap(const FactorGraph& graph, const BucketEliminationOptions& options = {},
                               const common::RunControl& run = {});

// log Z and all marginals: messages of energies -log sum exp(-E) away from the variables that are eliminated
// first, and back (Shafer, Shenoy 1990).
GibbsDistribution BucketEliminationSum(const FactorGraph& graph,
                                       const BucketEliminationOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BUCKET_ELIMINATION_H_
