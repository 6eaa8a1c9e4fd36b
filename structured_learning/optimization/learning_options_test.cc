#include "structured_learning/optimization/learning_options.h"

#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string MessageFor(double lambda) {
  return common::MessageOf(common::ErrorKind::kUsage, [&] { CheckLambda(lambda); });
}

TEST(LearningOptions, LambdaMustBeFiniteAndPositive) {
  EXPECT_EQ(MessageFor(1e-300), "no error");
  EXPECT_EQ(MessageFor(0), "lambda: expected a finite number above 0, found 0");
  EXPECT_EQ(MessageFor(-0.5), "lambda: expected a finite number above 0, found -0.5");
  EXPECT_NE(MessageFor(std::nan("")), "no error");
  EXPECT_NE(MessageFor(kInfinity), "no error");
}

TEST(LearningOptions, RefusesImpossibleLimits) {
  EXPECT_NO_THROW(CheckLearningRun(LearningRun()));
  EXPECT_EQ(
      common::MessageOf(common::ErrorKind::kUsage, [] { CheckLearningRun({}); }),
      "gap: expected a finite number of at least 0, found -inf; set the duality gap at which the learner "
      "stops");
  EXPECT_NO_THROW(CheckLearningRun({.stop = {.iterations = kInfinity, .seconds = 0, .gap = 0}, .seed = 0}));
  EXPECT_THROW(CheckLearningRun(LearningRun(-1e-9)), common::Error);
  EXPECT_THROW(CheckLearningRun(LearningRun(kInfinity)), common::Error);
  EXPECT_THROW(CheckLearningRun(LearningRun(std::nan(""))), common::Error);
  EXPECT_THROW(CheckLearningRun(LearningRun(1e-3, -1)), common::Error);
  EXPECT_THROW(CheckLearningRun(LearningRun(1e-3, std::nan(""))), common::Error);
  EXPECT_THROW(CheckLearningRun({.stop = {.iterations = 1000, .seconds = -1, .gap = 1e-3}, .seed = 0}),
               common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
