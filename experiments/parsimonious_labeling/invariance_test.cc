// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::parsimonious_labeling {
namespace {

TEST(ParsimoniousLabeling, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads("experiments/parsimonious_labeling/parsimonious_labeling");
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
