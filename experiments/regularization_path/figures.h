// Figures 5.1 to 5.3 of the source, and ours.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_FIGURES_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_FIGURES_H_

#include <vector>

#include "experiments/harness/results.h"

namespace structlab::regularization_path {

// One panel for each kappa1, from the cases at full size, or with the folds swapped where there are no
// others; of several seeds the first. Of the gaps of Figure 5.2, saws of hundreds of teeth, the envelope is
// drawn, the true gap and the one known at the breakpoints in panels of their own.
std::vector<harness::Figure> Draw(const harness::Results& results);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_FIGURES_H_
