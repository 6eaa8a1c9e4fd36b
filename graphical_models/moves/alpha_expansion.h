// Alpha-expansion (Boykov, Veksler, Zabih: Fast approximate energy minimization via graph cuts, PAMI 2001).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_EXPANSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_EXPANSION_H_

#include <cstdint>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// Minimises an energy whose potentials are metrics. A move lets every variable take the label alpha or keep
// its own, the best of all such choices by one minimum cut and, of several, the one in which the fewest
// variables take it; an iteration has a move for every label, in the order of the options. Ends (kConverged)
// when no move of any label lowers the energy, which never rises.
//
//   const MapResult result = AlphaExpansion(energy, {.start = labeling, .order = {3, 0, 1, 2}});
//
// Where all distances of two different labels lie between m and M, then against every labeling y
//   E(result) <= unaries of y + 2 M/m (pairwise terms of y),
// in particular at most 2 E for Potts potentials and unaries and a constant >= 0 (theorem 6.1 of the source).
// There is no lower bound, but for an energy that has one labeling only.
//
// A potential that is no metric, or a negative weight, is refused or truncated (move_options.h). Variables
// may have different numbers of labels: those without alpha keep theirs. Costs of +infinity stay exact: a
// labeling that meets fewer of them is better, so that a forbidden start is left where moves lead out of it.
// Costs are sums in double precision, exact for integers up to 2^53.
//
// Throws common::Error(kUsage) for options that do not fit, and for what is refused; the message names the
// labels. A move costs a cut of what is not decided without one (move_cut.h). Memory: that of MoveCut; on
// 4-connected grids of int32_t with integer metrics, which are much faster, that of grid_expansions.h.
// Deterministic, thread-safe.
MapResult AlphaExpansion(const PairwiseEnergy& energy, const MoveOptions& options = {});

template <class Cost>
MapResult AlphaExpansion(const GridEnergy<Cost>& energy, const MoveOptions& options = {});

// The same for the sum of both energies, whose cliques are P^n Potts (Kohli, Kumar, Torr: P^3 & beyond, 2007)
// or robust P^n Potts (Kohli, Ladicky, Torr: Robust higher order potentials, 2009), with costs for each label
// of their own. Moves stay exact minimum cuts. For P^n Potts cliques of at most n variables whose label costs
// are 0, and Potts edges, against every labeling y of L labels (Dokania 2016, theorem 1)
//   E(result) <= unaries of y + max(2, min(n, L)) (pairwise and clique terms of y).
// With label costs the clique terms count as often as the largest cost is a multiple of the least that is
// above 0, besides (equation 3.5 there). No factor is stated for the robust ones.
//
// Throws common::Error(kUsage) for other cliques, and unless both have the same variables and labels.
// A move costs a time linear in the sum of the cliques' sizes, and a cut of what is not decided then, of a
// graph with two more nodes a clique and up to two edges a member.
MapResult AlphaExpansion(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                         const MoveOptions& options = {});

template <class Cost>
MapResult AlphaExpansion(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                         const MoveOptions& options = {});

extern template MapResult AlphaExpansion(const GridEnergy<int32_t>&, const MoveOptions&);
extern template MapResult AlphaExpansion(const GridEnergy<float>&, const MoveOptions&);
extern template MapResult AlphaExpansion(const GridEnergy<double>&, const MoveOptions&);
extern template MapResult AlphaExpansion(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
extern template MapResult AlphaExpansion(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
extern template MapResult AlphaExpansion(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_EXPANSION_H_
