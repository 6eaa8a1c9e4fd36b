// Figures 2.1 and 2.2 of the source, and ours.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_FIGURES_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_FIGURES_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

// Curves are means over the seeds.
std::vector<harness::Figure> Draw(const harness::Results& results);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_FIGURES_H_
