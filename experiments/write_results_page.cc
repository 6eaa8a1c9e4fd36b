// Writes experiments/RESULTS.md. bazel run //experiments:write_results_page
#include <cstdio>
#include <cstdlib>

#include "common/file.h"
#include "common/program.h"
#include "experiments/programs.h"
#include "experiments/recorded_packages.h"

int main() {
  return structlab::common::RunAndReportErrors("write_results_page", stderr, [] {
    const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
    const std::string folder = root == nullptr ? "." : root;
    structlab::common::WriteFileAtomically(folder + "/experiments/RESULTS.md",
                                           structlab::experiments::ResultsPage(folder, kPackages));
    return 0;
  });
}
