// Where we depart from the source, and why rows differ from it.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_

#include <string>
#include <vector>

#include "experiments/harness/report_model.h"
#include "experiments/harness/results.h"

namespace structlab::regularization_path {

// Of the package as a whole, each with its reason.
std::vector<std::string> Departures();

// Why a row of ours differs from the printed one by more than 5%, by the cases that change what the source
// leaves open; says so where they do not explain it. Empty where there is nothing to say.
std::string Explain(const harness::ResultRow& row, const harness::Results& results);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
