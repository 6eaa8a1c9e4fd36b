// Expansion moves on 4-connected grids with integer costs, which reuse the flows of earlier moves.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_

#include <cstdint>
#include <optional>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// AlphaExpansion in 32-bit integers, or nothing unless the grid is 4-connected, its weights are not negative,
// its potential is a metric of integers, of few enough labels that their distances do not take more memory
// than the unaries (or 4 MiB), and no sum of costs can leave its type: then AlphaExpansion has to do it
// otherwise. Same moves, so that labelings are the same too.
//
// The residual capacities that a cut of a label leaves are kept, and its next cut begins with them (Kohli,
// Torr 2007; Komodakis, Tziritas, Paragios 2008, where the same is a dual solution): no pixel gains by taking
// the label then, but where labels have changed since. Where no row of pixels so changed gains, there is
// nothing to cut.
//
// Memory: 36 bytes a pixel, and 4 a pixel and label (8 if capacities do not fit into 16 bits).
std::optional<MapResult> ExpandIntegerGrid(const GridEnergy<int32_t>& energy, const MoveOptions& options);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_
