// That what is recorded was decided by the rules of now.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/map_inference/package.h"

namespace structlab::map_inference {
namespace {

TEST(Record, SaysWhatThePackageSays) {
  harness::ExpectRecordSaysWhatThePackageSays(MakeExperiment(), "experiments/map_inference");
}

}  // namespace
}  // namespace structlab::map_inference
