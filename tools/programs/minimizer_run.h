// Shared by the programs that minimise an energy: stop rules, progress, trace and summary.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "common/command_line.h"
#include "common/run_control.h"
#include "graphical_models/model/map_result.h"
#include "tools/programs/output_checks.h"  // IWYU pragma: export

namespace structlab::tools {

struct StopArguments {
  std::optional<double> seconds, gap;
  std::optional<int64_t> iterations;
  std::string trace;  // path of the trace; empty: no trace
};

// Adds --seconds, --iterations, --gap and --trace.
void AddStopFlags(common::CommandLine& line, StopArguments& arguments);

// Adds --threads; the default is the number of hardware threads.
void AddThreadsFlag(common::CommandLine& line, int& threads);

// Throws common::Error(kUsage) for fewer than one thread and more than 1024.
void CheckThreads(int threads);

// Calls minimize with these limits, the interrupt flag and an observer that shows progress on `messages`, in
// a line that begins with the program's name. The callback must set seed and threads itself. The progress
// line is ended before this returns.
graphical_models::MapResult MinimizeWithProgress(
    const std::string& program, const StopArguments& arguments, std::FILE* messages,
    const std::atomic<bool>& interrupted,
    const std::function<graphical_models::MapResult(common::RunControl)>& minimize);

// Writes the trace as a table (TSV) if --trace was given.
void WriteTrace(const graphical_models::MapResult& result, const StopArguments& arguments);

// Print the lines "lower bound" and "ended" of a summary. If the minimised energy is not the printed one,
// `of_what` names it and is appended.
void PrintLowerBound(const graphical_models::MapResult& result, const char* of_what, std::FILE* to);
void PrintEnding(const graphical_models::MapResult& result, const StopArguments& arguments,
                 const char* of_what, std::FILE* to);

// Prints that the best labeling so far is written. Returns the exit status of an interrupted program.
int ReportInterruption(const std::string& program, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_
