// What the programs that minimise an energy have in common: when to stop, progress, trace and summary.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "common/run_control.h"
#include "graphical_models/model/map_result.h"
#include "tools/programs/output_checks.h"  // IWYU pragma: export

namespace CLI {
class App;
}

namespace structlab::tools {

struct StopArguments {
  double seconds = std::numeric_limits<double>::infinity();
  double gap = -std::numeric_limits<double>::infinity();
  std::optional<int64_t> iterations;
  std::string trace;  // a file; empty: none
};

// --seconds, --iterations, --gap and --trace.
void AddStopFlags(CLI::App& app, StopArguments& arguments);

// --threads, by default as many as the machine runs at once.
void AddThreadsFlag(CLI::App& app, int& threads);

// Throws common::Error(kUsage) for fewer than one thread and more than 1024.
void CheckThreads(int threads);

// Calls minimize with these limits, the flag and an observer, without seed and threads: a line of progress on
// `messages` begins with the name of the program. Progress is at its end when it returns.
graphical_models::MapResult MinimizeWithProgress(
    const std::string& program, const StopArguments& arguments, std::FILE* messages,
    const std::atomic<bool>& interrupted,
    const std::function<graphical_models::MapResult(common::RunControl)>& minimize);

// Writes the trace as a table if one is asked for.
void WriteTrace(const graphical_models::MapResult& result, const StopArguments& arguments);

// The lines "lower bound" and "ended" of a summary.
// `of_what` stands behind what is said of the energy that was minimised, if that is not the one printed.
void PrintLowerBound(const graphical_models::MapResult& result, const char* of_what, std::FILE* to);
void PrintEnding(const graphical_models::MapResult& result, const StopArguments& arguments,
                 const char* of_what, std::FILE* to);

// Says that the best labeling so far is written; the exit status of that.
int ReportInterruption(const std::string& program, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MINIMIZER_RUN_H_
