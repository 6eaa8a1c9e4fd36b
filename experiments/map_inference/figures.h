// The figures of the page.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_FIGURES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_FIGURES_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

// For each group how far values and bounds are from the best value over time; how many instances are solved
// over time; and the performance profile (Dolan, More: Benchmarking optimization software with performance
// profiles, 2002).
std::vector<harness::Figure> Draw(const harness::Results& results);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_FIGURES_H_
