// Expansion moves on 4-connected grids with integer costs, which reuse the flows of earlier moves.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_

#include <cstdint>
#include <optional>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/moves/move_options.h"

namespace structlab::graphical_models {

// AlphaExpansion in 32-bit integers, with the same moves and therefore the same labelings. Returns nullopt
// unless
// - the grid is 4-connected and no weight is negative,
// - the potential is a metric with integer values, with so few labels that a table of their distances takes
//   no more memory than the unaries (or 4 MiB),
// - no sum of costs can overflow.
//
// For nullopt AlphaExpansion uses its general form.
//
// The residual capacities after a cut are stored for each label, and the next cut of this label starts from
// them (Kohli, Torr 2007; Komodakis, Tziritas, Paragios 2008, where they are a dual solution). With them, a
// pixel can gain by taking the label only near pixels whose labels have changed since. If no pixel in such
// rows gains, no cut is needed.
//
// Memory: 36 bytes a pixel, and 4 bytes a pixel and label (8 if capacities do not fit into 16 bits).
std::optional<MapResult> ExpandIntegerGrid(const GridEnergy<int32_t>& energy, const MoveOptions& options);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_GRID_EXPANSIONS_H_
