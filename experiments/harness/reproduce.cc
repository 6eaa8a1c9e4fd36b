#include "experiments/harness/reproduce.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "common/error.h"
#include "common/processes/child_process.h"
#include "common/processes/folder_lock.h"
#include "common/program.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/report/overview_picture.h"
#include "experiments/harness/report/report.h"
#include "experiments/harness/run/flags.h"
#include "experiments/harness/run/program.h"
#include "experiments/harness/run/select.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

struct PackageProgram {
  std::string name, path;
  KnownNames names;
};

std::string LastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The state of the checkout, for the packages, which would otherwise each ask git.
SourceState HandOverSourceState() {
  const SourceState source = FindSourceState();
  ::setenv("STRUCTLAB_COMMIT", source.commit.c_str(), 1);
  ::setenv("STRUCTLAB_DIRTY", source.is_dirty ? "1" : "0", 1);
  return source;
}

// Asks the packages for the names they know. A package says itself what is wrong with its own flags; the
// status is then its status.
ExitStatus FindPackages(const std::vector<std::string>& programs, std::vector<std::string> arguments,
                        std::vector<PackageProgram>* packages) {
  if (std::ranges::find(arguments, "--describe") == arguments.end()) arguments.push_back("--describe");
  for (const std::string& program : programs) {
    PackageProgram& package = packages->emplace_back();
    package.name = LastPart(program);
    package.path = FindBuilt(program);
    if (package.path.empty()) {
      common::ThrowEnvironmentError(program, "is not built",
                                    "start it by `bazel run //experiments:reproduce`");
    }
    const common::ProgramEnding ending = common::RunProgram(package.path, arguments, /*capture=*/true);
    if (ending.interrupted) return kInterrupted;
    if (ending.status != kAllWell) return FirstThatApplies(ending.status, kAllWell);
    package.names = ParseNames(ending.output);
  }
  return kAllWell;
}

// Which file the package's last results are; another one after each run that leaves some.
uint64_t IdentityOfResults(const std::string& out, const std::string& package) {
  struct stat status = {};
  const std::string path = out + "/packages/" + package + "/package.tsv";
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

struct PartsEnding {
  int status = kAllWell;
  bool left_nothing = true;        // no package left new results, or listed a case
  std::vector<Fact> not_run = {};  // the packages that left nothing new, each with the reason
};

PartsEnding RunParts(const std::vector<PackageProgram>& packages, const Flags& flags,
                     std::vector<std::string> arguments, const std::string& out) {
  arguments.push_back("--part");
  const auto begin = std::chrono::steady_clock::now();
  PartsEnding parts;
  for (const PackageProgram& package : packages) {
    if (!IsPackageSelected(flags, package.names)) {
      parts.not_run.push_back({package.name, "not asked for by --only and --methods"});
      continue;
    }
    if (parts.status == kInterrupted) {
      parts.not_run.push_back({package.name, "the run was interrupted before it"});
      continue;
    }
    if (flags.from_record && !HasRecord(package.name)) {
      parts.not_run.push_back({package.name, "it has no record"});
      continue;
    }
    std::vector<std::string> own = arguments;
    if (flags.budget_seconds) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      const double left = *flags.budget_seconds - passed.count();
      if (left <= 0) {
        parts.not_run.push_back({package.name, "the budget was used up before it"});
        continue;
      }
      own = WithValues(own, {{"budget", {fmt::format("{}s", left)}}});
    }
    const uint64_t before = IdentityOfResults(out, package.name);
    const bool is_listed = flags.list && !flags.from_record;
    const common::ProgramEnding ending = common::RunProgram(package.path, own, /*capture=*/is_listed);
    std::fputs(ending.output.c_str(), stdout);
    if (!ending.output.empty()) parts.left_nothing = false;
    if (ending.status > 128 && !ending.interrupted) {
      std::fprintf(stderr, "%s: killed by signal %d\n", package.name.c_str(), ending.status - 128);
    }
    if (IdentityOfResults(out, package.name) != before) {
      parts.left_nothing = false;
    } else {
      parts.not_run.push_back(
          {package.name, ending.status == kAllWell
                             ? "no case of it was chosen"
                             : "it ended before it had anything to report; the terminal said why"});
    }
    parts.status =
        FirstThatApplies(parts.status, ending.interrupted ? static_cast<int>(kInterrupted) : ending.status);
  }
  return parts;
}

ExitStatus RunPackages(const std::vector<std::string>& programs, const std::vector<WorkPart>& works,
                       const std::vector<std::string>& arguments) {
  constexpr const char* kLabel = "//experiments:reproduce";
  constexpr const char* kAbout =
      "Regenerates the tables, figures and claims of the papers, and compares them with the printed ones.";
  Flags flags = ParseFlags(arguments);
  if (flags.help_as_json) {
    std::printf("%s", JsonHelpText(kLabel, kAbout, {}).c_str());
    return kAllWell;
  }
  if (flags.help) {
    std::printf("%s", HelpText(kLabel, kAbout).c_str());
    std::printf("\n\nPackages, each with --help for its tables, claims, methods and settings:\n");
    for (const std::string& program : programs) {
      std::printf("  bazel run //experiments/%s -- --help\n", LastPart(program).c_str());
    }
    return kAllWell;
  }
  for (const auto& [name, value] : {std::pair("--why", flags.why), std::pair("--run-case", flags.run_case)}) {
    if (!value.empty()) {
      common::ThrowUsageError(name, "the program of one package", "reproduce",
                              "bazel run //experiments/PACKAGE -- ...");
    }
  }
  const common::SignalsBlocked signals;
  const SourceState source = HandOverSourceState();
  std::vector<PackageProgram> packages;
  if (const ExitStatus status = FindPackages(programs, arguments, &packages); status != kAllWell)
    return status;
  std::string described;
  for (const PackageProgram& package : packages) described += FormatNames(package.names);
  if (flags.describe) {
    std::printf("%s", described.c_str());
    return kAllWell;
  }
  const KnownNames names = ParseNames(described);
  JoinNames(names, flags);
  CheckNames(flags, names);
  const std::string out = common::CallersPath(flags.out);
  std::optional<common::FolderLock> lock;
  if (!flags.list) {
    MakeFolder(out);
    lock.emplace(out);
    RemoveLeftovers(out);
    RefuseOldFolder(out);
    if (fs::exists(out + "/packages"))
      MergeTables(out);  // what cannot be read should not be found when hours of work are done
  }
  const PartsEnding parts = RunParts(packages, flags, arguments, out);
  if (parts.left_nothing && parts.status == kAllWell && !(flags.list && flags.from_record)) {
    if (!flags.from_record) ThrowNoCaseIsChosen(flags);
    common::ThrowDataError("--from-record", "a package with a record", "none", "record one by --record");
  }
  if (flags.list || parts.left_nothing) return FirstThatApplies(parts.status, kAllWell);
  const std::string command = FormatCommand("//experiments:reproduce", arguments);
  MergeTables(out);
  WriteFrontPage(out, {.command = command,
                       .provenance = RunFacts(source, command),
                       .not_run = parts.not_run,
                       .works = works});
  std::printf("report: %s/report/index.html\n", out.c_str());
  if (common::SignalsBlocked::InterruptPending()) return kInterrupted;
  return FirstThatApplies(parts.status, kAllWell);
}

}  // namespace

int Reproduce(const std::vector<std::string>& programs, std::string_view works, int argc, char** argv) {
  return RunProgramMain("reproduce", argc, argv, [&](const std::vector<std::string>& arguments) {
    return RunPackages(programs, ParseWorks(works, "works.tsv"), arguments);
  });
}

}  // namespace structlab::harness
