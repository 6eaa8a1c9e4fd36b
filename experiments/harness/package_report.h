// From results to the page of a package.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_

#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/flags.h"

namespace structlab::harness {

PackageReport MakePackageReport(const Package& package, const Flags& flags, const Settings& settings,
                                const std::vector<CaseStatus>& cases, const Results& results,
                                const std::vector<Fact>& facts, const std::string& command);

// Decides the claims on record.tsv by the rules of now, beside those of the run.
void AddRecordedClaims(const Package& package, PackageReport& report);

// How the planned cases of a record stand: done, or not recorded.
std::vector<CaseStatus> StatusesOf(const Results& results);

// "regularization_path: 28 of 30 cases done; 80 of 89 reported rows by the paper's protocol; claims: ..."
std::string SummaryLine(const PackageReport& report);
// A line for each claim that --only names: verdict and evidence.
std::string VerdictLines(const PackageReport& report, const std::vector<std::string>& asked);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_
