// The numbers do not depend on how many cases and threads run at once.
#include <string>

#include "experiments/harness/testing/program_run.h"
#include "gtest/gtest.h"

namespace structlab::parsimonious_labeling {
namespace {

TEST(ParsimoniousLabeling, DoesNotDependOnJobsAndThreads) {
  std::string expected;
  for (const std::string count : {"1", "2", "4"}) {
    const std::string out = harness::FreshFolder("jobs" + count);
    const harness::RunOutcome run =
        harness::RunFake({"--profile=smoke", "--out=" + out, "--jobs=" + count, "--threads=" + count},
                         {.program = "experiments/parsimonious_labeling/parsimonious_labeling"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const std::string results = harness::ComparableResults(out);
    if (expected.empty()) expected = results;
    EXPECT_EQ(results, expected);
  }
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
