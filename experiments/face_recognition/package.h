// Faces by hashing. Shi 2011, chapter 3: Tables 3.1 to 3.4, Figures 3.1 to 3.4, claims S20 to S28.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PACKAGE_H_

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

harness::Experiment MakeExperiment();

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_PACKAGE_H_
