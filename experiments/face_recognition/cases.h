// The cases of the package.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASES_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

std::vector<harness::Case> Plan(const harness::PlanRequest& request);

// Those that cases name.
std::vector<std::string> KnownMethods();

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASES_H_
