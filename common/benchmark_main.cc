#include "common/benchmark_main.h"

#include <cstdio>
#include <filesystem>

#include "common/program.h"

namespace structlab::common {

int BenchmarkMain(int argc, const char* const* argv,
                  const std::function<void(const BenchmarkSelection&)>& measure) {
  const std::string program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "benchmark";
  return RunAndReportErrors(program, stderr, [&] {
    measure(BenchmarkSelection(argc, argv));
    return 0;
  });
}

void PrintBenchmarkRow(const BenchmarkRow& row) {
  std::fputs(FormatBenchmarkRow(row).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace structlab::common
