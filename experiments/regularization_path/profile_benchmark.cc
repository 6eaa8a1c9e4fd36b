// How long each profile of the package takes, and how much memory its largest process.
//
// Most of it is oracle calls: `paper` is about 10^5 passes over 6251 words at about 20 ms a pass. There is no
// yardstick but the bound that the targets give.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/benchmark_row.h"
#include "common/error.h"

namespace structlab::regularization_path {
namespace {

struct Usage {
  double seconds;
  double peak_mib;  // of the largest process
};

// Runs the package's program with two cases at a time into an empty folder.
Usage RunProfile(const std::string& program, const std::string& profile) {
  std::string folder = (std::filesystem::temp_directory_path() / "profile_benchmark_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    common::ThrowEnvironmentError(folder, "cannot be made", "set TMPDIR to a folder that can be written");
  }
  int status = 0;
  const double seconds = common::MeasureSeconds(
      [&] {
        const pid_t child = fork();
        if (child == 0) {
          const std::string profile_flag = "--profile=" + profile, out_flag = "--out=" + folder;
          if (freopen("/dev/null", "w", stdout) == nullptr) _exit(127);
          execl(program.c_str(), program.c_str(), profile_flag.c_str(), out_flag.c_str(), "--jobs=2",
                static_cast<char*>(nullptr));
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

int Run(int argc, char** argv) {
  const common::BenchmarkSelection selection(argc, argv);
  const std::string folder = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
  for (const std::string profile : {"smoke", "quick", "paper"}) {
    const std::string name = "regularization_path/" + profile;
    if (!selection.Contains(name)) continue;
    const Usage usage = RunProfile(folder + "/regularization_path", profile);
    char note[100];
    std::snprintf(note, sizeof note, "largest process %.0f MiB; wall clock", usage.peak_mib);
    std::fputs(common::FormatBenchmarkRow(
                   {.benchmark = name, .value = usage.seconds, .unit = "s", .threads = 2, .note = note})
                   .c_str(),
               stdout);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace structlab::regularization_path

int main(int argc, char** argv) {
  try {
    return structlab::regularization_path::Run(argc, argv);
  } catch (const structlab::common::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_status();
  }
}
