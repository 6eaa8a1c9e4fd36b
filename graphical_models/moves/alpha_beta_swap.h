// Alpha-beta-swap (Boykov, Veksler, Zabih: Fast approximate energy minimization via graph cuts, PAMI 2001).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_BETA_SWAP_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_BETA_SWAP_H_

#include <cstdint>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// Minimises an energy whose potentials are semi-metrics (no triangle inequality needed). A move lets every
// variable with label alpha or beta have either one, and finds the best of all these choices by one minimum
// cut. An iteration tries a move for every pair of labels, in the order of the options (first the pairs of
// the first label). Ends (kConverged) when no move lowers the energy, which never rises.
//
// When to take it: for semi-metrics such as truncated quadratic potentials. For metrics take AlphaExpansion,
// which has fewer moves and a guaranteed factor; for any potential MinimizeTrws, which has a bound.
//
//   const MapResult result = AlphaBetaSwap(energy, {.start = labeling});
//
// There is no guarantee (section 4 of the source) and no lower bound, except for an energy that has only one
// labeling. Everything else is as for AlphaExpansion: potentials that are refused or truncated, different
// numbers of labels, infinite costs, errors. A move costs a cut and a reading of all edges.
MapResult AlphaBetaSwap(const PairwiseEnergy& energy, const MoveOptions& options = {});

template <class Cost>
MapResult AlphaBetaSwap(const GridEnergy<Cost>& energy, const MoveOptions& options = {});

// The same for the sum of both energies. Cliques must be P^n Potts or robust P^n Potts, as for
// AlphaExpansion, with the same errors. A move is still an exact minimum cut. A P^n Potts clique matters in
// it only if all its members have one of the two labels, a robust one only if most of them do. The graph of
// the cut has up to two more nodes a clique and two more edges a member of these cliques.
MapResult AlphaBetaSwap(const PairwiseEnergy& energy, const CliqueEnergy& cliques,
                        const MoveOptions& options = {});

template <class Cost>
MapResult AlphaBetaSwap(const GridEnergy<Cost>& energy, const CliqueEnergy& cliques,
                        const MoveOptions& options = {});

extern template MapResult AlphaBetaSwap(const GridEnergy<int32_t>&, const MoveOptions&);
extern template MapResult AlphaBetaSwap(const GridEnergy<float>&, const MoveOptions&);
extern template MapResult AlphaBetaSwap(const GridEnergy<double>&, const MoveOptions&);
extern template MapResult AlphaBetaSwap(const GridEnergy<int32_t>&, const CliqueEnergy&, const MoveOptions&);
extern template MapResult AlphaBetaSwap(const GridEnergy<float>&, const CliqueEnergy&, const MoveOptions&);
extern template MapResult AlphaBetaSwap(const GridEnergy<double>&, const CliqueEnergy&, const MoveOptions&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_ALPHA_BETA_SWAP_H_
