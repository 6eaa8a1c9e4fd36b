// Buffon's needle: the smallest package that has everything.
#ifndef STRUCTLAB_EXPERIMENTS_EXAMPLE_EXPERIMENT_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_EXAMPLE_EXPERIMENT_PACKAGE_H_

#include "experiments/harness/experiment.h"

namespace structlab::example_experiment {

harness::Experiment MakeExperiment();

}  // namespace structlab::example_experiment

#endif  // STRUCTLAB_EXPERIMENTS_EXAMPLE_EXPERIMENT_PACKAGE_H_
