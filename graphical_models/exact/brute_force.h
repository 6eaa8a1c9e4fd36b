// Minimisation and summation over all labelings: the reference for tests of every other method.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_

#include <cstdint>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

inline constexpr int64_t kMaxLabelingsToTry = int64_t{1} << 26;

// Returns the labeling of minimum energy, the lexicographically first on ties, with a proof: the bound equals
// the energy. If every labeling is forbidden, returns the first one, with energy +infinity.
//
//     const MapResult result = BruteForceMap(ToFactorGraph(energy));   // a grid or a pairwise energy
//
// For tests and tiny problems only: for others take TreeMap or BucketEliminationMap. Partial labelings that
// are forbidden already are not extended. Throws common::Error(kUsage) for more than kMaxLabelingsToTry
// labelings. The whole search is one iteration. The time limit and the interrupt flag are checked every 4096
// steps; if they end the search, the labeling is the best so far and there is no bound. O(labelings *
// factors) time at most; deterministic, thread-safe.
MapResult BruteForceMap(const FactorGraph& graph, const common::RunControl& run = {});

// The distribution p(y) = exp(-E(y)) / Z.
struct BruteForceDistribution {
  double log_partition;                        // log Z; -infinity if every labeling is forbidden
  std::vector<std::vector<double>> marginals;  // [variable][label]; NaN if every labeling is forbidden
};

// Throws like BruteForceMap; takes twice its time.
BruteForceDistribution BruteForceSum(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_
