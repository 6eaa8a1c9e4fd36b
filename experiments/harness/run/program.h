// What the programs of the harness share: exit statuses, commands as text, where their numbers come from, and
// the folders that they read and write.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/build_facts.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

using common::LibraryVersion;

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

// "bazel run //experiments/x -- --only='Table 5.1'"
std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments);

// Replaces all values of these flags (named without dashes) in the arguments.
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

// Now, UTC: 2026-01-31T12:00:00Z.
std::string FormatNow();

// The folder of the checkout, or empty if the program was not started by `bazel run`.
std::string CheckoutFolder();
// --data-dir, else $STRUCTLAB_DATA, else data/ in the checkout (or where the program was started). Throws
// common::Error if the flag (usage) or the variable (environment) names no folder, so that a mistyped path
// does not silently become generated data.
std::string DataFolder(const std::optional<std::string>& flag);

// Makes the folder and its parents. Throws common::Error(kEnvironment), e.g. if a part of the path is a file.
void MakeFolder(const std::string& folder);

// Removes the temporary files that a killed run left: of the tables in the folder itself, and anywhere below
// packages/, report/, files/ and runs/. Only for the holder of its lock (common/processes/folder_lock.h).
void RemoveLeftovers(const std::string& folder);

// Throws common::Error(kData) if an older version of the harness wrote into the folder, with what to do.
void RefuseOldFolder(const std::string& folder);

// Writes the files that cases recorded, as <folder>/files/<package>/<case key>/<name>, and removes those that
// it wrote for earlier results and that are gone. `.written` beside them lists what it wrote: files of the
// user stay.
void WriteRecordedFiles(const std::string& folder, const std::string& package, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
