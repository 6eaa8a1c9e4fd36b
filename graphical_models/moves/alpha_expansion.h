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
// its own, and finds the best of all these choices by one minimum cut; among several best ones, the one in
// which the fewest variables take alpha. An iteration tries a move for every label, in the order of the
// options. Ends (kConverged) when no move of any label lowers the energy, which never rises.
//
// When to take it: for metric potentials, where a labeling within a factor of the minimum is enough and no
// lower bound is needed; fastest on 4-connected int32_t grids. Take MinimizeTrws or MinimizeFastPd for a
// lower bound, AlphaBetaSwap for semi-metrics.
//
//   const MapResult result = AlphaExpansion(energy, {.start = labeling, .order = {3, 0, 1, 2}});
//
// Guarantee: if all distances of two different labels lie between m and M, then for every labeling y
//   E(result) <= unaries of y + 2 M/m (pairwise terms of y),
// in particular E(result) <= 2 E(y) for Potts potentials if unaries and constant are >= 0 (theorem 6.1 of the
// source). There is no lower bound, except for an energy that has only one labeling.
//
// - A potential that is not a metric, or a negative weight, is refused or truncated
//   (MoveOptions::non_metric).
// - Variables may have different numbers of labels: those without alpha keep their label.
// - Costs of +infinity stay exact: a labeling with fewer of them is better, so that moves lead away from a
//   start of infinite energy where they can.
// - Costs are sums in double precision, exact for integers up to 2^53.
//
// Throws common::Error(kUsage) for options that do not fit, and for refused potentials and weights; the
// message names the labels. A move costs a cut of the variables that are not decided without one
// (move_cut.h). Memory: that of MoveCut; on 4-connected grids of int32_t with integer metrics, which are much
// faster, that of grid_expansions.h. Deterministic, thread-safe.
MapResult AlphaExpansion(const PairwiseEnergy& energy, const MoveOptions& options = {});

template <class Cost>
MapResult AlphaExpansion(const GridEnergy<Cost>& energy, const MoveOptions& options = {});

// The same for the sum of both energies. Cliques must be P^n Potts (Kohli, Kumar, Torr: P^3 & beyond, 2007)
// or robust P^n Potts (Kohli, Ladicky, Torr: Robust higher order potentials, 2009); each label may have its
// own cost. A move is still an exact minimum cut.
//
// Guarantee, for Potts edges and P^n Potts cliques of at most n variables whose label costs are 0: for every
// labeling y of L labels (Dokania 2016, theorem 1)
//   E(result) <= unaries of y + max(2, min(n, L)) (pairwise and clique terms of y).
// For label costs above 0, the clique terms are also multiplied by the ratio of the largest cost to the least
// cost above 0 (equation 3.5 there). For robust P^n Potts the source gives no factor.
//
// Throws common::Error(kUsage) for other cliques, and unless both energies have the same variables and
// labels. A move takes a time linear in the sum of the cliques' sizes, and a cut of what is not decided then.
// The graph of the cut has two more nodes a clique and up to two more edges a member.
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
