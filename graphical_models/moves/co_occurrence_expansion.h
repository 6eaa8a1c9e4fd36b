// Alpha-expansion with cliques that cost what the set of their labels costs, by an over-estimate.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CO_OCCURRENCE_EXPANSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CO_OCCURRENCE_EXPANSION_H_

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// Minimises the sum of both energies, whose edges are metrics and whose cliques are CoOccurrence,
// DiameterDiversity or HierarchicalPnPotts potentials (Ladicky, Russell, Kohli, Torr: Graph cut based
// inference with co-occurrence statistics, 2010). In a move, a clique that has the labels A is charged, if
// any of its variables takes alpha,
//
//   C(A and alpha) - sum over the labels l that no variable keeps of k_l,
//   k_l = least over all S within A without l of C(S and l and alpha) - C(S and alpha),
//
// where C is its cost, and C(A) if none takes it. That is no less than it costs afterwards and exact where
// nothing changes, so that the energy never rises; it can be far more, and then good moves are missed:
// nothing says how far from the least energy it ends. An
// iteration has a move for every label; ends (kConverged) when no move lowers the energy. No lower bound.
//
// Options, infinite costs and errors as for AlphaExpansion (alpha_expansion.h). A move costs a cut with a
// node more for each clique and label in it, and O(labels in it ^ 3) for the charges of a diameter.
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
