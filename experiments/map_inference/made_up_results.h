// Results for the tests of what is computed from results.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_MADE_UP_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_MADE_UP_RESULTS_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

// A method on an instance; the last of the values and bounds are what it ended with.
struct MadeUpRun {
  std::string instance, method;
  std::vector<double> values = {}, bounds = {};
  bool proved = false;
  std::vector<double> seconds = {};  // of the values and bounds; 1, 2, ... if empty
  bool was_stopped = false;          // by the time limit: there are its curves alone
};

struct MadeUpSetup {
  bool is_real = true;
  bool is_complete = true;  // the methods without a run have refused
  bool is_descent_cut = false;
};

// In the profile paper, whose instances are those of the runs. Sums may be rounded by 1e-6.
harness::Results MadeUpResults(const std::vector<MadeUpRun>& runs, const MadeUpSetup& setup = {});

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_MADE_UP_RESULTS_H_
