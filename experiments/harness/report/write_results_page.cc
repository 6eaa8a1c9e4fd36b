// Writes experiments/RESULTS.md from the recorded results, or checks that it says what they say.
//
//   bazel run //experiments/harness/report:write_results_page
//   write_results_page --check      compares only: status 1 if the page is out of date
//
// Works in $BUILD_WORKSPACE_DIRECTORY/experiments, or experiments/ of the current folder (as tests do).

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/report/measured.h"
#include "experiments/harness/report/results_page.h"

namespace structlab::harness {
namespace {

constexpr const char* kHowToMend = "bazel run //experiments/harness/report:write_results_page";

// The line, from 1, at which two texts begin to differ.
size_t FirstDifferentLine(const std::string& a, const std::string& b) {
  size_t line = 1;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) line += a[i] == '\n';
  return line;
}

int Check(const std::string& path, const std::string& expected) {
  const std::string found = common::ReadFile(path);
  if (found == expected) return 0;
  std::fprintf(stderr, "%s:%zu: is not what the recorded results say; write it again: %s\n", path.c_str(),
               FirstDifferentLine(found, expected), kHowToMend);
  return 1;
}

int Run(int argc, char** argv) {
  const bool check = argc == 2 && std::string(argv[1]) == "--check";
  if (argc > 1 && !check) common::ThrowUsageError("argument", "--check or nothing", common::Quote(argv[1]));
  const char* checkout = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  const std::string folder = checkout != nullptr ? std::string(checkout) + "/experiments" : "experiments";
  const std::string page = FormatResultsPage(ReadAllMeasured(folder));
  const std::string path = folder + "/RESULTS.md";
  if (check) return Check(path, page);
  common::WriteFileAtomically(path, page);
  std::printf("wrote %s\n", path.c_str());
  return 0;
}

}  // namespace
}  // namespace structlab::harness

int main(int argc, char** argv) {
  try {
    return structlab::harness::Run(argc, argv);
  } catch (const structlab::common::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_status();
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "write_results_page: %s\n", exception.what());
    return 3;
  }
}
