#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "common/digest.h"
#include "common/error.h"
#include "common/nearest_names.h"
#include "common/program.h"
#include "experiments/harness/case_runner.h"
#include "experiments/harness/command_line.h"
#include "experiments/harness/exit_status.h"
#include "experiments/harness/experiment.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/output_folder.h"
#include "experiments/harness/package_report.h"
#include "experiments/harness/plan.h"
#include "experiments/harness/program_main.h"
#include "experiments/harness/provenance.h"
#include "experiments/harness/record_measured.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

// What --describe prints, for reproduce: a line of kind and name each.
void PrintNames(const KnownNames& names) {
  const auto print = [](const char* kind, const std::vector<std::string>& list) {
    for (const std::string& name : list) std::printf("%s\t%s\n", kind, name.c_str());
  };
  print("package", names.packages);
  print("case", names.cases);
  print("table", names.tables);
  print("claim", names.claims);
  print("method", names.methods);
  print("setting", names.settings);
}

void PrintHelp(const Experiment& experiment) {
  const std::string about = experiment.title + ". " + experiment.source + ".";
  std::printf("%s", HelpText("//experiments/" + experiment.name, about).c_str());
  const KnownNames names = NamesOf(experiment, {});
  const auto print = [](const char* what, const std::vector<std::string>& list) {
    if (list.empty()) return;
    std::printf("\n%s:\n  %s\n", what, common::ListNames(list).c_str());
  };
  print("Tables for --only (--list prints the cases)", names.tables);
  print("Claims for --only", names.claims);
  print("Methods for --methods", names.methods);
  if (!experiment.settings.empty()) std::printf("\nSettings for --set, as the source has them:\n");
  for (const SettingDeclaration& setting : experiment.settings) {
    std::printf("  %s.%s=%s\n      %s\n", experiment.name.c_str(), setting.name.c_str(),
                setting.paper.c_str(), setting.documentation.c_str());
  }
}

// Once for each data set that a chosen case reads.
void SayWhatStandsIn(const std::vector<CaseStatus>& cases, const std::string& data_folder) {
  std::set<std::string> said;
  for (const CaseStatus& status : cases) {
    if (!status.selected) continue;
    for (const Dataset& dataset : status.c.resolved) {
      if (dataset.origin != DataOrigin::kStandIn || !said.insert(dataset.name).second) continue;
      if (dataset.supply == Supply::kNone) {
        std::fprintf(stderr, "%s: always a generated stand-in\n", dataset.name.c_str());
      } else {
        std::fprintf(
            stderr,
            "%s: not found in %s; a generated stand-in takes its place (tools/fetch_data, --data-dir or "
            "STRUCTLAB_DATA bring the real data)\n",
            dataset.name.c_str(), data_folder.c_str());
      }
    }
  }
}

// The data sets of an experiment in a folder, each looked for at most once.
class FoundData {
 public:
  FoundData(const Experiment& experiment, const std::string& folder)
      : experiment_(experiment), folder_(folder) {}

  // Throws common::Error each time it is asked for a data set that is damaged.
  const Dataset& Find(const std::string& name) {
    if (const auto damage = damaged_.find(name); damage != damaged_.end()) throw damage->second;
    const auto [found, is_new] = found_.try_emplace(name);
    if (!is_new) return found->second;
    const auto source = std::find_if(experiment_.datasets.begin(), experiment_.datasets.end(),
                                     [&](const DatasetSource& candidate) { return candidate.name == name; });
    try {
      found->second = source->resolve(folder_);
    } catch (const common::Error& error) {
      damaged_.emplace(name, error);
      throw;
    }
    return found->second;
  }

 private:
  const Experiment& experiment_;
  std::string folder_;
  std::map<std::string, Dataset> found_;
  std::map<std::string, common::Error> damaged_;
};

// Of a case that does not run but has a stored result: what it reads, so that the result is shown only if it
// is of this data. Damage is said, each once, and leaves the result out; it is not what the run asked for.
void FindDataOfStored(FoundData& data, std::set<std::string>& said, CaseStatus& status) {
  try {
    for (const std::string& name : status.c.data) status.c.resolved.push_back(data.Find(name));
  } catch (const common::Error& error) {
    status.c.resolved.clear();
    status.message = error.what();
    if (!said.insert(status.message).second) return;
    std::fprintf(stderr, "%s; no chosen case reads it, and stored results that do are left out\n",
                 error.what());
  }
}

// The cases with their data and fingerprints. Data that no chosen case reads is looked at only for the sake
// of stored results that are shown beside theirs.
std::vector<CaseStatus> ResolveCases(const Experiment& experiment, const Flags& flags,
                                     const KnownNames& names, const Store& store, std::vector<Case> cases) {
  const std::string executable = common::Sha256OfFile("/proc/self/exe");
  const std::string data_folder = DataFolder(flags.data_dir);
  FoundData data(experiment, data_folder);
  std::set<std::string> said;
  std::vector<CaseStatus> statuses;
  for (Case& c : cases) {
    CaseStatus& status = statuses.emplace_back();
    status.selected = IsSelected(flags, names, c);
    status.c = std::move(c);
    if (status.selected) {
      for (const std::string& name : status.c.data) status.c.resolved.push_back(data.Find(name));
    } else if (store.Holds(status.c.Key())) {
      FindDataOfStored(data, said, status);
    }
    status.fingerprint = FingerprintOf(status.c, executable);
  }
  SayWhatStandsIn(statuses, data_folder);
  return statuses;
}

void PrintList(const Experiment& experiment, const std::vector<CaseStatus>& cases) {
  for (const CaseStatus& status : cases) {
    if (!status.selected) continue;
    std::printf("%s/%s\t%s\n", experiment.name.c_str(), status.c.Key().c_str(),
                status.state == CaseState::kDone ? "stored" : "to run");
  }
}

RunOptions OptionsOf(const Flags& flags, std::vector<Fact> facts) {
  RunOptions options;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.jobs = flags.jobs > 0 ? flags.jobs : std::max(1, cores / flags.threads);
  options.bounds = {.seconds = flags.timeout_seconds, .bytes = flags.memory_bytes};
  options.fresh = flags.fresh;
  options.provenance = std::move(facts);
  return options;
}

ExitStatus StatusOf(const Flags& flags, bool interrupted, const std::vector<CaseStatus>& cases,
                    const PackageReport& report) {
  if (interrupted) return kInterrupted;
  // Stored results that ran again for their damage are whole now, but a disk that spoils files is not well.
  const auto damaged = [](const CaseStatus& status) {
    return status.error.has_value() || !status.damage.empty();
  };
  if (std::any_of(cases.begin(), cases.end(), damaged)) return kDamaged;
  const auto failed = [](const CaseStatus& status) {
    return status.state == CaseState::kFailed || status.state == CaseState::kTimedOut ||
           status.state == CaseState::kOutOfMemory;
  };
  if (std::any_of(cases.begin(), cases.end(), failed)) return kCaseFailed;
  // As the report counts them: a part may fail by chance where the whole is undecided.
  return flags.strict && Summarise(report).fails > 0 ? kClaimFailed : kAllWell;
}

// What stands in for data that all may have, each once: data sets, and what a case makes up itself.
std::vector<std::string> StandInsOf(const std::vector<CaseStatus>& cases) {
  std::set<std::string> names;
  for (const CaseStatus& status : cases) {
    for (const Dataset& dataset : status.c.resolved) {
      if (dataset.origin == DataOrigin::kStandIn && dataset.supply == Supply::kFetched) {
        names.insert(dataset.name);
      }
    }
    if (status.c.origin == DataOrigin::kStandIn) names.insert(status.c.dataset);
  }
  return {names.begin(), names.end()};
}

// As a reader would give them to this package alone: what reproduce adds, and what other packages were meant
// by, would be refused.
std::vector<std::string> ArgumentsOfPart(const Flags& flags, const std::vector<std::string>& arguments) {
  std::vector<std::string> set;
  for (const SetFlag& flag : flags.set) set.push_back(flag.package + "." + flag.setting + "=" + flag.value);
  std::vector<std::string> own =
      WithValues(arguments, {{"only", flags.only}, {"methods", flags.methods}, {"set", set}});
  std::erase(own, "--part");
  return own;
}

// A run proper: everything that needs the output folder.
ExitStatus RunAndReport(const Experiment& experiment, const Flags& flags, const ResolvedSettings& settings,
                        std::vector<CaseStatus> cases, const std::vector<std::string>& arguments) {
  const std::string label = "//experiments/" + experiment.name;
  const std::vector<std::string> own_arguments = flags.part ? ArgumentsOfPart(flags, arguments) : arguments;
  const std::string command = FormatCommand(label, own_arguments);
  const SourceState source = FindSourceState();
  if (flags.record) CheckMayRecord(experiment.name, flags, source, StandInsOf(cases));
  const std::string out = common::CallersPath(flags.out);
  MakeFolder(out);
  const SignalsBlocked signals;
  std::optional<FolderLock> lock;
  if (!flags.part) {  // else reproduce holds it for its parts
    lock.emplace(out);
    RemoveLeftovers(out);
    CheckPackageDumps(out, {experiment.name});
  }
  const Store store(out + "/runs/" + experiment.name);
  store.RemoveLeftovers();

  const std::vector<Fact> facts = RunFacts(source, command);
  RunOptions options = OptionsOf(flags, facts);
  options.in_child = [&lock] {
    if (lock) lock->CloseInChild();
  };
  CheckStored(store, flags.fresh, cases);
  bool interrupted = !RunCases(experiment, store, options, cases);
  const Results results = LoadResults(store, flags.profile, settings.values, cases);
  WriteRecordedFiles(out, experiment.name, results);
  PackageDump dump;
  dump.report = MakePackageReport(experiment, flags, settings, cases, results, facts, command);
  dump.report.interrupted = interrupted;
  dump.report.profile = flags.profile;
  // After an interrupt of the cases this is the rest of an orderly end: reproduce may have sent it on to a
  // package that the terminal had told already.
  if (!interrupted) SignalsBlocked::StopIfInterrupted();
  WritePackageDump(out, dump);
  if (!flags.part) WriteRun(out, command, facts);

  std::printf("%s\n%s", SummaryLine(dump.report).c_str(), VerdictLines(dump.report, flags.only).c_str());
  if (!flags.part) std::printf("report: %s/report/index.html\n", out.c_str());
  interrupted = interrupted || SignalsBlocked::InterruptPending();
  const ExitStatus status = StatusOf(flags, interrupted, cases, dump.report);
  if (interrupted) {
    std::fprintf(stderr, "%s: %s\n", experiment.name.c_str(), Interrupted().what());
  }
  if (!flags.record) return status;
  const bool is_recorded =
      RecordMeasured(dump.report, results, status, FormatCommand(label, WithoutMachinePaths(own_arguments)));
  // Who asked for it must not take silence for a yes, though nothing else went wrong.
  return is_recorded || (status != kAllWell && status != kClaimFailed) ? status : kDamaged;
}

ExitStatus RunMain(const Experiment& experiment, const std::vector<std::string>& arguments) {
  Flags flags = ParseFlags(arguments);
  if (flags.help) {
    PrintHelp(experiment);
    return kAllWell;
  }
  const ResolvedSettings settings = ResolveSettings(experiment, flags);
  std::vector<Case> planned = PlanCases(experiment, flags, settings);
  const KnownNames names = NamesOf(experiment, planned);
  JoinNames(names, flags);
  if (flags.describe) {
    PrintNames(names);
    return kAllWell;
  }
  if (!flags.part) CheckNames(flags, names);
  const Store store(common::CallersPath(flags.out) + "/runs/" + experiment.name);
  std::vector<CaseStatus> cases = ResolveCases(experiment, flags, names, store, std::move(planned));
  if (flags.list) {
    CheckStored(store, flags.fresh, cases);
    PrintList(experiment, cases);
    return kAllWell;
  }
  if (std::ranges::none_of(cases, &CaseStatus::selected)) {
    if (!flags.part) ThrowNoCaseIsChosen(flags);
    return kAllWell;  // perhaps another package has such a case
  }
  if (flags.part) KeepOwn(names, flags);
  return RunAndReport(experiment, flags, settings, std::move(cases), arguments);
}

}  // namespace

int Main(const Experiment& experiment, int argc, char** argv) {
  return RunProgramMain(experiment.name, argc, argv, [&](const std::vector<std::string>& arguments) {
    return RunMain(experiment, arguments);
  });
}

}  // namespace structlab::harness
