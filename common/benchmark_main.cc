#include "common/benchmark_main.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

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

namespace {

std::vector<void (*)(const BenchmarkSelection&)>& Registered() {
  static std::vector<void (*)(const BenchmarkSelection&)> registered;
  return registered;
}

}  // namespace

BenchmarkRegistration::BenchmarkRegistration(void (*measure)(const BenchmarkSelection&)) {
  Registered().push_back(measure);
}

int RegisteredBenchmarksMain(int argc, const char* const* argv) {
  return BenchmarkMain(argc, argv, [](const BenchmarkSelection& selection) {
    for (const auto measure : Registered()) measure(selection);
  });
}

void PrintBenchmarkRow(const BenchmarkRow& row) {
  std::fputs(FormatBenchmarkRow(row).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace structlab::common
