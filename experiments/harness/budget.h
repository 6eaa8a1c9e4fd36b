// --budget: the cheapest cases that decide claims within a time.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_BUDGET_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_BUDGET_H_

#include <functional>
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/record.h"

namespace structlab::harness {

// Keeps, of the chosen cases that are not done, those that decide claims within the time: claims in the order
// of what they add, each with all cases that it needs. What a case takes is known from the record (of a
// smaller profile it is an upper bound); 1 s where nothing is known. In the profile paper claims that do not
// fit are left out at the start; otherwise, as estimates are too high, only the clock ends the run. Moves the
// cases of cheaper claims to the front of the plan's order of execution. Returns the condition under which
// another case may begin. Claims are those that --only names, or all.
std::function<bool()> FitIntoBudget(const Package& package, const Flags& flags, int jobs,
                                    const std::vector<RecordedCase>& record, std::vector<CaseStatus>& cases);

// "open within the budget: D21 (3 of 36 cases missing)", a line each; or that none is.
std::string OpenClaims(const PackageReport& report, const Flags& flags);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_BUDGET_H_
