// The rows of the source that the package regenerates.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_ROWS_H_

#include <vector>

#include "experiments/harness/experiment.h"

namespace structlab::regularization_path {

// Tables 5.1 to 5.4, Figures 5.1 to 5.3, the numbers in the text, and the two statements behind D28 and D29.
std::vector<harness::DeclaredRow> Rows();

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_ROWS_H_
