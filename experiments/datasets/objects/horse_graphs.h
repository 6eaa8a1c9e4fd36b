// Graphs of the horses for structured learning: pixels of reduced photographs.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_HORSE_GRAPHS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_HORSE_GRAPHS_H_

#include <vector>

#include "experiments/datasets/objects/labelled_graphs.h"
#include "experiments/datasets/objects/weizmann_horses.h"

namespace structlab::datasets {

// A graph for each chosen photograph, reduced to a longer side of `side` pixels: a node is a pixel of the
// reduced photograph, with the groups bias, colour, texture, position and context of unit_features.h, not yet
// standardised; edges have the contrast and the constant 1. Labels and loss weights as LabelUnits.
LabelledGraphs HorseGraphs(const Horses& horses, const std::vector<int>& chosen, int side, int neighbours);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_HORSE_GRAPHS_H_
