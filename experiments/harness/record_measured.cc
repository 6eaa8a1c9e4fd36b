#include "experiments/harness/record_measured.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>

#include "common/error.h"
#include "common/progress.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

// What the cases say of where they were run, each once, with commas between; a case that does not say counts
// as unknown.
std::string ValuesOf(const Results& results, const std::string& name) {
  std::vector<std::string> values;
  for (const FinishedCase& finished : results.cases()) {
    const auto fact = std::find_if(finished.provenance.begin(), finished.provenance.end(),
                                   [&](const Fact& candidate) { return candidate.name == name; });
    const std::string value = fact == finished.provenance.end() ? "unknown" : fact->value;
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
  return text.empty() ? "unknown" : text;
}

// The first case that was stored from another tree than its commit's, or does not say; null if there is none.
const FinishedCase* RunWithUncommittedChanges(const Results& results) {
  for (const FinishedCase& finished : results.cases()) {
    const bool is_of_commit = std::ranges::any_of(finished.provenance, [](const Fact& fact) {
      return fact.name == kUncommittedChanges && fact.value == "no";
    });
    if (!is_of_commit) return &finished;
  }
  return nullptr;
}

std::string FolderOf(const std::string& package) { return CheckoutFolder() + "/experiments/" + package; }

// "2026-01-31", or "2026-01-30 to 2026-01-31".
std::string DatesOf(const Results& results) {
  std::set<std::string> days;
  for (const FinishedCase& finished : results.cases()) {
    if (!finished.finished.empty()) days.insert(finished.finished.substr(0, 10));
  }
  if (days.empty()) return FormatNow().substr(0, 10);
  return days.size() == 1 ? *days.begin() : *days.begin() + " to " + *days.rbegin();
}

// From the first case's beginning to the last one's end, pauses between runs included; empty if a case does
// not say when it ended.
std::string DurationOf(const Results& results) {
  std::optional<double> begin, end;
  for (const FinishedCase& finished : results.cases()) {
    const std::optional<std::time_t> at = ParseTime(finished.finished);
    if (!at) return "";
    const double of_end = static_cast<double>(*at), of_begin = of_end - finished.seconds;
    begin = std::min(begin.value_or(of_begin), of_begin);
    end = std::max(end.value_or(of_end), of_end);
  }
  if (!begin) return "";
  return common::FormatDuration(std::chrono::nanoseconds(static_cast<int64_t>(1e9 * (*end - *begin))));
}

}  // namespace

void CheckMayRecord(const std::string& package, const Flags& flags, const SourceState& source,
                    const std::vector<std::string>& stand_ins) {
  if (flags.profile != Profile::kPaper) {
    common::ThrowUsageError("--record", "--profile=paper", "--profile=" + std::string(NameOf(flags.profile)));
  }
  if (!flags.set.empty()) {
    common::ThrowUsageError("--record", "the settings of the source", "a changed one (--set)");
  }
  if (flags.repeats) {
    common::ThrowUsageError("--record", "the package's own numbers of seeds",
                            "--repeats=" + std::to_string(*flags.repeats));
  }
  if (flags.seed != Flags().seed) {
    common::ThrowUsageError("--record", "the first seed of a run without --seed",
                            "--seed=" + std::to_string(flags.seed));
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
  if (!std::filesystem::is_directory(FolderOf(package))) {
    common::ThrowEnvironmentError("--record",
                                  FolderOf(package) + " is not there, so that nothing can be recorded in it");
  }
  if (source.is_dirty) {
    common::ThrowEnvironmentError("--record",
                                  "the checkout has uncommitted changes, so that no commit says what ran",
                                  "commit them first");
  }
}

bool RecordMeasured(const PackageReport& report, const Results& results, ExitStatus status,
                    const std::string& command) {
  const bool complete = std::all_of(report.cases.begin(), report.cases.end(), [](const CaseRow& row) {
    return row.state == CaseState::kDone || row.state == CaseState::kRefused;
  });
  if (complete && status == kDamaged) {
    std::fprintf(
        stderr,
        "--record: nothing is recorded, since a stored result of %s was damaged and ran again; run the "
        "same command once more\n",
        report.name.c_str());
    return false;
  }
  if (!complete || (status != kAllWell && status != kClaimFailed)) {
    std::fprintf(stderr, "--record: nothing is recorded, since a case of %s failed or was not run\n",
                 report.name.c_str());
    return false;
  }
  if (const FinishedCase* changed = RunWithUncommittedChanges(results)) {
    std::fprintf(stderr,
                 "--record: nothing is recorded, since %s was run with uncommitted changes, which no commit "
                 "holds; run the same command with --fresh\n",
                 changed->c.Key().c_str());
    return false;
  }
  const std::string folder = FolderOf(report.name);
  WriteMeasured({.package = report.name,
                 .origin = {.commit = ValuesOf(results, "commit"),
                            .date = DatesOf(results),
                            .processor = ValuesOf(results, "processor"),
                            .command = command,
                            .duration = DurationOf(results)},
                 .rows = report.rows,
                 .claims = report.claims,
                 .departures = report.departures,
                 .introduction = report.introduction,
                 .conclusions = report.conclusions},
                folder);
  std::printf(
      "recorded in %s; bring experiments/RESULTS.md up to date by\n"
      "  bazel run //experiments/harness/report:write_results_page\n",
      folder.c_str());
  return true;
}

}  // namespace structlab::harness
