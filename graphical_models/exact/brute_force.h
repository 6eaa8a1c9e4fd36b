// Minimisation and summation over all labelings: the oracle of every other method.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_

#include <cstdint>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

inline constexpr int64_t kMaxLabelingsToTry = int64_t{1} << 26;

// The labeling of least energy, the lexicographically first of several; proved optimal (its energy is the
// bound). If every labeling is forbidden, the first labeling with energy +infinity. For grids and pairwise
// energies: BruteForceMap(ToFactorGraph(energy)). Partial labelings that are forbidden already are not
// completed. Throws common::Error(kUsage) for more than kMaxLabelingsToTry labelings.
// O(labelings * factors) at most; deterministic, thread-safe.
// All is one iteration; the time limit and the flag of the stop rule are read now and then, and if they end
// it, the labeling is the best so far and there is no bound.
MapResult BruteForceMap(const FactorGraph& graph, const common::RunControl& run = {});

// The distribution p(y) = exp(-E(y)) / Z.
struct BruteForceDistribution {
  double log_partition;                        // log Z; -infinity if every labeling is forbidden
  std::vector<std::vector<double>> marginals;  // [variable][label]; NaN if every labeling is forbidden
};

// Throws like BruteForceMap and costs twice as much.
BruteForceDistribution BruteForceSum(const FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BRUTE_FORCE_H_
