// What the results come to.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CONCLUSIONS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CONCLUSIONS_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

// At most a paragraph each: hashing beside random projections at equal dimensions, a selection of features
// that has seen the test graphs beside one that has not, and raw text with and without headers. Numbers on
// stand-ins are left out, and a paragraph without numbers.
std::vector<std::string> Conclude(const harness::Results& results);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CONCLUSIONS_H_
