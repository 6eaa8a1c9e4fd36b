// The rows of the source that the package regenerates.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_ROWS_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

// Tables 3.1 to 3.4, Figures 3.1 to 3.4 and the numbers in the text.
std::vector<harness::DeclaredRow> Rows();

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_ROWS_H_
