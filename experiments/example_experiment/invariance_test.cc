// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::example_experiment {
namespace {

TEST(Package, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads("experiments/example_experiment/example_experiment");
}

}  // namespace
}  // namespace structlab::example_experiment
