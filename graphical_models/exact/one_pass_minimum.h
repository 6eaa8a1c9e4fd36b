// The common part of the exact minimisers that pass messages once and then read labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_

#include <optional>
#include <utility>

#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Takes the labeling unless its energy is higher. It was found by sums in another order than those of
// FactorGraph::Energy, so that by rounding the labeling in `result` may have a lower energy.
inline void TakeIfNotWorse(const FactorGraph& graph, Labeling labeling, MapResult& result) {
  const double energy = graph.Energy(labeling);
  if (energy > result.energy) return;
  result.energy = energy;
  result.labeling = std::move(labeling);
}

// make_messages() returns an object with PassUp(must_stop), which returns the minimum energy, or nothing once
// must_stop() returns true, and with Decode(), which returns a labeling of that energy. The result is
// optimal, except that energies closer than the rounding of their sums (RoundingOf) are not distinguished. If
// every labeling is forbidden, it is the first one, with energy +infinity. The pass is one iteration; if the
// stop rule ends it, all labels are 0 and there is no bound.
template <class MakeMessages>
MapResult MinimizeInOnePass(const FactorGraph& graph, const common::RunControl& run,
                            const MakeMessages& make_messages) {
  TraceRecorder trace(run);
  MapResult result;
  result.labeling.assign(graph.num_variables(), 0);
  result.energy = graph.Energy(result.labeling);
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  if (!ending) {
    auto messages = make_messages();
    const std::optional<double> least =
        messages.PassUp([&] { return (ending = trace.MustStop()).has_value(); });
    if (least) {
      if (*least < kInfinity) TakeIfNotWorse(graph, messages.Decode(), result);
      ending = trace.Record(1, result.energy, result.energy);
    } else {
      trace.Record(0, result.energy);  // the time of the stop
    }
  }
  result.lower_bound = trace.best_bound();
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_
