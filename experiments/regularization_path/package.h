// Handwritten words, regularisation paths. Dokania 2016, section 5.8: Tables 5.1 to 5.4, Figures 5.1 to 5.3,
// claims D17 to D29.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PACKAGE_H_

#include "experiments/harness/experiment.h"

namespace structlab::regularization_path {

// With the methods that the program was linked with.
harness::Experiment MakeExperiment();

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_PACKAGE_H_
