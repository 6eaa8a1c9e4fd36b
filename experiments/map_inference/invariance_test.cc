// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::map_inference {
namespace {

// Iterations alone end the methods: where one stands when its time is over depends on what else runs.
TEST(MapInference, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads(
      "experiments/map_inference/map_inference",
      {"--set=map_inference.seconds=1000", "--set=map_inference.iterations=10"});
}

}  // namespace
}  // namespace structlab::map_inference
