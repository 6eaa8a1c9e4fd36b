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

// Why a row of ours, by the source's protocol, differs from the printed one by more than 5%: explained where
// the case that changes what the source leaves open comes within 5%, in part where it comes nearer, else
// unexplained, also where there is no such case. kNone for every other row.
harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
