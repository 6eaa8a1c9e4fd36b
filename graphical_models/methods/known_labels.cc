#include "graphical_models/methods/known_labels.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace structlab::graphical_models {
namespace {

void AddOnlyLabels(const FactorGraph& graph, std::vector<Observation>& evidence) {
  std::vector<bool> is_known(static_cast<size_t>(graph.num_variables()), false);
  for (const Observation& each : evidence) {
    // Those that do not exist are for Condition to name.
    if (each.variable < 0 || each.variable >= graph.num_variables()) return;
    is_known[static_cast<size_t>(each.variable)] = true;
  }
  for (int v = 0; v < graph.num_variables(); ++v) {
    if (graph.num_labels(v) == 1 && !is_known[static_cast<size_t>(v)]) evidence.push_back({v, 0});
  }
}

}  // namespace

MapResult MinimizeUnknown(const FactorGraph& graph, std::vector<Observation> evidence,
                          const std::function<MapResult(const FactorGraph& unknown)>& minimize) {
  AddOnlyLabels(graph, evidence);
  if (evidence.empty()) return minimize(graph);
  const ConditionedGraph conditioned = Condition(graph, evidence);
  MapResult result = minimize(conditioned.graph);
  result.labeling = conditioned.Complete(result.labeling);
  // Summed in another order: what is proved to be the minimum is so here, too, and other bounds must not be
  // above it for the rounding.
  result.energy = graph.Energy(result.labeling);
  const bool is_proved = result.ending == common::Ending::kOptimal;
  result.lower_bound = is_proved ? result.energy : std::min(result.lower_bound, result.energy);
  return result;
}

}  // namespace structlab::graphical_models
