// Which cases there are in each profile.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CASES_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CASES_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

std::vector<harness::Case> Plan(const harness::PlanRequest& request);

// Every method that a case may name.
std::vector<std::string> KnownMethods();

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CASES_H_
