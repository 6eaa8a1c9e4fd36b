// What the harness itself costs: a case, and joining many.
//
// The program is its own package: with --as-package as first argument it is the program of a package with
// empty cases and some figures.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/package.h"

namespace structlab::harness {
namespace {

constexpr const char* kAsPackage = "--as-package";

constexpr std::string_view kSettings =
    "name\tkind\tpaper\tquick\tsmoke\trange\tdocumentation\n"
    "cases\tint\t1\t\t\t1..1000000\tempty cases\n"
    "figures\tint\t0\t\t\t0..1000\tthat the page shows\n";

constexpr int kMaxFigures = 50;

Package EmptyPackage() {
  Package package("empty", {.about = "# Empty cases\nnone\n", .settings = kSettings});
  package.AddSection("all", "none", [](Package& p) {
    p.Plan([](Planner& plan) {
      plan.dataset = "none";
      for (int64_t i = 0; i < plan.Int("cases"); ++i) {
        Case& c = plan.Add("case", "none", {{"i", std::to_string(i)}});
        const int64_t figures = c.Int("figures");
        c.run = [=](uint64_t, Recorder& record) {
          const auto value = static_cast<double>(i);
          const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, y(10, value);
          for (const char* metric : {"first", "second", "third"}) record.Value("Table 1", metric, value);
          if (figures > 0) record.Curve("Figure " + std::to_string(i % figures), "curve", x, y);
        };
      }
    });
    for (int i = 0; i < kMaxFigures; ++i) {
      p.Figure("figure_" + std::to_string(i),
               Curves({.table = "Figure " + std::to_string(i), .metric = "curve"}));
    }
  });
  return package;
}

// Seconds that this program takes as a package with so many cases.
double RunPackage(int cases, int figures, int jobs, const std::string& out) {
  const std::string command = fmt::format(
      "'{}' {} --jobs={} --set=empty.cases={} --set=empty.figures={} '--out={}' > /dev/null",
      std::filesystem::read_symlink("/proc/self/exe").string(), kAsPackage, jobs, cases, figures, out);
  const auto begin = std::chrono::steady_clock::now();
  if (std::system(command.c_str()) != 0) {
    common::ThrowEnvironmentError(command, "did not run to its end", "see what it has written above");
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The largest memory of any process that was waited for, in MiB.
double LargestPeak() {
  rusage usage = {};
  STRUCTLAB_CHECK(getrusage(RUSAGE_CHILDREN, &usage) == 0);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void Run(const common::BenchmarkSelection& selection) {
  const common::ScratchFolder scratch("harness_benchmark");
  const auto print = [&](const char* name, double value, const char* unit, const char* note) {
    if (!selection.Contains(name)) return;
    common::PrintBenchmarkRow({.benchmark = name, .value = value, .unit = unit, .note = note});
  };
  if (selection.Contains("harness_case/time") || selection.Contains("harness_case/memory")) {
    constexpr int kCases = 300;
    const double one = RunPackage(1, 0, 1, scratch.path() + "/one");
    const double many = RunPackage(kCases, 0, 1, scratch.path() + "/many");
    print("harness_case/time", 1e3 * (many - one) / (kCases - 1), "ms",
          "a case more in a package that links the harness alone, one at a time; wall clock");
    print("harness_case/memory", LargestPeak(), "MiB",
          "the largest process of a run of 300 cases: of one that stores its results, or of the run");
  }
  if (selection.Contains("harness_case/join")) {
    constexpr int kCases = 10000;
    RunPackage(kCases, 50, 8, scratch.path() + "/join");
    print("harness_case/join", RunPackage(kCases, 50, 1, scratch.path() + "/join"), "s",
          "10000 stored cases checked, read, joined and drawn in 50 figures");
  }
}

}  // namespace
}  // namespace structlab::harness

int main(int argc, char** argv) {
  using namespace structlab;
  if (argc > 1 && std::string(argv[1]) == harness::kAsPackage) {
    return harness::PackageMain(harness::EmptyPackage(), argc - 1, argv + 1);
  }
  return common::BenchmarkMain(argc, argv, harness::Run);
}
