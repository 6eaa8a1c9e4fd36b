#include "experiments/harness/record_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include "common/error.h"
#include "common/table.h"
#include "common/table_rows.h"
#include "experiments/harness/record/record_folder.h"
#include "experiments/harness/record/record_tables.h"
#include "experiments/harness/record/reruns.h"
#include "experiments/harness/report/comparison.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

std::string FolderOf(const std::string& package) { return CheckoutFolder() + "/experiments/" + package; }

// The record of older versions of the program, one table.
std::string OldPath(const std::string& package) { return PackageFilePath(package, "record.tsv"); }

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool Refuse(const std::string& why) {
  std::fprintf(stderr, "--record: nothing is recorded: %s\n", why.c_str());
  return false;
}

}  // namespace

std::string RecordPath(const std::string& package) {
  const std::string cases = PackageFilePath(package, std::string("record/") + kCasesFile);
  return cases.substr(0, cases.rfind('/'));
}

bool HasRecord(const std::string& package) {
  return Exists(RecordPath(package) + "/" + kCasesFile) || Exists(OldPath(package));
}

std::string PackageFilePath(const std::string& package, const std::string& file) {
  if (!CheckoutFolder().empty()) return FolderOf(package) + "/" + file;
  const std::string relative = fmt::format("experiments/{}/{}", package, file), built = FindBuilt(relative);
  return built.empty() ? relative : built;  // below the current folder
}

std::string FindBuilt(const std::string& file) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path runfiles = self.string() + ".runfiles/structlab/" + file;
  if (fs::exists(runfiles, error)) return runfiles.string();
  for (fs::path folder = self.parent_path(); folder != folder.parent_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / file, error)) return (folder / file).string();
  }
  return "";
}

std::vector<FinishedCase> ReadRecord(const std::string& package) {
  const std::string folder = RecordPath(package), old = OldPath(package);
  if (!Exists(folder + "/" + kCasesFile) && Exists(old)) {
    common::ThrowDataError(old, "the record in the folder record/", "the file of an older version",
                           "delete it and run the package with --profile=paper --record again");
  }
  try {
    return ReadRecordFolder(folder);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (parts.remedy.empty()) parts.remedy = "restore the record of the package from Git";
    throw common::Error(error.kind(), parts);
  }
}

std::string DescribeReruns(const std::string& package) {
  const std::vector<RecordedCase> cases =
      RecordedCasesOf(package, ReadIfThere(RecordPath(package) + "/" + kCasesFile),
                      ReadIfThere(PackageFilePath(package, "reruns.tsv")));
  if (cases.empty()) return "";
  size_t count = 0;
  std::string last;
  for (const RecordedCase& c : cases) {
    if (!c.rerun_date.empty()) ++count;
    last = std::max(last, c.rerun_date);
  }
  return fmt::format("{} of {} recorded cases{}", count, cases.size(),
                     last.empty() ? "" : ", the last one on " + last);
}

void CheckMayRecord(const std::string& package, const Flags& flags, const SourceState& source,
                    const std::vector<CaseStatus>& cases) {
  const auto need = [](const char* expected, const std::string& found) {
    common::ThrowUsageError("--record", expected, found);
  };
  if (flags.profile != Profile::kPaper)
    need("--profile=paper", fmt::format("--profile={}", NameOf(flags.profile)));
  if (!flags.set.empty()) need("the settings of the paper", "a changed one (--set)");
  if (flags.repeats) need("the package's own numbers of seeds", fmt::format("--repeats={}", *flags.repeats));
  if (flags.seed != Flags().seed)
    need("the first seed of a run without --seed", fmt::format("--seed={}", flags.seed));
  std::set<std::string> stand_ins;
  for (const CaseStatus& status : cases) {
    if (!status.selected || OriginOf(status.c) != DataOrigin::kStandIn) continue;
    const auto can_be_had = std::ranges::find_if(status.c.resolved, [](const Dataset& dataset) {
      return dataset.origin == DataOrigin::kStandIn && dataset.supply == Supply::kFetched;
    });
    if (can_be_had != status.c.resolved.end()) stand_ins.insert(can_be_had->name);
    if (status.c.origin == DataOrigin::kStandIn) stand_ins.insert(status.c.dataset);
  }
  if (!stand_ins.empty()) {
    common::ThrowEnvironmentError(
        "--record",
        fmt::format("a stand-in takes the place of data that is absent: {}", fmt::join(stand_ins, ", ")),
        "fetch the data");
  }
  if (CheckoutFolder().empty()) {
    common::ThrowEnvironmentError("--record", "the checkout is not known",
                                  "start the program by `bazel run`");
  }
  if (!fs::is_directory(FolderOf(package))) {
    common::ThrowEnvironmentError("--record", FolderOf(package) + " is not there");
  }
  if (source.is_dirty) {
    common::ThrowEnvironmentError("--record",
                                  "the checkout has uncommitted changes, so that no commit says what ran",
                                  "commit them first");
  }
}

bool WriteRecord(const Package& package, const std::vector<CaseStatus>& cases, const Results& results,
                 ExitStatus status) {
  std::vector<Case> planned;
  std::set<std::string> chosen;
  for (const CaseStatus& c : cases) {
    planned.push_back(c.c);
    if (!c.selected) continue;
    chosen.insert(c.c.Key());
    if (c.state != CaseState::kDone && c.state != CaseState::kRefused) {
      return Refuse(fmt::format("{} {}", c.c.Key(), NameOf(c.state)));
    }
    if (!c.damage.empty()) {
      return Refuse(fmt::format(
          "the stored result of {} was damaged and ran again; run the same command once more", c.c.Key()));
    }
  }
  if (status != kAllWell && status != kClaimFailed) return Refuse("the run ended with an error");
  std::vector<FinishedCase> now = results.cases();
  std::erase_if(now, [&](const FinishedCase& c) { return chosen.count(c.Key()) == 0; });
  for (const FinishedCase& finished : results.cases()) {
    if (chosen.count(finished.c.Key()) == 0 || finished.FactOf(kUncommittedChanges) == "no") continue;
    return Refuse(fmt::format(
        "{} was run with uncommitted changes, which no commit holds; run the same command with --fresh",
        finished.c.Key()));
  }
  const size_t count = now.size();
  WriteRecordFolder(RecordPath(package.name()),
                    MergeRecord(ReadRecord(package.name()), std::move(now), planned));
  std::printf(
      "recorded %zu cases in %s; bring experiments/RESULTS.md up to date by\n"
      "  bazel run //experiments:write_results_page\n",
      count, RecordPath(package.name()).c_str());
  return true;
}

std::string FormatExpectedClaims(const Package& package, const Results& results) {
  PackageReport report;
  report.rows = package.RowsOf(results, package.FiguresOf(results));
  report.reported_rows = static_cast<int>(package.reported_rows().size());
  const Summary summary = Summarise(report);
  // The last day, and of its commits the one of most cases.
  std::map<std::string, std::map<std::string, int>> commits;
  for (const FinishedCase& finished : results.cases()) {
    ++commits[finished.finished][finished.FactOf("commit")];
  }
  std::pair<std::string, std::string> last;
  if (!commits.empty()) {
    const auto& [day, counts] = *commits.rbegin();
    last = {day, std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->first};
  }
  common::Table table;
  for (const auto& [name, count] : CountsOfRows()) {
    table.comments.push_back(fmt::format(" {}: {}", name, summary.*count));
  }
  table.comments.push_back(" date: " + last.first);
  table.comments.push_back(" commit: " + last.second);
  table.columns = {"id",     "part",     "question",       "verdict", "print",
                   "effect", "stricter", "stricter_words", "untested"};
  for (const ClaimRow& row : package.ClaimRowsOf(results)) {
    table.rows.push_back({row.id, row.part, row.question, std::string(NameOf(row.verdict)),
                          std::string(NameOf(row.print)), row.effect, common::FormatCell(row.stricter),
                          row.stricter_words, row.untested});
  }
  return common::FormatTsv(table);
}

std::string ReadExpectedClaims(const std::string& package) {
  return ReadIfThere(PackageFilePath(package, "claims_expected.tsv"));
}

}  // namespace structlab::harness
