// The steps of a package's program (package_run.cc).
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_RUN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_RUN_H_

#include <functional>
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/flags.h"

namespace structlab::harness {

// Tells the planned cases under which keys the stored ones recorded of which the record tells nothing.
// Damaged ones are left out.
void LearnFromStore(const Store& store, std::vector<Case>& planned);

// --budget: keeps, of the chosen cases, those that the claims of --only need (or all claims), and begins with
// the cases of the claim that adds the least time. What a case takes is known from the record, of a smaller
// profile as an upper bound; 1 s where nothing is known. In the profile paper claims that do not fit are left
// out at the start; else only the clock ends the run, as the estimate may be too high.
struct Budget {
  std::string text;                 // what fits, in lines
  std::function<bool()> may_begin;  // may another case begin?
};
Budget FitIntoBudget(const Package& package, const Flags& flags, int jobs, std::vector<CaseStatus>& cases);

// "D21: open (not-tested): no values of ...; 3 cases that it needs did not run", a line each; or that none
// is.
std::string OpenClaims(const Package& package, const Flags& flags, const std::vector<CaseStatus>& cases,
                       const PackageReport& report);

PackageReport MakePackageReport(const Package& package, const Flags& flags, const Settings& settings,
                                const std::vector<CaseStatus>& cases, const Results& results,
                                const std::vector<Fact>& facts, const std::string& command);

// How the planned cases of a record stand: done, refused or not recorded.
std::vector<CaseStatus> StatusesOf(const Results& results);

// "regularization_path: 28 of 30 cases done; 80 of 89 reported rows by the paper's protocol; claims: ...",
// and a line with verdict and evidence for each claim that --only names.
std::string SummaryLines(const PackageReport& report, const std::vector<std::string>& asked);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_RUN_H_
