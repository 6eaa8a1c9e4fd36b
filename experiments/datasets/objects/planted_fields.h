// Generated fields of two labels with weak evidence at each node and strong ties between neighbours.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PLANTED_FIELDS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PLANTED_FIELDS_H_

#include <cstdint>

#include "structured_learning/problem/graph_labeling/graph_sample.h"

namespace structlab::datasets {

struct PlantedFieldOptions {
  int count = 40;  // fields
  int side = 16;   // nodes in each row and column
  int blur = 6;    // rounds of blurring; more rounds give larger regions of one label
  // The noise of the first feature has standard deviation 1; its mean is `evidence` times 1 for label 1 and
  // -1 for label 0.
  double evidence = 0.4;
  int neighbours = 4;  // 4 or 8
};

// The labels of a field are the signs of a smooth Gaussian field. A node has two features, a noisy view of
// its label and the constant 1; the only feature of an edge is the constant 1, so that ties do not depend on
// the data. All loss weights are 1. Deterministic in the seed.
structured_learning::GraphSamples PlantedFields(const PlantedFieldOptions& options, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_PLANTED_FIELDS_H_
