// From the finished cases of a package to its page of the report.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_

#include <string>
#include <vector>

#include "experiments/harness/case_runner.h"
#include "experiments/harness/experiment.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/plan.h"

namespace structlab::harness {

// Joins the results with what the source reports, decides the claims and draws the figures. `facts` is the
// provenance of the run. Deterministic but for times and memory.
PackageReport MakePackageReport(const Experiment& experiment, const Flags& flags,
                                const ResolvedSettings& settings, const std::vector<CaseStatus>& cases,
                                const Results& results, const std::vector<Fact>& facts,
                                const std::string& command);

// One line for standard output: the counts of Summarise, as the report has them.
std::string SummaryLine(const PackageReport& report);

// A line for each claim that is asked for by its name: "D21: holds: the evidence".
std::string VerdictLines(const PackageReport& report, const std::vector<std::string>& asked);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_REPORT_H_
