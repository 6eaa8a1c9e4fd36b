// Where the package departs from the source, and what is known about rows that differ.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_EXPLAIN_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_EXPLAIN_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

std::vector<std::string> Departures();

harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_EXPLAIN_H_
