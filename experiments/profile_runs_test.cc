// The packages know the profiles and cases that profile_benchmark asks for.
#include "experiments/profile_runs.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace structlab::experiments {
namespace {

// What a shell command prints, and its exit status.
std::pair<std::string, int> PrintedBy(const std::string& command) {
  std::string out;
  std::FILE* const pipe = popen(command.c_str(), "r");
  char part[4096];
  while (const size_t size = std::fread(part, 1, sizeof(part), pipe)) out.append(part, size);
  return {out, pclose(pipe)};
}

TEST(ProfileRuns, AreKnownToTheirPackages) {
  for (const ProfileRun& run : ProfileRuns()) {
    std::string command = "experiments/" + run.package + "/" + run.package +
                          " --list --out=" + std::getenv("TEST_TMPDIR") + "/" + run.package +
                          " --jobs=2 --fresh";
    for (const std::string& flag : run.flags) command.append(" '").append(flag).append("'");
    const auto [cases, status] = PrintedBy(command + " 2>&1");
    EXPECT_EQ(status, 0) << run.benchmark << "\n" << cases;
    EXPECT_NE(cases.find(run.package + "/"), std::string::npos) << run.benchmark << "\n" << cases;
    if (run.benchmark != kMemoryBenchmark) continue;
    EXPECT_NE(cases.find("/ocr/"), std::string::npos) << cases;
    EXPECT_NE(cases.find("/usps/"), std::string::npos) << cases;
  }
}

}  // namespace
}  // namespace structlab::experiments
