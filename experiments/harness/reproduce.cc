#include "experiments/harness/reproduce.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "common/error.h"
#include "common/program.h"
#include "experiments/harness/child_program.h"
#include "experiments/harness/command_line.h"
#include "experiments/harness/exit_status.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/name_match.h"
#include "experiments/harness/output_folder.h"
#include "experiments/harness/plan.h"
#include "experiments/harness/process_pool.h"
#include "experiments/harness/program_main.h"
#include "experiments/harness/provenance.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

struct Package {
  std::string name, path;
  KnownNames names;
};

// The program among the built files: in a folder above this one, or in its runfiles.
std::string Locate(const std::string& program) {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  const fs::path runfiles = self.string() + ".runfiles/structlab/" + program;
  if (fs::exists(runfiles)) return runfiles.string();
  for (fs::path folder = self.parent_path(); folder != folder.parent_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / program)) return (folder / program).string();
  }
  common::ThrowEnvironmentError(program, "is not built", "start it by `bazel run //experiments:reproduce`");
}

std::string LastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

KnownNames ParseNames(const std::string& text) {
  KnownNames names;
  for (const std::string_view line : SplitList(text, '\n')) {
    const size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    const std::string_view kind = line.substr(0, tab);
    const std::string name(line.substr(tab + 1));
    if (kind == "package") names.packages.push_back(name);
    if (kind == "case") names.cases.push_back(name);
    if (kind == "table") names.tables.push_back(name);
    if (kind == "claim") names.claims.push_back(name);
    if (kind == "method") names.methods.push_back(name);
    if (kind == "setting") names.settings.push_back(name);
  }
  return names;
}

KnownNames AllNames(const std::vector<Package>& packages) {
  KnownNames all;
  const auto append = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Package& package : packages) {
    append(all.packages, package.names.packages);
    append(all.cases, package.names.cases);
    append(all.tables, package.names.tables);
    append(all.claims, package.names.claims);
    append(all.methods, package.names.methods);
    append(all.settings, package.names.settings);
  }
  return all;
}

bool HasChosenMethod(const Flags& flags, const KnownNames& names) {
  return flags.methods.empty() ||
         std::any_of(flags.methods.begin(), flags.methods.end(), [&](const std::string& pattern) {
           return std::any_of(names.methods.begin(), names.methods.end(),
                              [&](const std::string& method) { return MatchesGlob(pattern, method); });
         });
}

bool WillRun(const Package& package, const Flags& flags) {
  return IsPackageSelected(flags, package.names) && HasChosenMethod(flags, package.names);
}

// The state of the checkout, for the packages, which else would each ask git.
SourceState HandOverSourceState() {
  const SourceState source = FindSourceState();
  ::setenv("STRUCTLAB_COMMIT", source.commit.c_str(), 1);
  ::setenv("STRUCTLAB_DIRTY", source.is_dirty ? "1" : "0", 1);
  return source;
}

// Asks the packages for the names they know. A package complains itself of what is wrong with its own flags;
// the status is then its.
ExitStatus FindPackages(const std::vector<std::string>& programs, std::vector<std::string> arguments,
                        std::vector<Package>* packages) {
  arguments.push_back("--describe");
  for (const std::string& program : programs) {
    Package& package = packages->emplace_back();
    package.name = LastPart(program);
    package.path = Locate(program);
    const ProgramEnding ending = RunProgram(package.path, arguments, /*capture=*/true);
    if (ending.interrupted) return kInterrupted;
    if (ending.status != kAllWell) return FirstThatApplies(ending.status, kAllWell);
    package.names = ParseNames(ending.output);
  }
  return kAllWell;
}

struct PartsEnding {
  int status = kAllWell;
  bool left_nothing = true;        // no package was started, or each ended before it had anything to report
  std::vector<Fact> not_run = {};  // the packages that left nothing new, each with the reason
};

PartsEnding RunParts(const std::vector<Package>& packages, const Flags& flags,
                     std::vector<std::string> arguments, const std::string& out) {
  arguments.push_back("--part");
  PartsEnding parts;
  for (const Package& package : packages) {
    if (!WillRun(package, flags)) {
      parts.not_run.push_back({package.name, "not asked for by --only and --methods"});
      continue;
    }
    if (parts.status == kInterrupted) {
      parts.not_run.push_back({package.name, "the run was interrupted before it"});
      continue;
    }
    const uint64_t dump_before = IdentityOfDump(out, package.name);
    const ProgramEnding ending = RunProgram(package.path, arguments, /*capture=*/false);
    if (ending.status > 128 && !ending.interrupted) {
      std::fprintf(stderr, "%s: killed by signal %d\n", package.name.c_str(), ending.status - 128);
    }
    if (IdentityOfDump(out, package.name) != dump_before) {
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

ExitStatus RunPackages(const std::vector<std::string>& programs, const std::vector<std::string>& arguments) {
  Flags flags = ParseFlags(arguments);
  if (flags.help) {
    std::printf("%s", HelpText("//experiments:reproduce",
                               "Regenerates the tables, figures and claims of the "
                               "papers, and compares them with the printed ones.")
                          .c_str());
    std::printf("\nPackages, each with --help for its tables, claims, methods and settings:\n");
    for (const std::string& program : programs) {
      std::printf("  bazel run //experiments/%s -- --help\n", LastPart(program).c_str());
    }
    return kAllWell;
  }
  const SignalsBlocked signals;
  const SourceState source = HandOverSourceState();
  std::vector<Package> packages;
  if (const ExitStatus status = FindPackages(programs, arguments, &packages); status != kAllWell)
    return status;
  const KnownNames names = AllNames(packages);
  JoinNames(names, flags);
  CheckNames(flags, names);
  const std::string out = common::CallersPath(flags.out);
  std::optional<FolderLock> lock;
  if (!flags.list) {
    MakeFolder(out);
    lock.emplace(out);
    RemoveLeftovers(out);
    std::set<std::string> anew;
    for (const Package& package : packages) {
      if (WillRun(package, flags)) anew.insert(package.name);
    }
    CheckPackageDumps(out, anew);
  }
  const PartsEnding parts = RunParts(packages, flags, arguments, out);
  if (parts.left_nothing && parts.status == kAllWell && !flags.list) ThrowNoCaseIsChosen(flags);
  if (flags.list || parts.left_nothing) return FirstThatApplies(parts.status, kAllWell);
  const std::string command = FormatCommand("//experiments:reproduce", arguments);
  WriteRun(out, command, RunFacts(source, command), parts.not_run);
  std::printf("report: %s/report/index.html\n", out.c_str());
  if (SignalsBlocked::InterruptPending()) return kInterrupted;
  return FirstThatApplies(parts.status, kAllWell);
}

}  // namespace

int Reproduce(const std::vector<std::string>& programs, int argc, char** argv) {
  return RunProgramMain("reproduce", argc, argv, [&](const std::vector<std::string>& arguments) {
    return RunPackages(programs, arguments);
  });
}

}  // namespace structlab::harness
