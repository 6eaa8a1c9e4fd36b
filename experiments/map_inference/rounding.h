// How far sums of the costs of an energy may be rounded.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_ROUNDING_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_ROUNDING_H_

#include "experiments/map_inference/instances.h"

namespace structlab::map_inference {

// By which two energies of one labeling, or an energy and a true lower bound, can differ for their order of
// summing alone.
struct Rounding {
  double terms = 0;  // of a sum
  double largest = 0;
};
Rounding RoundingOf(const Model& model);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_ROUNDING_H_
