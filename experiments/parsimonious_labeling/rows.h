// The rows of the source that the package regenerates.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_ROWS_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

// Figures 3.1 to 3.12, the theorems and the numbers in the text. Those of SoSPD that need the method itself
// are declared too, and no case makes them.
std::vector<harness::DeclaredRow> Rows();

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_ROWS_H_
