// How long profiles of the packages take, and the memory of their largest process (profile_runs.h). There is
// no yardstick except the bounds that the targets give.
//
// With STRUCTLAB_BENCHMARK_RESULTS=FOLDER what the profiles find stays in FOLDER/PACKAGE/PROFILE. The same
// program with --out there and --record then need not run the cases once more.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "experiments/profile_runs.h"

namespace structlab::experiments {
namespace {

struct Usage {
  double seconds;
  double peak_mib;  // of the largest of its processes
};

std::string TemporaryFolder() {
  std::string folder = (std::filesystem::temp_directory_path() / "profile_benchmark_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    common::ThrowEnvironmentError(folder, "cannot be made", "set TMPDIR to a folder that can be written");
  }
  return folder;
}

// Runs the program of a package with two cases at a time, all of them anew, into a folder.
Usage RunPackage(const std::string& package, std::vector<std::string> arguments, const std::string& folder) {
  const std::string here = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
  const std::string program = std::string(here).append("/").append(package).append("/").append(package);
  arguments.insert(arguments.begin(), program);
  arguments.insert(arguments.end(), {"--out=" + folder, "--jobs=2", "--fresh"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int status = 0;
  rusage usage{};
  const double seconds = common::MeasureSeconds(
      [&] {
        const pid_t child = fork();
        if (child == 0) {
          if (freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
          execv(program.c_str(), argv.data());
          _exit(127);
        }
        wait4(child, &status, 0, &usage);
      },
      common::BenchmarkClock::kWall);
  if (status != 0) {
    std::string command;
    for (const std::string& argument : arguments) command.append(command.empty() ? "" : " ").append(argument);
    common::ThrowEnvironmentError(command,
                                  WIFSIGNALED(status)
                                      ? "was killed by signal " + std::to_string(WTERMSIG(status))
                                      : "ended with status " + std::to_string(WEXITSTATUS(status)),
                                  "see what it has written above");
  }
  return {seconds, static_cast<double>(usage.ru_maxrss) / 1024};
}

Usage RunPackage(const std::string& package, std::vector<std::string> arguments) {
  const std::string folder = TemporaryFolder();
  const Usage usage = RunPackage(package, std::move(arguments), folder);
  std::filesystem::remove_all(folder);
  return usage;
}

// The results of a profile stay where $STRUCTLAB_BENCHMARK_RESULTS says.
Usage Measure(const ProfileRun& run) {
  const char* const kept = std::getenv("STRUCTLAB_BENCHMARK_RESULTS");
  if (kept == nullptr || run.benchmark == kMemoryBenchmark) return RunPackage(run.package, run.flags);
  const std::filesystem::path folder = std::filesystem::path(kept) / run.benchmark;
  std::filesystem::create_directories(folder);
  return RunPackage(run.package, run.flags, folder.string());
}

void Run(const common::BenchmarkSelection& selection) {
  const std::string data =
      std::getenv("STRUCTLAB_DATA") == nullptr ? "on stand-ins" : "with the data of $STRUCTLAB_DATA";
  for (const ProfileRun& run : ProfileRuns()) {
    if (!selection.Contains(run.benchmark)) continue;
    const Usage usage = Measure(run);
    if (run.benchmark == kMemoryBenchmark) {
      common::PrintBenchmarkRow(
          {.benchmark = run.benchmark,
           .value = usage.peak_mib,
           .unit = "MiB",
           .note = "of the larger process of two cases of `paper` alone: a path on the words of "
                   "OCR, and one on the images of USPS; " +
                   data});
    } else {
      common::PrintBenchmarkRow({.benchmark = run.benchmark,
                                 .value = usage.seconds,
                                 .unit = "s",
                                 .threads = 2,
                                 .note = "wall clock, two cases at a time; the largest process took " +
                                         common::FormatShort(usage.peak_mib) + " MiB; " + data});
    }
  }
}

const common::BenchmarkRegistration registration(Run);

}  // namespace
}  // namespace structlab::experiments
