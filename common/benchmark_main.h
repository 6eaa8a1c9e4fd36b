// The main function of a benchmark program, as tools/bench runs it.
#ifndef STRUCTLAB_COMMON_BENCHMARK_MAIN_H_
#define STRUCTLAB_COMMON_BENCHMARK_MAIN_H_

#include <functional>

#include "common/benchmark_row.h"

namespace structlab::common {

// Calls `measure` with what the arguments ask for and returns the exit status: 0, or that of the error, after
// its message in one line on standard error (RunAndReportErrors in program.h).
//
//   void Measure(const BenchmarkSelection& selection) {
//     if (selection.Contains("max_flow_venus/grid")) PrintBenchmarkRow({.benchmark = ...});
//   }
//   int main(int argc, char** argv) { return BenchmarkMain(argc, argv, Measure); }
int BenchmarkMain(int argc, const char* const* argv,
                  const std::function<void(const BenchmarkSelection&)>& measure);

// Writes the row to standard output at once: the next may take minutes.
void PrintBenchmarkRow(const BenchmarkRow& row);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BENCHMARK_MAIN_H_
