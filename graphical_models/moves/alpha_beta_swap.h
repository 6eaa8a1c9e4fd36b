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

// Minimises an energy whose potentials are semi-metrics: unlike alpha-expansion it needs no triangle
// inequality. A move lets every variable with label alpha or beta have either, the best of all such choices
// by one minimum cut; an iteration has a move for every pair of labels, in the order of the options (first
// the pairs of the first label). Ends (kConverged) when no move lowers the energy, which never rises. No
// bound holds (section 4 of the source), but for an energy that has one labeling only.
//
// Everything else as for AlphaExpansion: what is refused or truncated, different numbers of labels, infinite
// costs, errors. A move costs a cut and a reading of all edges.
MapResult AlphaBetaSwap(const PairwiseEnergy& energy, const MoveOptions& options = {});

template <class Cost>
MapResult AlphaBetaSwap(const GridEnergy<Cost>& energy, const MoveOptions& options = {});

// The same for the sum of both energies, whose cliques are P^n Potts or robust P^n Potts, as AlphaExpansion
// takes them, with the same errors. A move stays an exact minimum cut: a P^n Potts clique decides on it only
// where all its members have one of the two labels, a robust one where most of them do. It costs a cut of a
// graph with up to two more nodes a clique and two edges a member of those.
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
