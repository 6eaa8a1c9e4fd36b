// Hash kernels. Shi 2011, chapter 2: Tables 2.1 to 2.9, Figures 2.1 and 2.2, claims S01 to S19.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_PACKAGE_H_

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

harness::Experiment MakeExperiment();

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_PACKAGE_H_
