// How long profiles of the packages take, and the memory of their largest process, with that of two of the
// largest cases of regularization_path alone: one that trains on all words, and one on the images of USPS.
// There is no yardstick but the bounds that the targets give.
//
// With STRUCTLAB_BENCHMARK_RESULTS=FOLDER what the profiles find stays in FOLDER/PACKAGE/PROFILE. The same
// program with --out there and --record then need not run the cases once more.
//
// Most of regularization_path is oracle calls: `paper` is about 1.5 10^5 passes over 6251 words at about 26
// ms a pass, what is measured on the models included; half of them are to explain rows.
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

namespace structlab::experiments {
namespace {

const std::vector<std::string>& Packages() {
  static const std::vector<std::string> packages = {
      "regularization_path", "parsimonious_labeling", "map_inference", "hashing",
      "face_recognition",    "kernel_statistics",     "joint_svm"};
  return packages;
}

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

Usage RunProfile(const std::string& package, const std::string& profile) {
  const char* const kept = std::getenv("STRUCTLAB_BENCHMARK_RESULTS");
  const std::string flag = "--profile=" + profile;
  if (kept == nullptr) return RunPackage(package, {flag});
  const std::filesystem::path folder = std::filesystem::path(kept) / package / profile;
  std::filesystem::create_directories(folder);
  return RunPackage(package, {flag}, folder.string());
}

void Run(const common::BenchmarkSelection& selection) {
  const std::string data =
      std::getenv("STRUCTLAB_DATA") == nullptr ? "on stand-ins" : "with the data of $STRUCTLAB_DATA";
  if (selection.Contains("regularization_path/memory")) {
    const Usage usage =
        RunPackage("regularization_path", {"--profile=paper",
                                           "--only=regularization_path/full/rp-bcfw-heu-g/kappa1=0.5,"
                                           "regularization_path/beyond/usps/rp-bcfw-std-g"});
    common::PrintBenchmarkRow(
        {.benchmark = "regularization_path/memory",
         .value = usage.peak_mib,
         .unit = "MiB",
         .note = "two cases of `paper` alone: rp-bcfw-heu-g on all words, and rp-bcfw-std-g on USPS, the "
                 "largest of those in measured.tsv, which has the peak of every case; " +
                 data});
  }
  for (const std::string& package : Packages()) {
    for (const char* const profile : {"smoke", "quick", "paper"}) {
      const std::string benchmark = std::string(package).append("/").append(profile);
      if (!selection.Contains(benchmark)) continue;
      const Usage usage = RunProfile(package, profile);
      common::PrintBenchmarkRow({.benchmark = benchmark,
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
