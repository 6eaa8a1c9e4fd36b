// Which cases there are in each profile: every method on every instance.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CASES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CASES_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

std::vector<harness::Case> Plan(const harness::PlanRequest& request);

// One method on one instance. A method that does not take the instance refuses; one that was stopped by the
// time limit records its curves and a note alone, since where it stood depends on the machine.
void Run(const harness::Case& c, harness::Recorder& record);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CASES_H_
