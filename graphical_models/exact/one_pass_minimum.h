// What the exact minimisers by messages share: one pass of them, then the labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_

#include <optional>
#include <utility>

#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Takes a labeling that was found by sums in another order than FactorGraph::Energy's: one that is in the
// result may have less energy by rounding.
inline void TakeIfNotWorse(const FactorGraph& graph, Labeling labeling, MapResult& result) {
  const double energy = graph.Energy(labeling);
  if (energy > result.energy) return;
  result.energy = energy;
  result.labeling = std::move(labeling);
}

// make_messages() gives an object with PassUp(must_stop), which returns the least energy, or nothing as soon
// as must_stop() says so, and Decode(), a labeling that has it. The result is proved optimal, but that
// energies which differ by less than their sums may be rounded (RoundingOf) are not told apart; if every
// labeling is forbidden, it is the first one with energy +infinity. The pass is one iteration; if the stop
// rule ends it, the labeling takes the label 0 everywhere and there is no bound.
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
      trace.Record(0, result.energy);  // when it was stopped
    }
  }
  result.lower_bound = trace.best_bound();
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ONE_PASS_MINIMUM_H_
