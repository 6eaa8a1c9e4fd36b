#include "graphical_models/moves/co_occurrence_expansion.h"

#include <string>

#include "common/error.h"
#include "graphical_models/moves/charged_expansions.h"
#include "graphical_models/moves/metric_check.h"
#include "graphical_models/moves/move_loop.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {
namespace {

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques, const MoveOptions& options) {
  CheckSameVariables(cliques, LabelCountsOf(energy));
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    if (HasCharge(cliques.potential(cliques.potential_of(clique)))) continue;
    common::ThrowUsageError("clique " + std::to_string(clique), "a co-occurrence or a diameter",
                            cliques.potential(cliques.potential_of(clique)).Name());
  }
  if (options.non_metric == NonMetric::kRefuse) CheckMetric(energy, RequiredMetric::kMetric);
  ChargedExpansions<Energy> moves(energy, cliques, options);
  return RunMoves(moves, options.run);
}

}  // namespace

MapResult CoOccurrenceExpansion(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options) {
  return Minimize(energy, cliques, options);
}

template <class Cost>
MapResult CoOccurrenceExpansion(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options) {
  return Minimize(energy, cliques, options);
}

template MapResult CoOccurrenceExpansion(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
template MapResult CoOccurrenceExpansion(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
template MapResult CoOccurrenceExpansion(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models
