// The program of a package: flags, cases, report.
#include "experiments/harness/package_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/file.h"
#include "common/nearest_names.h"
#include "common/processes/child_process.h"
#include "common/processes/folder_lock.h"
#include "common/program.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/report/report.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/flags.h"
#include "experiments/harness/run/program.h"

namespace structlab::harness {
namespace {

std::string LabelOf(const Package& package) { return "//experiments/" + package.name(); }

std::string AboutOf(const Package& package) { return package.about().title + ". " + package.about().source; }

void PrintJsonHelp(const Package& package) {
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = package.SettingsOf(flags);
  const KnownNames names = package.NamesOf(settings, package.CasesOf(settings, flags));
  std::printf("%s", JsonHelpText(LabelOf(package), AboutOf(package), names.methods).c_str());
}

void PrintHelp(const Package& package) {
  std::printf("%s", HelpText(LabelOf(package), AboutOf(package)).c_str());
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = package.SettingsOf(flags);
  const KnownNames names = package.NamesOf(settings, package.CasesOf(settings, flags));
  const auto print = [](const char* what, std::vector<std::string> list, size_t most = SIZE_MAX) {
    if (list.empty()) return;
    const size_t left_out = list.size() - std::min(most, list.size());
    list.resize(list.size() - left_out);
    const std::string more = left_out == 0 ? "" : fmt::format(" and {} more (see --describe)", left_out);
    std::printf("\n%s:\n  %s%s\n", what, common::ListNames(list).c_str(), more.c_str());
  };
  constexpr size_t kMostShown = 12;
  print("Tables for --only (--list prints the cases)", names.tables, kMostShown);
  print("Figures for --only", names.figures, kMostShown);
  print("Claims for --only", names.claims);
  print("Methods for --methods", names.methods);
  if (!settings.declarations().empty()) std::printf("\nSettings for --set, as in the paper:\n");
  for (const SettingDeclaration& setting : settings.declarations()) {
    std::printf("  %s.%s=%s\n      %s%s\n", package.name().c_str(), setting.name.c_str(),
                setting.paper.c_str(), setting.documentation.c_str(),
                setting.range.empty() ? "" : fmt::format(" ({})", setting.range).c_str());
  }
}

void PrintList(const Package& package, const std::vector<CaseStatus>& cases) {
  for (const CaseStatus& status : cases) {
    if (!status.selected) continue;
    std::printf("%s/%s\t%s\n", package.name().c_str(), status.c.Key().c_str(),
                status.state == CaseState::kDone ? "stored" : "to run");
  }
}

// Is the case meant by its name or its key "name/seed=1", with or without "package/" before it?
bool IsCalled(const Package& package, const std::string& text, const Case& c) {
  const std::string prefix = package.name() + "/";
  const std::string own = text.starts_with(prefix) ? text.substr(prefix.size()) : text;
  return text == c.name || text == c.Key() || own == c.name || own == c.Key();
}

const CaseStatus& FindCase(const Package& package, const std::string& flag, const std::string& key,
                           const std::vector<CaseStatus>& cases) {
  std::vector<std::string> known;
  for (const CaseStatus& status : cases) {
    if (IsCalled(package, key, status.c)) return status;
    known.push_back(status.c.Key());
  }
  common::ThrowUsageError(flag, "a case, the nearest being " + common::ListNearest(key, known),
                          common::Quote(key));
}

ExitStatus PrintWhy(const Package& package, const Store& store, const std::string& key,
                    const std::vector<CaseStatus>& cases) {
  const CaseStatus& status = FindCase(package, "--why", key, cases);
  const Store::Found found = store.Check(status.c.Key(), status.stamp);
  const char* why = found.state == Store::State::kDone
                        ? "stored, and reused: nothing that computes it has changed"
                    : found.state == Store::State::kAbsent ? "nothing is stored"
                                                           : found.message.c_str();
  std::printf("%s/%s: %s\n", package.name().c_str(), status.c.Key().c_str(), why);
  return kAllWell;
}

RunOptions OptionsOf(const Flags& flags, std::vector<Fact> facts) {
  RunOptions options;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.jobs = flags.jobs > 0 ? flags.jobs : std::max(1, cores / flags.threads);
  options.bounds = {.seconds = flags.timeout_seconds, .bytes = flags.memory_bytes};
  options.fresh = flags.fresh;
  options.reuse = flags.reuse;
  options.provenance = std::move(facts);
  return options;
}

ExitStatus StatusOf(const Flags& flags, bool interrupted, const std::vector<CaseStatus>& cases,
                    const PackageReport& report) {
  if (interrupted) return kInterrupted;
  // Damaged results that ran again are whole now, but a disk that damages files needs attention.
  const auto is_damaged = [](const CaseStatus& s) { return s.error.has_value() || !s.damage.empty(); };
  if (std::ranges::any_of(cases, is_damaged)) return kDamaged;
  const auto failed = [](const CaseStatus& s) {
    return s.state == CaseState::kFailed || s.state == CaseState::kTimedOut ||
           s.state == CaseState::kOutOfMemory;
  };
  if (std::ranges::any_of(cases, failed)) return kCaseFailed;
  const bool claim_fails = std::ranges::any_of(
      report.claims, [](const ClaimRow& row) { return row.part.empty() && row.verdict == Verdict::kFails; });
  return flags.strict && claim_fails ? kClaimFailed : kAllWell;
}

// A command for this package: what reproduce adds, and what other packages were meant by, would be refused.
std::vector<std::string> ArgumentsOfPart(const Flags& flags, const std::vector<std::string>& arguments) {
  std::vector<std::string> set;
  for (const SetFlag& flag : flags.set) set.push_back(flag.package + "." + flag.setting + "=" + flag.value);
  std::vector<std::string> own =
      WithValues(arguments, {{"only", flags.only}, {"methods", flags.methods}, {"set", set}});
  std::erase(own, "--part");
  return own;
}

// The folder of a run, held and cleaned, unless reproduce does so for its parts.
class OutputFolder {
 public:
  OutputFolder(const Flags& flags, const std::string& package)
      : path(common::CallersPath(flags.out)), store(path + "/runs/" + package) {
    MakeFolder(path);
    if (!flags.part) {
      lock.emplace(path);
      RemoveLeftovers(path);
      RefuseOldFolder(path);
    }
  }

  const std::string path;
  const Store store;
  std::optional<common::FolderLock> lock;
};

void WriteReport(const OutputFolder& out, const Flags& flags, const PackageReport& report) {
  WritePackageReport(report, out.path + "/report");
  WritePackageTables(report, out.path);
  if (!flags.part) {
    MergeTables(out.path);
    WriteFrontPage(out.path, {.command = report.command, .provenance = report.provenance});
  }
  std::printf("%s", SummaryLines(report, flags.only).c_str());
  if (!flags.part) std::printf("report: %s/report/index.html\n", out.path.c_str());
}

struct Run {
  const Package& package;
  Flags flags;
  std::vector<std::string> arguments;
  Settings settings;
};

std::string CommandOf(const Run& run) {
  return FormatCommand("//experiments/" + run.package.name(),
                       run.flags.part ? ArgumentsOfPart(run.flags, run.arguments) : run.arguments);
}

ExitStatus DrawFromRecord(const Run& run, const std::vector<Case>& planned) {
  const common::SignalsBlocked signals;
  const OutputFolder out(run.flags, run.package.name());
  const SourceState source = FindSourceState();
  const std::string command = CommandOf(run);
  const std::vector<FinishedCase> record = ReadRecord(run.package.name());
  if (record.empty()) {
    common::ThrowDataError(RecordPath(run.package.name()), "the record of the package", "none",
                           "record it by --profile=paper --record");
  }
  const RecordGaps gaps = GapsOf(record, planned);
  if (!gaps.not_planned.empty()) {
    std::fprintf(stderr, "%s: left out are cases that are not planned: %s\n",
                 RecordPath(run.package.name()).c_str(),
                 fmt::format("{}", fmt::join(gaps.not_planned, ", ")).c_str());
  }
  const Results results = ResultsOf(record, planned, run.settings);
  PackageReport report = MakePackageReport(run.package, run.flags, run.settings, StatusesOf(results), results,
                                           RunFacts(source, command), command);
  report.is_from_record = true;
  AddRecorded(report.claims, report.claims);
  WriteReport(out, run.flags, report);
  if (run.flags.acknowledge) {
    if (const auto& missing = gaps.not_recorded; !missing.empty()) {
      common::ThrowDataError(
          RecordPath(run.package.name()), "all planned cases",
          fmt::format("{} of {} missing, the first {}", missing.size(), planned.size(), missing.front()),
          "record them by --profile=paper --record; no verdicts were written");
    }
    const std::string path = PackageFilePath(run.package.name(), "claims_expected.tsv");
    common::WriteFileAtomically(path, FormatExpectedClaims(run.package, results));
    std::printf("written: %s\n", path.c_str());
  }
  return run.flags.strict ? StatusOf(run.flags, false, {}, report) : kAllWell;
}

ExitStatus RunAndReport(const Run& run, std::vector<CaseStatus> cases) {
  const Flags& flags = run.flags;
  const std::string command = CommandOf(run);
  const SourceState source = FindSourceState();
  if (flags.record) CheckMayRecord(run.package.name(), flags, source, cases);
  const common::SignalsBlocked signals;
  const OutputFolder out(flags, run.package.name());
  std::vector<ClaimRow> recorded;  // a damaged record ends the run before hours of work
  if (flags.run_case.empty()) recorded = run.package.RecordedClaims();
  const std::vector<Fact> facts = RunFacts(source, command);
  RunOptions options = OptionsOf(flags, facts);
  options.in_child = [&out] {
    if (out.lock) out.lock->CloseInChild();
  };
  CheckStored(out.store, options, cases);
  if (flags.budget_seconds) {
    Budget budget = FitIntoBudget(run.package, flags, options.jobs, cases);
    std::printf("%s", budget.text.c_str());
    options.may_begin = std::move(budget.may_begin);
  }
  bool interrupted = !RunCases(run.package.name(), out.store, options, cases);
  if (!flags.run_case.empty()) {
    const auto chosen = std::ranges::find_if(cases, &CaseStatus::selected);
    if (chosen->state == CaseState::kDone) {
      const std::string key = chosen->c.Key();
      if (const auto refusal = out.store.Load(key).record.refusal) {
        std::fprintf(stderr, "%s: %s is refused: %s\n", run.package.name().c_str(), key.c_str(),
                     refusal->c_str());
      }
      std::printf("%s\n", out.store.PathOf(key).c_str());
    }
    return StatusOf(flags, interrupted, cases, {});
  }
  const Results results = LoadResults(out.store, run.settings, cases);
  WriteRecordedFiles(out.path, run.package.name(), results);
  PackageReport report = MakePackageReport(run.package, flags, run.settings, cases, results, facts, command);
  report.interrupted = interrupted;
  AddRecorded(recorded, report.claims);
  // An interrupt while cases ran ends the run in order; a later one ends it at once.
  if (!interrupted) common::SignalsBlocked::StopIfInterrupted();
  WriteReport(out, flags, report);
  if (flags.budget_seconds) std::printf("%s", OpenClaims(run.package, flags, cases, report).c_str());
  interrupted = interrupted || common::SignalsBlocked::InterruptPending();
  const ExitStatus status = StatusOf(flags, interrupted, cases, report);
  if (interrupted) std::fprintf(stderr, "%s: %s\n", run.package.name().c_str(), kInterruptedMessage);
  if (!flags.record) return status;
  const bool is_recorded = WriteRecord(run.package, cases, results, status);
  return is_recorded || (status != kAllWell && status != kClaimFailed) ? status : kDamaged;
}

ExitStatus RunMain(const Package& package, const std::vector<std::string>& arguments) {
  Run run = {.package = package, .flags = ParseFlags(arguments), .arguments = arguments, .settings = {}};
  Flags& flags = run.flags;
  if (flags.help || flags.help_as_json) {
    flags.help ? PrintHelp(package) : PrintJsonHelp(package);
    return kAllWell;
  }
  if (flags.from_record) flags.profile = Profile::kPaper;
  run.settings = package.SettingsOf(flags);
  std::vector<Case> planned = package.CasesOf(run.settings, flags);
  const KnownNames names = package.NamesOf(run.settings, planned);
  JoinNames(names, flags);
  if (flags.describe) {
    std::printf("%s", FormatNames(names).c_str());
    return kAllWell;
  }
  if (!flags.part) CheckNames(flags, names);
  if (flags.from_record) return DrawFromRecord(run, planned);
  const Store store(common::CallersPath(flags.out) + "/runs/" + package.name());
  FoundData data(package.datasets(), DataFolder(flags.data_dir));
  const auto is_selected = [&](const Case& c) {
    if (!flags.run_case.empty()) return c.seed == flags.seed && IsCalled(package, flags.run_case, c);
    return IsSelected(
        flags, names, [&](const Case& of, const std::string& name) { return package.Serves(of, name); }, c);
  };
  std::vector<CaseStatus> cases = ResolveCases(std::move(planned), is_selected, package.code(), store, data);
  if (!flags.run_case.empty() && std::ranges::none_of(cases, &CaseStatus::selected)) {
    FindCase(package, "--run-case", flags.run_case, cases);  // throws, unless only the seed is another
    common::ThrowUsageError("--run-case", "a seed of the case (--seed)", std::to_string(flags.seed));
  }
  if (!flags.why.empty()) return PrintWhy(package, store, flags.why, cases);
  const bool is_none_chosen = std::ranges::none_of(cases, &CaseStatus::selected);
  if (is_none_chosen && !flags.part) ThrowNoCaseIsChosen(flags);
  if (flags.list) {
    CheckStored(store, OptionsOf(flags, {}), cases);
    PrintList(package, cases);
    return kAllWell;
  }
  if (is_none_chosen) return kAllWell;  // perhaps another package has such a case
  if (flags.part) KeepOwn(names, flags);
  return RunAndReport(run, std::move(cases));
}

}  // namespace

int PackageMain(const Package& package, int argc, char** argv) {
  return RunProgramMain(package.name(), argc, argv, [&](const std::vector<std::string>& arguments) {
    return RunMain(package, arguments);
  });
}

}  // namespace structlab::harness
