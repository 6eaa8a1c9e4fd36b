// Shared by all command-line programs: the caller's paths, interruption, and errors as exit statuses.
#ifndef STRUCTLAB_COMMON_PROGRAM_H_
#define STRUCTLAB_COMMON_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace structlab::common {

inline constexpr int kInterruptedStatus = 130;

// Resolves a path relative to the folder in which the user called `bazel run`, because Bazel starts programs
// in another folder. Without Bazel, returns the path unchanged.
std::string CallersPath(const std::string& path);

// Quotes a word for a shell: unchanged if it has no special character, otherwise in single quotes. For
// "--name=value" only the value is quoted: --only='Table 5.1'.
std::string ShellQuoted(const std::string& word);

// To be called by main(). From then on:
//   - the first SIGINT (Ctrl-C), SIGTERM or SIGHUP sets the returned flag; a second one of any kind ends the
//     program. Under nohup, SIGHUP stays ignored;
//   - a file-size limit or a closed pipe makes the write fail and does not end the program.
const std::atomic<bool>& ListenForInterrupts();

// Runs a program and returns its exit status:
//   - without an exception, the value of `run`;
//   - for a common::Error, its exit status (2 wrong usage, 3 damaged data or environment);
//   - for any other exception, 3.
// An exception is reported to `messages` in one line, "name: message".
int RunAndReportErrors(const std::string& name, std::FILE* messages, const std::function<int()>& run);

// The same for a program that works on the user's files. It replaces no file that it has read
// (input_scope.h).
int RunOnUserFiles(const std::string& name, std::FILE* messages, const std::function<int()>& run);

// A program: takes its arguments without its name, the files for results and messages, and the flag that says
// that it was interrupted; returns the exit status.
using ProgramFunction = int(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
                            const std::atomic<bool>& interrupted);

// The body of main(): calls `run` with the arguments of the command line and listens for interrupts.
//
//     int main(int argc, char** argv) { return common::ProgramMain(argc, argv, tools::RunMap); }
int ProgramMain(int argc, char** argv, ProgramFunction* run);

// Flushes `out` and throws common::Error(kEnvironment) if something printed to it could not be written.
void CheckPrinted(std::FILE* out);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROGRAM_H_
