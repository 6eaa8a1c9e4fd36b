// The program that runs several packages and puts their results together.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// Starts the programs of the packages (paths among the built files, such as experiments/psmc/psmc), one after
// the other, each with the same flags, and writes what they leave as one report. `works` is the table of
// works by which its front page is grouped (ParseWorks in report/overview_picture.h). Returns the exit
// status.
int Reproduce(const std::vector<std::string>& programs, std::string_view works, int argc, char** argv);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_
