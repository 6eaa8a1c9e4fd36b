// Minimises over the variables whose labels are not known yet.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_

#include <functional>
#include <vector>

#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Fixes the evidence, and the variables that have only one label, and minimises over the rest.
//
//     const MapResult result = MinimizeGivenEvidence(graph, {{.variable = 0, .label = 1}},
//                                                    [](const FactorGraph& rest) { return TreeMap(rest); });
//
// Take it for observed variables with any minimiser. The labeling, the energy and the bound of the result are
// those of the whole graph; factors may have any number of fixed variables. The trace is that of `minimize`;
// its energies may differ from those of the graph by rounding. Throws like Condition and `minimize`.
MapResult MinimizeGivenEvidence(const FactorGraph& graph, std::vector<Observation> evidence,
                                const std::function<MapResult(const FactorGraph& unknown)>& minimize);

// Eliminates the variables that are cheap to eliminate (cheap_elimination.h) and minimises over the rest; the
// time of the elimination counts. The result is for all variables, as above. If no variable remains,
// `minimize` is not called.
//
//     const MapResult result = MinimizeReduced(
//         graph, run, [](const FactorGraph& reduced, const common::RunControl& part) {
//           return MinimizeTrws(ToPairwise(reduced), {.run = part});
//         });
MapResult MinimizeReduced(
    const FactorGraph& graph, const common::RunControl& run,
    const std::function<MapResult(const FactorGraph& reduced, const common::RunControl& run)>& minimize);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_KNOWN_LABELS_H_
