// What must hold of every package, for its tests.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/harness/experiment.h"

namespace structlab::harness {

// That it names these libraries, in this order, each with a version that is a number.
void ExpectLibraries(const Experiment& experiment, const std::vector<std::string>& names);

// That results.tsv is the same, but for times and memory, with 1, 2 and 4 jobs and threads. `program` is the
// package's, as a path from the top; three runs of its profile smoke, on generated data.
void ExpectSameResultsWithAnyJobsAndThreads(const std::string& program);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
