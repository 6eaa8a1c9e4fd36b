// What must hold of every package, for its tests.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/harness/experiment.h"

namespace structlab::harness {

// That it names these libraries, in this order, each with a version that is a number.
void ExpectLibraries(const Experiment& experiment, const std::vector<std::string>& names);

// That the rows are the same, but for times and memory, with 1, 2 and 4 jobs and threads. `program` is the
// package's, as a path from the top; three runs of its profile smoke, on generated data, as parts of a
// report, for which no figure is drawn. `arguments` may leave cases out that do the same with other data.
void ExpectSameResultsWithAnyJobsAndThreads(const std::string& program,
                                            const std::vector<std::string>& arguments = {});

// That what the folder's measured*.tsv (report/measured.h) repeat of the package's own words is what it says
// now: the introduction, the departures, the claims with their parts and rules. Where it is not, the page
// shows results under rules that did not decide them, and the package must be recorded again.
void ExpectRecordSaysWhatThePackageSays(const Experiment& experiment, const std::string& folder);

// That why rows differ is what the package says of the recorded numbers now. For packages whose `explain`
// asks of the results no more than the recorded rows have, the mean over seeds and their standard deviation:
// each row is told again from cases of these.
void ExpectRecordSaysWhyRowsDiffer(const Experiment& experiment, const std::string& folder);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
