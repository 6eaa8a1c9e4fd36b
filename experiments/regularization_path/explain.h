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

// Why a row of ours differs from the printed one by the rule of harness::Compare (one seed: by more than 5%):
// explained where the case that changes what the source leaves open comes within 5%. Else unexplained, where
// the text tells whether that case comes nearer, or that there is none. kNone for rows that do not differ.
harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
