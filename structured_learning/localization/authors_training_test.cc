// The training run that the README of C. Lampert's ESSstruct 1.2 prints.
#include "structured_learning/localization/authors_training.h"

#include <gtest/gtest.h>

#include <cmath>
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

  static constexpr PixelBox kTruth = {144, 113, 390, 260};
  WordImage image_;
};

TEST_F(AuthorsTraining, GivesThePrintedViolationsAndBoxes) {
  const AuthorsTrainingRun run = RunAuthorsTraining(image_, kTruth);
  const std::vector<double> printed = {1.7044, 0.6891, 0.4445, 0.2772, 0.3330, 0.2791, 0.2351,
                                       0.1532, 0.1452, 0.1534, 0.1634, 0.1128, 0.0999};
  ASSERT_EQ(run.violations.size(), printed.size());
  for (size_t k = 0; k < printed.size(); ++k) {
    SCOPED_TRACE(k);
    // Printed with four digits; the last one was rounded down.
    EXPECT_NEAR(run.violations[k], printed[k], 0.6e-4);
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

// The printed model is within C epsilon of the optimum of the printed objective, and so is this one.
TEST_F(AuthorsTraining, OneSlackCuttingPlanesEndBesideIt) {
  const LocalizationProblem problem({{"car", image_, {kTruth}}}, {.no_object = NoObject::kOwnExample});
  constexpr double kC = 0.001, kEpsilon = 0.1;
  const Regularization scale = FromPrinted(PrintedObjective::kSumC, kC, problem.size());
  const LearningResult result =
      LearnOneSlackCuttingPlane(problem, scale.lambda, LearningRun(kC * kEpsilon / scale.factor));
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  const double printed_dual = 4.8765e-05, printed_primal = printed_dual + kC * 0.0999;
  EXPECT_GE(result.primal * scale.factor, printed_dual);
  EXPECT_LE(result.dual * scale.factor, printed_primal);
  const FoundObject found = problem.Predict(0, result.weights);
  EXPECT_LE(problem.Loss(0, found), problem.LossAugmentedInferenceWithBound(0, result.weights).hinge_bound);
  EXPECT_LT(problem.Loss(0, found), 0.3);
}

}  // namespace
}  // namespace structlab::structured_learning
