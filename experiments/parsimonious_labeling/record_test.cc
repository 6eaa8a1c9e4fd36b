// That what is recorded was decided by the rules of now.
#include <gtest/gtest.h>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/parsimonious_labeling/package.h"

namespace structlab::parsimonious_labeling {
namespace {

TEST(Record, SaysWhatThePackageSays) {
  harness::ExpectRecordSaysWhatThePackageSays(MakeExperiment(), "experiments/parsimonious_labeling");
}

TEST(Record, SaysWhyRowsDifferAsThePackageDoes) {
  harness::ExpectRecordSaysWhyRowsDiffer(MakeExperiment(), "experiments/parsimonious_labeling");
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
