// That what is recorded was decided by the rules of now.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/regularization_path/package.h"

namespace structlab::regularization_path {
namespace {

TEST(Record, SaysWhatThePackageSays) {
  harness::ExpectRecordSaysWhatThePackageSays(MakeExperiment(), "experiments/regularization_path");
}

TEST(Record, SaysWhyRowsDifferAsThePackageDoes) {
  harness::ExpectRecordSaysWhyRowsDiffer(MakeExperiment(), "experiments/regularization_path");
}

}  // namespace
}  // namespace structlab::regularization_path
