// The training run that the README of C. Lampert's ESSstruct 1.2 prints.
#include "structured_learning/localization/authors_training.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "structured_learning/localization/search/word_files.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/regularization.h"

namespace structlab::structured_learning {
namespace {

class AuthorsTraining : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("STRUCTLAB_DATA");
    if (data == nullptr || *data == '\0') GTEST_SKIP() << "STRUCTLAB_DATA is not set";
    image_ = ReadWordPoints(std::string(data) + "/ess/ess_000006.clst");
  }

  // Violations with four digits; the last one was rounded down.
  static constexpr std::array<double, 13> kPrinted = {1.7044, 0.6891, 0.4445, 0.2772, 0.3330, 0.2791, 0.2351,
                                                      0.1532, 0.1452, 0.1534, 0.1634, 0.1128, 0.0999};
  static constexpr PixelBox kTruth = {144, 113, 390, 260};
  WordImage image_;
};

TEST_F(AuthorsTraining, GivesThePrintedViolationsAndBoxes) {
  const AuthorsTrainingRun run = RunAuthorsTraining(image_, kTruth);
  ASSERT_EQ(run.violations.size(), kPrinted.size());
  for (size_t k = 0; k < kPrinted.size(); ++k) {
    SCOPED_TRACE(k);
    EXPECT_NEAR(run.violations[k], kPrinted[k], 0.6e-4);
  }
  EXPECT_EQ(run.num_constraints, 13);
  EXPECT_NEAR(run.weights.norm(), 0.0098757, 0.5e-7);
  EXPECT_NEAR(run.dual, 4.8765e-05, 0.5e-9);
  EXPECT_NEAR(run.slack, 0, 1e-9);
  const std::vector<PixelBox> boxes = {
      image_.Frame(), {0, 0, 439, 263}, {155, 134, 375, 468}, {0, 140, 371, 257}, {160, 94, 559, 263}};
  for (size_t k = 0; k < boxes.size(); ++k) EXPECT_EQ(run.boxes[k], boxes[k]);
  EXPECT_NEAR(OverlapLoss(kTruth, image_.Frame()), 0.8757, 0.5e-4);
}

TEST_F(AuthorsTraining, FeaturesHaveThePrintedLengths) {
  const LocalizationProblem problem({{"car", image_, {kTruth}}});
  EXPECT_EQ(problem.dimension(), 3000);
  EXPECT_EQ(SquaredNorm(problem.JointFeature(0, kTruth)), 63291);
  EXPECT_EQ(SquaredNorm(PlaneOf(problem, 0, image_.Frame()).plane), 565754);
}

// The general learner takes the same way: at w = 0 "no object" is the most violated output, and later it
// never is. So its first plane is the authors' initial constraint, and its gaps are the violations.
TEST_F(AuthorsTraining, OneSlackCuttingPlanesTakeTheSameSteps) {
  const LocalizationProblem problem({{"car", image_, {kTruth}}});
  const double lambda = FromPrinted(PrintedObjective::kSumC, 0.001, problem.size()).lambda;
  const LearningResult result = LearnOneSlackCuttingPlane(problem, lambda, LearningRun(0.1));
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  ASSERT_EQ(result.trace.size(), 1 + kPrinted.size());
  EXPECT_EQ(result.trace[0].gap(), 1);
  for (size_t k = 0; k < kPrinted.size(); ++k) {
    SCOPED_TRACE(k);
    EXPECT_NEAR(result.trace[k + 1].gap(), kPrinted[k], 2e-4);  // the quadratic program is solved to 1e-4
  }
  EXPECT_NEAR(result.weights.norm(), 0.0098757, 1e-6);
  const FoundObject found = problem.Predict(0, result.weights);
  EXPECT_LE(problem.Loss(0, found), problem.LossAugmentedInferenceWithBound(0, result.weights).hinge_bound);
  EXPECT_LT(problem.Loss(0, found), 0.02);
}

}  // namespace
}  // namespace structlab::structured_learning
