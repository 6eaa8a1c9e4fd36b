// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::regularization_path {
namespace {

TEST(RegularizationPath, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads("experiments/regularization_path/regularization_path");
}

}  // namespace
}  // namespace structlab::regularization_path
