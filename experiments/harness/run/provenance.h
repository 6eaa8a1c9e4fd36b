// Where a number comes from: source, machine, build.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROVENANCE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROVENANCE_H_

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

// The state of the checkout. `reproduce` hands it to the packages through the environment
// (STRUCTLAB_COMMIT, STRUCTLAB_DIRTY=0|1); a package that is run by `bazel run` asks git.
struct SourceState {
  std::string commit = "unknown";
  bool is_dirty = true;  // also where nobody knows
};
SourceState FindSourceState();
// The fact, "yes" or "no", that a stored case has of it.
inline constexpr const char* kUncommittedChanges = "uncommitted changes";

// compiler, build, libraries of the harness, processor, cores, memory, system. The same in one run.
std::vector<Fact> BuildAndMachine();

// What a run knows of every number it makes: the commit, the command, BuildAndMachine.
std::vector<Fact> RunFacts(const SourceState& source, const std::string& command);

// Now, UTC: 2026-01-31T12:00:00Z.
std::string FormatNow();
// The inverse, in seconds since 1970; none if the text is no such time.
std::optional<std::time_t> ParseTime(const std::string& text);

// The folder of the checkout, or empty if the program was not started by `bazel run`.
std::string CheckoutFolder();
// --data-dir, else $STRUCTLAB_DATA, else data/ in the checkout (or where the program was started). Throws
// common::Error if the flag (usage) or the variable (environment) names no folder: who names one does not
// want stand-ins because of a slip of the pen.
std::string DataFolder(const std::optional<std::string>& flag);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROVENANCE_H_
