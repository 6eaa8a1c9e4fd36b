// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::hashing {
namespace {

TEST(Hashing, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads("experiments/hashing/hashing");
}

}  // namespace
}  // namespace structlab::hashing
