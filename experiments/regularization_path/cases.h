// Which cases there are in each profile.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CASES_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CASES_H_

#include <string>
#include <vector>

#include "experiments/harness/experiment.h"
#include "experiments/regularization_path/words.h"

namespace structlab::regularization_path {

// Beginnings of the names of cases.
inline constexpr const char* kFullPrefix = "full/";        // section 5.8 at full size
inline constexpr const char* kSwappedPrefix = "swapped/";  // the same with the folds swapped, some seeds
inline constexpr const char* kShortPrefix = "short/";      // the same, and less of the path
inline constexpr const char* kExplainPrefix = "explain/";  // open choices of the source, changed
inline constexpr const char* kSamplingPrefix =
    "sampling/";  // many seeds of heuristic stopping, for gaps at breakpoints
inline constexpr const char* kChoicePrefix = "beyond/lambda-by-validation";
inline constexpr const char* kDigitsPrefix = "beyond/usps/";

// The cases that claims about methods are decided on, and those that figures show.
const char* ClaimPrefix(harness::Profile profile);
const char* FigurePrefix(harness::Profile profile);

// The linked methods, those of the source first, in its order.
std::vector<std::string> Methods();

std::vector<harness::Case> Plan(const harness::PlanRequest& request);

// What a case's parameters say, written by Plan.
Split SplitOf(const harness::Case& c);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CASES_H_
