// What the programs of the harness share: exit statuses, child programs, commands as text.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_

#include <functional>
#include <string>
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

struct ProgramEnding {
  int status = 0;  // exit status, or 128 + signal
  std::string output = {};
  bool interrupted = false;  // an interrupt came and was passed on
};

// Runs a program to its end; its standard output goes to the result if `capture`. It dies with this process.
// The signals of SignalsBlocked must be blocked. Throws common::Error(kEnvironment) if it cannot be started.
ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture);

// The word as a shell reads it back: unchanged if it holds nothing special, else in single quotes. Of
// "--name=value" only the value is quoted: --only='Table 5.1'.
std::string ShellQuoted(const std::string& word);

// "bazel run //experiments/x -- --only='Table 5.1'"
std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments);

// The arguments without those of one machine or run (--out, --data-dir, --part).
std::vector<std::string> WithoutMachinePaths(const std::vector<std::string>& arguments);

// The arguments with these values of some flags (named without dashes) in place of all that they have.
std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags);

// The fact that a library of third_party/ had this version: the build defines STRUCTLAB_SYSTEM_<NAME>_VERSION
// with underscores for dots and signs.
//
//   LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION))
Fact LibraryVersion(std::string_view name, std::string_view version);

#define STRUCTLAB_VERSION_TEXT_OF(version) #version
#define STRUCTLAB_VERSION_TEXT(version) STRUCTLAB_VERSION_TEXT_OF(version)

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_PROGRAM_H_
