// Figures 3.4 to 3.12 of the source, and ours.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_FIGURES_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_FIGURES_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

// Curves are means over the seeds; pictures are those of the first seed.
std::vector<harness::Figure> Draw(const harness::Results& results);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_FIGURES_H_
