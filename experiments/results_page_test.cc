// RESULTS.md says what the packages' records say now.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/file.h"
#include "experiments/programs.h"
#include "experiments/recorded_packages.h"

namespace structlab::experiments {
namespace {

TEST(ResultsPage, IsThatOfTheRecords) {
  EXPECT_EQ(common::ReadFile("experiments/RESULTS.md"), ResultsPage(".", kPackages))
      << "write it again: bazel run //experiments:write_results_page";
}

TEST(ResultsPage, HasAtMost60Lines) {
  const std::string page = common::ReadFile("experiments/RESULTS.md");
  EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 60);
}

}  // namespace
}  // namespace structlab::experiments
