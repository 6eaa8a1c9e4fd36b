// Alpha-expansion with cliques whose cost depends on the set of their labels, by an over-estimate of the
// cost.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CO_OCCURRENCE_EXPANSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CO_OCCURRENCE_EXPANSION_H_

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// Minimises the sum of both energies. Potentials of edges must be metrics, cliques CoOccurrence,
// DiameterDiversity or HierarchicalPnPotts (Ladicky, Russell, Kohli, Torr: Graph cut based inference with
// co-occurrence statistics, 2010). An iteration tries a move for every label; ends (kConverged) when no move
// lowers the energy.
//
// In a move, let A be the labels of a clique and C its cost. If no variable of it takes alpha, it is charged
// C(A). Otherwise it is charged
//
//   C(A and alpha) - sum over the labels l that no variable keeps of k_l,
//   k_l = min over all S within A without l of C(S and l and alpha) - C(S and alpha).
//
// This is never less than its cost after the move, and exact where nothing changes, so the energy never
// rises. It can be much more; then good moves are missed. There is no guaranteed factor and no lower bound.
//
// When to take it: for co-occurrence costs of label sets. For cliques that cost the diameter of their labels
// ParsimoniousLabeling has a guarantee; for P^n Potts take AlphaExpansion, whose moves are exact.
//
//   const MapResult result = CoOccurrenceExpansion(energy, cliques, {.start = labeling});
//
// Options, infinite costs and errors are those of AlphaExpansion (alpha_expansion.h). A move costs a cut with
// one more node for each clique and label in it, and O(labels in it ^ 3) for the charges of a diameter.
// Deterministic, thread-safe.
MapResult CoOccurrenceExpansion(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options = {});

template <class Cost>
MapResult CoOccurrenceExpansion(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                                const MoveOptions& options = {});

extern template MapResult CoOccurrenceExpansion(const GridEnergy<int32_t>&, const CliqueEnergy&,
                                                const MoveOptions&);
extern template MapResult CoOccurrenceExpansion(const GridEnergy<float>&, const CliqueEnergy&,
                                                const MoveOptions&);
extern template MapResult CoOccurrenceExpansion(const GridEnergy<double>&, const CliqueEnergy&,
                                                const MoveOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_CO_OCCURRENCE_EXPANSION_H_
