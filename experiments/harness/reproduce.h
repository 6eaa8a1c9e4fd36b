// The program that runs every package and puts their results together.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_

#include <string>
#include <vector>

namespace structlab::harness {

// Starts the packages' programs one after the other, each with the same flags, and writes the tables and the
// report of all of them. `programs` are paths below the folder of built files, e.g.
// "experiments/psmc/psmc": a package pays for no other package's libraries. The exit status is the first of
// --help's list that applies to one of them.
int Reproduce(const std::vector<std::string>& programs, int argc, char** argv);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPRODUCE_H_
