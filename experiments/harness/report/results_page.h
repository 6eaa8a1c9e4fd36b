// experiments/RESULTS.md: what the recorded runs found, in one table of at most 60 lines.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_

#include <string>
#include <vector>

#include "experiments/harness/decide/claims.h"

namespace structlab::harness {

// What the record of one package comes to.
struct RecordedPackage {
  std::string name;
  std::vector<ClaimRow> claims;                                   // decided from the record
  int reported = 0, regenerated = 0, compared = 0, agreeing = 0;  // of a Summary
  std::string commit, date;  // of the record's last case; empty if nothing is recorded yet
  bool has_print = true;     // whether the print supports the claims is known
};

inline constexpr int kMaxResultLines = 60;

// The page as Markdown: for each package a line of counts and a line for each claim (parts are left out).
// While that is more than kMaxResultLines lines, the package with the most lines gets one for each verdict in
// place of one for each claim, and then a single line. Text is escaped. The same records give the same bytes.
std::string FormatResultsPage(const std::vector<RecordedPackage>& packages);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_PAGE_H_
