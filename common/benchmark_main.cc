#include "common/benchmark_main.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "common/program.h"

namespace structlab::common {
namespace {

// As messages name it: with its folder, since most programs of benchmarks have the same name.
std::string NameOfProgram(int argc, const char* const* argv) {
  if (argc < 1) return "benchmark";
  const std::filesystem::path path = argv[0];
  return (path.parent_path().filename() / path.filename()).string();
}

std::vector<void (*)(const BenchmarkSelection&)>& Registered() {
  static std::vector<void (*)(const BenchmarkSelection&)> registered;
  return registered;
}

}  // namespace

int BenchmarkMain(int argc, const char* const* argv,
                  const std::function<void(const BenchmarkSelection&)>& measure) {
  return RunAndReportErrors(NameOfProgram(argc, argv), stderr, [&] {
    measure(BenchmarkSelection(argc, argv));
    return 0;
  });
}

BenchmarkRegistration::BenchmarkRegistration(void (*measure)(const BenchmarkSelection&)) {
  Registered().push_back(measure);
}

int RegisteredBenchmarksMain(int argc, const char* const* argv) {
  int status = 0;
  for (const auto measure : Registered()) {
    const int each = BenchmarkMain(argc, argv, measure);
    if (each == 2) return each;  // wrong usage: the arguments are the same for all
    if (status == 0) status = each;
  }
  return status;
}

void PrintBenchmarkRow(const BenchmarkRow& row) {
  std::fputs(FormatBenchmarkRow(row).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace structlab::common
