// Where the package departs from the source, and what is known about rows that differ.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_EXPLAIN_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_EXPLAIN_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

std::vector<std::string> Departures();

harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_EXPLAIN_H_
