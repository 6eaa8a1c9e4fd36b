// experiments/RESULTS.md: what the recorded runs found, to be read where the code is read.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_

#include <string>
#include <vector>

#include "experiments/harness/report/measured.h"

namespace structlab::harness {

// The page as Markdown: for all packages how many rows and claims there are and what came out; for each its
// introduction, its origin, what its results come to, its claims, its speed, its departures from the source,
// and its tables with ours beside theirs, in the source's shape where they have one. Text is escaped.
// Deterministic: the same files give the same bytes.
std::string FormatResultsPage(const std::vector<Measured>& packages);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_
