// Energies of images as tables, for minimisers that have no form of their own for images.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_

#include <cstdint>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

// ToFactorGraph (model/conversion.h): 8 bytes a pixel and label, and a table of labels x labels costs for
// each weight that edges have. Throws common::Error(kUsage), before any is made, for more than 10^8 entries
// together, which is 0.8 GB. O(pixels * labels + tables).
FactorGraph TablesOf(const GridEnergy<int32_t>& grid);

// The same for minimisers that read the tables of all edges, however they are shared, and send messages along
// all edges in every iteration. Throws common::Error(kUsage), too, for more than 5 * 10^8 costs read in that
// way, or more than 6 * 10^7 entries of messages, of which such minimisers store up to three of 8 bytes. An
// iteration of max-product reads 10^9 costs in 5 to 7 seconds, one of mean field in 17 to 19: 434 x 383
// pixels of 20 labels are taken, 450 x 375 of 60 labels are not.
FactorGraph TablesForSweepsOf(const GridEnergy<int32_t>& grid);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_GRID_TABLES_H_
