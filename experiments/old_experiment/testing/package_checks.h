// What must hold of every package of the earlier kind, for its tests.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_CHECKS_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::harness {

// That it names these libraries, in this order, each with a version that is a number.
void ExpectLibraries(const Experiment& experiment, const std::vector<std::string>& names);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_PACKAGE_CHECKS_H_
