// The numbers do not depend on how many cases and threads run at once.
#include "experiments/harness/testing/package_checks.h"
#include "gtest/gtest.h"

namespace structlab::face_recognition {
namespace {

TEST(FaceRecognition, DoesNotDependOnJobsAndThreads) {
  harness::ExpectSameResultsWithAnyJobsAndThreads("experiments/face_recognition/face_recognition");
}

}  // namespace
}  // namespace structlab::face_recognition
