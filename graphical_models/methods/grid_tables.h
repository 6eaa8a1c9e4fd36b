// Converts energies of images to tables, for minimisers without a form for grids.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_

#include <cstdint>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

// ToFactorGraph (model/conversion.h) with a limit on memory: 8 bytes per pixel and label, and one table of
// labels x labels costs for each different edge weight. Throws common::Error(kUsage), before any table is
// made, for more than 10^8 entries together (0.8 GB). O(pixels * labels + tables) time.
FactorGraph TablesOf(const GridEnergy<int32_t>& grid);

// The same for minimisers that in every iteration read the tables of all edges, shared or not, and send
// messages along all edges. Also throws common::Error(kUsage) for more than 5 * 10^8 costs read per
// iteration, and for more than 6 * 10^7 entries of messages, of which such minimisers store up to three of 8
// bytes each. Reading 10^9 costs takes an iteration of max-product 5 to 7 seconds, and one of mean field 17
// to 19. For example, 434 x 383 pixels of 20 labels are accepted, and 450 x 375 pixels of 60 labels are
// refused.
FactorGraph TablesForSweepsOf(const GridEnergy<int32_t>& grid);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_
