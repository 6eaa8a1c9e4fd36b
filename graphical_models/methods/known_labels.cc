#include "graphical_models/methods/known_labels.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/exact/cheap_elimination.h"
#include "graphical_models/methods/solver_sequence.h"

namespace structlab::graphical_models {
namespace {

void AddOnlyLabels(const FactorGraph& graph, std::vector<Observation>& evidence) {
  std::vector<bool> is_known(graph.num_variables(), false);
  for (const Observation& each : evidence) {
    // Condition reports variables that do not exist.
    if (each.variable < 0 || each.variable >= graph.num_variables()) return;
    is_known[each.variable] = true;
  }
  for (int v = 0; v < graph.num_variables(); ++v) {
    if (graph.num_labels(v) == 1 && !is_known[v]) evidence.push_back({v, 0});
  }
}

// Turns the result for a part of the graph into one for the whole graph. The energies are summed in another
// order there: a proved minimum stays one; other bounds are limited to the energy, which they could exceed by
// rounding.
void TakeLabeling(const FactorGraph& graph, Labeling labeling, MapResult& result) {
  result.labeling = std::move(labeling);
  result.energy = graph.Energy(result.labeling);
  const bool is_proved = result.ending == common::Ending::kOptimal;
  result.lower_bound = is_proved ? result.energy : std::min(result.lower_bound, result.energy);
}

}  // namespace

MapResult MinimizeGivenEvidence(const FactorGraph& graph, std::vector<Observation> evidence,
                                const std::function<MapResult(const FactorGraph& unknown)>& minimize) {
  AddOnlyLabels(graph, evidence);
  if (evidence.empty()) return minimize(graph);
  const ConditionedGraph conditioned = Condition(graph, evidence);
  MapResult result = minimize(conditioned.graph);
  TakeLabeling(graph, conditioned.Complete(result.labeling), result);
  return result;
}

MapResult MinimizeReduced(
    const FactorGraph& graph, const common::RunControl& run,
    const std::function<MapResult(const FactorGraph& reduced, const common::RunControl& run)>& minimize) {
  SolverSequence whole(run);  // its clock includes the elimination
  const std::optional<EliminatedGraph> reduced =
      EliminateCheapVariables(graph, [&] { return whole.MustStop(); });
  whole.Run(1, [&](const common::RunControl& part) {
    if (!reduced) return minimize(graph, part);
    const bool is_solved = reduced->graph().num_variables() == 0;
    MapResult result =
        is_solved ? BucketEliminationMap(reduced->graph(), {}, part) : minimize(reduced->graph(), part);
    TakeLabeling(graph, reduced->Restore(result.labeling), result);
    return result;
  });
  return whole.Take();
}

}  // namespace structlab::graphical_models
