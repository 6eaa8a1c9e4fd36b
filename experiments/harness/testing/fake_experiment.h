// An experiment that does nothing in particular, quickly, and goes wrong as the tests ask.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_FAKE_EXPERIMENT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_FAKE_EXPERIMENT_H_

#include <string>

#include "experiments/harness/experiment.h"

namespace structlab::harness {

// Cases grid/{steady,noisy}/size={1,2,3} with two seeds, and one "trouble" without. Settings: size_factor (a
// number), trouble (what happens in the case "trouble": none, throw, damaged, crash, abort, sleep, hog,
// print, picture, refuse, nan), milliseconds (how long each case sleeps), cases (how many more there are).
// Claim F2 and the caption of Figure 1 follow size_factor.
// The data set "tiny" is <data folder>/tiny/number.txt, or generated.
Experiment MakeFakeExperiment(const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_FAKE_EXPERIMENT_H_
