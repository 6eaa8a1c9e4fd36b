// What the harness itself costs: a case, and the joining of many.
//
// The program is its own package: with --as-package as first argument it is the program of a package
// with empty cases and some figures.
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/experiment.h"
#include "experiments/harness/setting_check.h"

namespace structlab::harness {
namespace {

constexpr const char* kAsPackage = "--as-package";

Experiment EmptyExperiment() {
  Experiment experiment;
  experiment.name = "empty";
  experiment.title = "Empty cases";
  experiment.source = "none";
  experiment.settings = {
      {.name = "cases", .documentation = "how many", .paper = "1", .check = IntegerWithin(1, 1000000)},
      {.name = "figures",
       .documentation = "that the page shows",
       .paper = "0",
       .check = IntegerWithin(0, 1000)}};
  experiment.methods = {"none"};
  experiment.plan = [](const PlanRequest& request) {
    std::vector<Case> cases;
    for (int64_t i = 0; i < request.settings.Integer("cases"); ++i) {
      cases.push_back({.name = "case/" + std::to_string(i),
                       .dataset = "none",
                       .method = "none",
                       .setting = Setting{{"i", std::to_string(i)}},
                       .parameters = request.settings});
    }
    return cases;
  };
  experiment.run = [](const Case& c, Recorder& record) {
    const double i = c.setting.Number("i");
    const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, y(10, i);
    for (const char* metric : {"first", "second", "third"}) record.Value("Table 1", metric, i);
    if (const int64_t figures = c.parameters.Integer("figures"); figures > 0) {
      record.Curve("Figure " + std::to_string(c.setting.Integer("i") % figures), "curve", x, y);
    }
  };
  experiment.draw = [](const Results& results) {
    std::vector<Figure> figures;
    const int64_t count = results.cases().front().c.parameters.Integer("figures");
    for (int64_t i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      Series mean = MeanCurve("mean", results.Curves({.table = std::string("Figure ").append(number)}));
      figures.push_back({.id = std::string("figure_").append(number),
                         .title = std::string("Figure ").append(number),
                         .caption = {},
                         .x_label = {},
                         .y_label = {},
                         .horizontal_line = {},
                         .horizontal_line_name = {},
                         .series = {std::move(mean)}});
    }
    return figures;
  };
  return experiment;
}

// Seconds that this program takes as a package with so many cases.
double RunPackage(int cases, int figures, int jobs, const std::string& out, const std::string& self) {
  const std::string command = "'" + self + "' " + kAsPackage + " --jobs=" + std::to_string(jobs) +
                              " --set=empty.cases=" + std::to_string(cases) +
                              " --set=empty.figures=" + std::to_string(figures) + " '--out=" + out +
                              "' > /dev/null";
  const auto begin = std::chrono::steady_clock::now();
  if (std::system(command.c_str()) != 0) {
    common::ThrowEnvironmentError(command, "did not run to its end", "see what it has written above");
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The largest memory of any process that was waited for: of the cases, with what it takes to store them, and
// of the packages that ran them. MiB.
double LargestPeak() {
  rusage usage = {};
  STRUCTLAB_CHECK(getrusage(RUSAGE_CHILDREN, &usage) == 0);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void MeasureCase(const std::string& self, bool time, bool memory) {
  constexpr int kCases = 300;
  const common::ScratchFolder scratch("harness_benchmark");
  const double one = RunPackage(1, 0, 1, scratch.path() + "/one", self);
  const double many = RunPackage(kCases, 0, 1, scratch.path() + "/many", self);
  if (time) {
    common::PrintBenchmarkRow(
        {.benchmark = "harness_case/time",
         .value = 1e3 * (many - one) / (kCases - 1),
         .unit = "ms",
         .note = "a case more in a package that links the harness alone, one at a time; wall clock"});
  }
  if (memory) {
    common::PrintBenchmarkRow(
        {.benchmark = "harness_case/memory",
         .value = LargestPeak(),
         .unit = "MiB",
         .note = "the largest process of a run of 300 cases: of one that stores its results, or of the run"});
  }
}

void MeasureJoin(const std::string& self) {
  constexpr int kCases = 10000;
  const common::ScratchFolder scratch("harness_benchmark");
  RunPackage(kCases, 50, 8, scratch.path(), self);
  common::PrintBenchmarkRow({.benchmark = "harness_case/join",
                             .value = RunPackage(kCases, 50, 1, scratch.path(), self),
                             .unit = "s",
                             .note = "10000 stored cases checked, read, joined and drawn in 50 figures"});
}

void Run(const common::BenchmarkSelection& selection) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const bool time = selection.Contains("harness_case/time"),
             memory = selection.Contains("harness_case/memory");
  if (time || memory) MeasureCase(self, time, memory);
  if (selection.Contains("harness_case/join")) MeasureJoin(self);
}

}  // namespace
}  // namespace structlab::harness

int main(int argc, char** argv) {
  using namespace structlab;
  if (argc > 1 && std::string(argv[1]) == harness::kAsPackage) {
    return harness::Main(harness::EmptyExperiment(), argc - 1, argv + 1);
  }
  return common::BenchmarkMain(argc, argv, harness::Run);
}
