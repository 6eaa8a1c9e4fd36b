// The main function of benchmark programs, as tools/bench runs them.
//
//     void Measure(const BenchmarkSelection& selection) {
//       if (selection.Contains("max_flow_venus/grid")) PrintBenchmarkRow({.benchmark = ...});
//     }
//     const BenchmarkRegistration registration(Measure);
//
// A program of //common:benchmark_program (common/folder.bzl: folder_benchmark) may have several such files.
#ifndef STRUCTLAB_COMMON_BENCHMARK_MAIN_H_
#define STRUCTLAB_COMMON_BENCHMARK_MAIN_H_

#include <functional>

#include "common/benchmark_row.h"

namespace structlab::common {

// Calls `measure` with the selection of the command line and returns the exit status: 0, or the status of the
// error, whose message is one line on standard error (RunAndReportErrors in program.h).
int BenchmarkMain(int argc, const char* const* argv,
                  const std::function<void(const BenchmarkSelection&)>& measure);

// Adds `measure` to the benchmarks of the program. One constant of this type stands in each file of
// benchmarks.
class BenchmarkRegistration {
 public:
  explicit BenchmarkRegistration(void (*measure)(const BenchmarkSelection&));
};

// BenchmarkMain of each registered file in turn. An error in one does not stop the others. Returns the status
// of the first error, or 0.
int RegisteredBenchmarksMain(int argc, const char* const* argv);

// Writes the row to standard output and flushes it, because the next row may take minutes.
void PrintBenchmarkRow(const BenchmarkRow& row);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BENCHMARK_MAIN_H_
