// Figures 3.1 to 3.4 of the source, and ours.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FIGURES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FIGURES_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

// Curves are means over the trials; pictures are of the first one.
std::vector<harness::Figure> Draw(const harness::Results& results);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FIGURES_H_
