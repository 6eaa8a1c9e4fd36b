// What a package would run.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_PLAN_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_PLAN_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::harness {

// The cases of the profile as the experiment plans them, without seeds and data. `changed` are settings with
// the values that --set would give them; throws as for --set where one is none.
std::vector<Case> PlanOf(const Experiment& experiment, Profile profile,
                         const std::map<std::string, std::string>& changed = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_PLAN_H_
