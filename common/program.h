// What command-line programs share: the caller's paths, interruption, and errors as exit statuses.
#ifndef STRUCTLAB_COMMON_PROGRAM_H_
#define STRUCTLAB_COMMON_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace structlab::common {

inline constexpr int kInterruptedStatus = 130;

// A path as the caller meant it: relative to the folder in which the caller called `bazel run`, which itself
// starts programs elsewhere. Without Bazel the path as it is.
std::string CallersPath(const std::string& path);

// The word as a shell reads it back: unchanged if it holds nothing special, else in single quotes; in
// "--name=value" only the value is quoted: --only='Table 5.1'.
std::string ShellQuoted(const std::string& word);

// From now on the first interrupt (Ctrl-C), SIGTERM or SIGHUP sets the flag, and a second one of any kind
// ends the program, except that nohup keeps SIGHUP from it. And a file-size limit or a closed pipe is an
// error of the write, not the end of the program. For main().
const std::atomic<bool>& ListenForInterrupts();

// Runs a program and returns its exit status: that of `run`, or, if it throws, that of the common::Error
// (2 wrong usage, 3 damaged data or environment) and 3 for any other exception, after "name: message" in one
// line to `messages`.
int RunAndReportErrors(const std::string& name, std::FILE* messages, const std::function<int()>& run);

// What a program does: its arguments without its name, where results and messages go, and whether it was
// interrupted. Returns the exit status.
using ProgramFunction = int(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                            const std::atomic<bool>& interrupted);

// The body of main(): calls `run` with the arguments of the command line and listens for interrupts.
//
//     int main(int argc, char** argv) { return structlab::common::ProgramMain(argc, argv,
//     structlab::tools::RunMap); }
int ProgramMain(int argc, char** argv, ProgramFunction* run);

// Throws common::Error(kEnvironment) if what was printed to standard output has not all been taken.
void CheckPrinted(std::FILE* out);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROGRAM_H_
