// Iterated conditional modes (Besag 1986): coordinate descent on a discrete energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_ICM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_ICM_H_

#include <cstdint>
#include <span>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct IcmOptions {
  common::RunControl run = {};  // an iteration visits every variable once
  // The labeling to start with, one label a variable. Empty: each variable's label of least unary cost.
  Labeling start = {};
};

// Visits the variables in the order of their indices. Each one takes its first label of least cost, given all
// others, unless its current label is as good. Ends (kConverged) when an iteration changes nothing. The
// energy never rises. There is no lower bound. While the energy is infinite, a label with fewer infinite
// costs is better.
//
// When to take it: for a local minimum in the time of a few readings of the energy, or to polish the result
// of another method. SubgraphDescent changes many variables at once, takes longer and finds lower energies.
//
//   const MapResult result = IteratedConditionalModes(graph, {.start = labeling});
//
// Throws common::Error(kUsage) for a start that does not fit. An iteration takes O(sum over factors of labels
// of its variables). Deterministic, thread-safe.
MapResult IteratedConditionalModes(const FactorGraph& graph, const IcmOptions& options = {});

// The start of methods that improve a labeling. Returns `start` after checking it; if it is empty, the result
// of IteratedConditionalModes, which ends at the time limit or the flag of `run` and ignores its iteration
// limit.
Labeling StartOrLocalMinimum(const FactorGraph& graph, const Labeling& start, const common::RunControl& run);

// The same for a grid. An iteration takes O(pixels * labels).
template <class Cost>
MapResult IteratedConditionalModes(const GridEnergy<Cost>& energy, const IcmOptions& options = {});

extern template MapResult IteratedConditionalModes(const GridEnergy<int32_t>&, const IcmOptions&);
extern template MapResult IteratedConditionalModes(const GridEnergy<float>&, const IcmOptions&);
extern template MapResult IteratedConditionalModes(const GridEnergy<double>&, const IcmOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_ICM_H_
