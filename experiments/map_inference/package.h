// All minimisers of graphical_models/methods on public benchmark instances: which to take when.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PACKAGE_H_

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

harness::Experiment MakeExperiment();

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PACKAGE_H_
