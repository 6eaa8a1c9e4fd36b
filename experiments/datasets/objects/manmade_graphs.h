// Graphs of the photographs with man-made structure for structured learning: their labelled blocks.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_GRAPHS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_GRAPHS_H_

#include <vector>

#include "experiments/datasets/objects/labelled_graphs.h"
#include "experiments/datasets/objects/manmade.h"

namespace structlab::datasets {

// A graph for each chosen photograph: its 16 x 24 blocks with BlockFeatures (14 features, not yet
// standardised), connected to 4 or 8 neighbours; edges have the contrast and the constant 1. All loss weights
// are 1.
LabelledGraphs ManmadeGraphs(const ManmadePhotos& photos, const std::vector<int>& chosen, int neighbours);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_MANMADE_GRAPHS_H_
