// Parsimonious labeling. Dokania 2016, chapter 3: Figures 3.1 and 3.4 to 3.12, theorems 1 to 3, claims D01 to
// D09.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PACKAGE_H_

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

harness::Experiment MakeExperiment();

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_PACKAGE_H_
