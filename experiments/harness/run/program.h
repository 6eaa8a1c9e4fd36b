// What the programs of the harness share: exit statuses, commands as text, and where their numbers come from.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

enum ExitStatus : int {
  kAllWell = 0,
  kCaseFailed = 1,  // the others still ran
  kWrongUsage = 2,
  kDamaged = 3,      // environment or data
  kClaimFailed = 4,  // only with --strict
  kInterrupted = 130,
};

inline constexpr const char* kInterruptedMessage =
    "interrupted; what is done is kept, and the same command goes on from there (without --fresh)";

// The status of a whole with two parts: the first that applies of interrupted, wrong usage, damaged, case
// failed, claim failed. Any other status, such as that of a crash, counts as damaged.
ExitStatus FirstThatApplies(int a, int b);

// The frame of `main`: calls body with the arguments, prints an error as "name: message" in one line, and
// returns the exit status. Signals of full disks and closed pipes become errors of the write.
int RunProgramMain(const std::string& name, int argc, char** argv,
                   const std::function<ExitStatus(const std::vector<std::string>& arguments)>& body);

// The word as a shell reads it back: unchanged if it holds nothing special, else in single quotes; in
// "--name=value" only the value is quoted: --only='Table 5.1'.
std::string ShellQuoted(const std::string& word);

// "bazel run //experiments/x -- --only='Table 5.1'"
std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments);

// The arguments with these values of some flags (named without dashes) in place of all that they have.
std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags);

// The state of the checkout. `reproduce` hands it to the packages through the environment
// (STRUCTLAB_COMMIT, STRUCTLAB_DIRTY=0|1); a package that is run by `bazel run` asks git.
struct SourceState {
  std::string commit = "unknown";
  bool is_dirty = true;  // also where nobody knows
};
SourceState FindSourceState();
// The fact, "yes" or "no", that stored cases have of it.
inline constexpr const char* kUncommittedChanges = "uncommitted changes";

// What a run knows of every number it makes: commit, command, compiler, build, libraries of the harness,
// processor, cores, memory, system.
std::vector<Fact> RunFacts(const SourceState& source, const std::string& command);

// The fact that a library of third_party/ had this version: the build defines STRUCTLAB_SYSTEM_<NAME>_VERSION
// with underscores for dots and signs.
//
//   LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION))
Fact LibraryVersion(std::string_view name, std::string_view version);

#define STRUCTLAB_VERSION_TEXT_OF(version) #version
#define STRUCTLAB_VERSION_TEXT(version) STRUCTLAB_VERSION_TEXT_OF(version)

// Now, UTC: 2026-01-31T12:00:00Z.
std::string FormatNow();

// The folder of the checkout, or empty if the program was not started by `bazel run`.
std::string CheckoutFolder();
// --data-dir, else $STRUCTLAB_DATA, else data/ in the checkout (or where the program was started). Throws
// common::Error if the flag (usage) or the variable (environment) names no folder, so that a mistyped path
// does not silently become generated data.
std::string DataFolder(const std::optional<std::string>& flag);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
