// The rows of the source that the package regenerates.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_ROWS_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

// Tables 2.1 to 2.9, Figures 2.1 and 2.2 and the numbers in the text.
std::vector<harness::DeclaredRow> Rows();

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_ROWS_H_
