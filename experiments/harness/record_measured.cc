#include "experiments/harness/record_measured.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "common/error.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

std::string FactNamed(const PackageReport& report, const std::string& name) {
  const auto found = std::find_if(report.provenance.begin(), report.provenance.end(),
                                  [&](const Fact& fact) { return fact.name == name; });
  return found == report.provenance.end() ? "unknown" : found->value;
}

}  // namespace

void CheckMayRecord(const Flags& flags, const SourceState& source,
                    const std::vector<std::string>& stand_ins) {
  if (flags.profile != Profile::kPaper) {
    common::ThrowUsageError("--record", "--profile=paper", "--profile=" + std::string(NameOf(flags.profile)));
  }
  if (!flags.set.empty()) {
    common::ThrowUsageError("--record", "the settings of the source", "a changed one (--set)");
  }
  if (!flags.only.empty() || !flags.methods.empty()) {
    common::ThrowUsageError("--record", "the whole package", "a selection (--only or --methods)");
  }
  if (!stand_ins.empty()) {
    std::string names;
    for (const std::string& name : stand_ins) names += (names.empty() ? "" : ", ") + name;
    common::ThrowEnvironmentError("--record", "a stand-in takes the place of data that is absent: " + names,
                                  "fetch the data");
  }
  if (CheckoutFolder().empty()) {
    common::ThrowEnvironmentError("--record", "the checkout is not known",
                                  "start the program by `bazel run`");
  }
  if (source.is_dirty) {
    common::ThrowEnvironmentError("--record",
                                  "the checkout has uncommitted changes, so that no commit says what ran",
                                  "commit them first");
  }
}

void RecordMeasured(const PackageReport& report, ExitStatus status, const SourceState& source,
                    const std::string& command) {
  const bool complete = std::all_of(report.cases.begin(), report.cases.end(), [](const CaseRow& row) {
    return row.state == CaseState::kDone || row.state == CaseState::kRefused;
  });
  if (!complete || (status != kAllWell && status != kClaimFailed)) {
    std::fprintf(stderr, "--record: nothing is recorded, since a case of %s failed or was not run\n",
                 report.name.c_str());
    return;
  }
  const std::string folder = CheckoutFolder() + "/experiments/" + report.name;
  if (!std::filesystem::is_directory(folder)) {
    common::ThrowEnvironmentError(folder, "is not there, so that nothing can be recorded in it");
  }
  WriteMeasured({.package = report.name,
                 .origin = {.commit = source.commit,
                            .date = FormatNow().substr(0, 10),
                            .processor = FactNamed(report, "processor"),
                            .command = command},
                 .rows = report.rows,
                 .claims = report.claims},
                folder);
}

}  // namespace structlab::harness
