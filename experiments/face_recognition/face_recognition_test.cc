// What every package promises, and what this one promises beyond it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/face_recognition/faces.h"
#include "experiments/face_recognition/trial.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::face_recognition {
namespace {

STRUCTLAB_TEST_PACKAGE("face_recognition")

using harness::FinishedCase;
using harness::Verdict;

// Five subjects of AR have 65 training images.
TEST(FaceRecognition, MoreFeaturesThanTrainingImagesAreNotApplicable) {
  const harness::RunOutcome run = harness::RunFake(
      {"--profile=smoke", "--out=" + harness::FreshFolder("refused"),
       "--set=face_recognition.dimensions=50,100", "--only=face_recognition/recognition/ar/hash-omp"},
      {.program = "experiments/face_recognition/face_recognition"});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_THAT(run.output, testing::HasSubstr("1 of 72 cases done, 1 refused"));
}

// What the rule of S25 says of four trials with these times and accuracies.
struct Point {
  const char* method;
  int dimension;
  double time, accuracy;
};
Verdict AtEqualTimes(const std::vector<Point>& points) {
  std::vector<FinishedCase> finished;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    FinishedCase& one = finished.emplace_back();
    one.c.name = "equal-times/yaleb-occluders/side-by-side";
    one.c.dataset = kOccluded;
    one.c.seed = seed;
    harness::Recorder record(one.c);
    for (const Point& point : points) {
      const harness::Overrides key = {.method = point.method,
                                      .setting = harness::Setting{{"dim", std::to_string(point.dimension)}}};
      const double noise = 0.001 * static_cast<double>(seed);
      record.Value("ours: accuracy by time", "running_time", point.time, key);
      record.Value("ours: accuracy by time", "accuracy", point.accuracy + (point.dimension > 50 ? noise : 0),
                   key);
    }
    one.record = record.record();
  }
  const harness::Results results(std::move(finished), harness::Profile::kPaper);
  const harness::Package package = harness::MakePackage();
  const auto claim = std::ranges::find_if(package.claims(), [](const harness::ClaimRule& rule) {
    return rule.id == "S25" && rule.not_tested.empty();
  });
  return claim->rule.Decide(results).verdict;
}

TEST(FaceRecognition, ComparesTheBestAccuracyInTheSameTime) {
  const Point hash = {kHashOmp, 85, 1.0, 0.8}, slow = {kRandomL1, 300, 1.1, 0.9};
  EXPECT_EQ(AtEqualTimes({hash, slow, {kRandomL1, 10, 0.1, 0.5}, {kRandomL1, 25, 0.9, 0.6}}),
            Verdict::kHolds);
  EXPECT_EQ(AtEqualTimes({hash, slow, {kRandomL1, 10, 0.1, 0.75}, {kRandomL1, 25, 0.9, 0.6}}),
            Verdict::kFails);
  EXPECT_EQ(AtEqualTimes({hash, slow}), Verdict::kNotTested);
  // A dimension of HASH-OMP that is faster than all of RANDOM-l1 is left out.
  EXPECT_EQ(AtEqualTimes({hash, slow, {kHashOmp, 60, 0.05, 0.1}, {kRandomL1, 25, 0.9, 0.6}}),
            Verdict::kHolds);
}

}  // namespace
}  // namespace structlab::face_recognition
