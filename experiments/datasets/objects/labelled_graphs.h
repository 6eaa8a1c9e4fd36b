// Graphs of labelled photographs, and their split into standardised training and test graphs.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_LABELLED_GRAPHS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_LABELLED_GRAPHS_H_

#include <vector>

#include "structured_learning/problem/graph_labeling/graph_sample.h"
#include "structured_learning/segmentation/features/unit_features.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::datasets {

using LabelledGraphs = std::vector<structured_learning::GraphSample>;

// The graph of an image: raw features of its units (without words) and edges (contrast and 1), with labels.
structured_learning::GraphSample GraphOf(const structured_learning::ImageUnits& units,
                                         const structured_learning::FeatureGroups& groups,
                                         structured_learning::BinaryLabels labels,
                                         std::vector<double> loss_weights);

struct GraphSplit {
  structured_learning::GraphSamples train, test;
};

// Takes the first graphs for training and the others for testing, and moves and scales all node features to
// mean 0 and deviation 1 over the training nodes (constant ones stay).
GraphSplit SplitAndStandardize(LabelledGraphs graphs, int num_train);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_LABELLED_GRAPHS_H_
