// Minimising over the variables whose labels are not known.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_

#include <functional>
#include <vector>

#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// What `minimize` finds for the energy without the variables of `evidence` and those of one label, of which a
// factor may have any number: in terms of all variables, with the energy and a bound of the whole graph. The
// trace stays that of `minimize`, whose energies may differ from the graph's by the rounding of their sums.
// Throws what Condition and `minimize` throw.
MapResult MinimizeGivenEvidence(const FactorGraph& graph, std::vector<Observation> evidence,
                                const std::function<MapResult(const FactorGraph& unknown)>& minimize);

// What `minimize` finds for the energy without the variables that can be eliminated cheaply
// (cheap_elimination.h); the time for that counts. In terms of all variables, as above. An energy of which
// nothing is left is minimised by that.
MapResult MinimizeReduced(
    const FactorGraph& graph, const common::RunControl& run,
    const std::function<MapResult(const FactorGraph& reduced, const common::RunControl& run)>& minimize);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_
