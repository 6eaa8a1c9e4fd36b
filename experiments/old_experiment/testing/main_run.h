// Runs a package within the test, as its program would be.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_MAIN_RUN_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_MAIN_RUN_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::harness {

// The status of Main with these arguments and --out=out, a folder that is emptied first. It finds no data, so
// that stand-ins are generated, in an empty folder beside it (out.no_data).
int RunMain(const Experiment& experiment, const std::string& out, const std::vector<std::string>& arguments);

// The same in the profile smoke.
int RunSmoke(const Experiment& experiment, const std::string& out,
             const std::vector<std::string>& arguments = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_TESTING_MAIN_RUN_H_
