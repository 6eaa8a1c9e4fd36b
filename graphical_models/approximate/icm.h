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
  // One label a variable; empty: each variable's best label by its unary costs alone.
  Labeling start = {};
};

// Visits the variables by index and gives each the first of its best labels, given all others, unless its own
// is as good; ends (kConverged) when an iteration changes nothing. The energy never rises. No bound. While a
// labeling is forbidden, a label that meets fewer infinite costs is better. Deterministic, thread-safe.
// Throws common::Error(kUsage) for a start that does not fit.

// An iteration is O(sum over factors of labels of its variables).
MapResult IteratedConditionalModes(const FactorGraph& graph, const IcmOptions& options = {});

// For methods that go on from a labeling: the start that the caller gives, which is checked, or what the
// method above finds in the seconds of the rule, and until its flag is set. Iterations of the rule are the
// caller's.
Labeling StartOrLocalMinimum(const FactorGraph& graph, const Labeling& start, const common::RunControl& run);

// An iteration is O(pixels * labels).
template <class Cost>
MapResult IteratedConditionalModes(const GridEnergy<Cost>& energy, const IcmOptions& options = {});

extern template MapResult IteratedConditionalModes(const GridEnergy<int32_t>&, const IcmOptions&);
extern template MapResult IteratedConditionalModes(const GridEnergy<float>&, const IcmOptions&);
extern template MapResult IteratedConditionalModes(const GridEnergy<double>&, const IcmOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_ICM_H_
