// How long each profile of the package takes, and how much memory a case needs that trains on all words.
//
// Most of it is oracle calls: `paper` is about 1.5 10^5 passes over 6251 words at about 26 ms a pass, what is
// measured on the models included; half of them are to explain rows. There is no yardstick but the bound that
// the targets give.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::regularization_path {
namespace {

struct Usage {
  double seconds;
  double peak_mib;  // of the largest process
};

// "real" or "stand-in": what the program finds in $STRUCTLAB_DATA.
std::string DataThatIsThere() {
  const harness::Dataset letters = datasets::ResolveFromEnvironment("ocr-letters", "regularization_path");
  return std::string(harness::NameOf(letters.origin));
}

// Runs the package's program with two cases at a time into an empty folder.
Usage RunProgram(const std::string& program, std::vector<std::string> arguments) {
  std::string folder = (std::filesystem::temp_directory_path() / "profile_benchmark_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    common::ThrowEnvironmentError(folder, "cannot be made", "set TMPDIR to a folder that can be written");
  }
  arguments.insert(arguments.begin(), program);
  arguments.insert(arguments.end(), {"--out=" + folder, "--jobs=2"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int status = 0;
  const double seconds = common::MeasureSeconds(
      [&] {
        const pid_t child = fork();
        if (child == 0) {
          if (freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
          execv(program.c_str(), argv.data());
          _exit(127);
        }
        waitpid(child, &status, 0);
      },
      common::BenchmarkClock::kWall);
  std::filesystem::remove_all(folder);
  if (status != 0) common::ThrowEnvironmentError(program, "did not run to its end", "run it by hand");
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return {seconds, static_cast<double>(usage.ru_maxrss) / 1024};
}

void Run(const common::BenchmarkSelection& selection) {
  const std::string folder = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
  const std::string program = folder + "/regularization_path", data = DataThatIsThere();
  // First, since the peak is that of the largest process so far.
  if (selection.Contains("regularization_path/memory")) {
    const Usage usage = RunProgram(program, {"--profile=paper",
                                             "--only=regularization_path/full/rp-bcfw-heu-g/kappa1=0.5,"
                                             "regularization_path/beyond/usps/rp-bcfw-std-g"});
    common::PrintBenchmarkRow(
        {.benchmark = "regularization_path/memory",
         .value = usage.peak_mib,
         .unit = "MiB",
         .note = "two cases of `paper` alone: rp-bcfw-heu-g on all words, and rp-bcfw-std-g on USPS, the "
                 "largest of those in measured.tsv, which has the peak of every case; " +
                 data + " data"});
  }
  for (const std::string profile : {"smoke", "quick", "paper"}) {
    const std::string name = "regularization_path/" + profile;
    if (!selection.Contains(name)) continue;
    const Usage usage = RunProgram(program, {"--profile=" + profile});
    common::PrintBenchmarkRow({.benchmark = name,
                               .value = usage.seconds,
                               .unit = "s",
                               .threads = 2,
                               .note = "wall clock, two cases at a time; " + data + " data"});
  }
}

}  // namespace
}  // namespace structlab::regularization_path

int main(int argc, char** argv) {
  return structlab::common::BenchmarkMain(argc, argv, structlab::regularization_path::Run);
}
