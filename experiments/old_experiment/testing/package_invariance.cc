// The test of every package that its numbers do not depend on how many cases and threads run at once.
//
//   invariance_test PROGRAM [FLAG OF IT...]
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/harness/testing/package_checks.h"

namespace {

std::vector<std::string> program_and_flags;

TEST(Package, DoesNotDependOnJobsAndThreads) {
  ASSERT_FALSE(program_and_flags.empty());
  structlab::harness::ExpectSameResultsWithAnyJobsAndThreads(
      program_and_flags.front(), {program_and_flags.begin() + 1, program_and_flags.end()});
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  program_and_flags.assign(argv + 1, argv + argc);
  return RUN_ALL_TESTS();
}
