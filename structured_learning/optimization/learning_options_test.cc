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
  EXPECT_NO_THROW(CheckOptions({}));
  EXPECT_NO_THROW(CheckOptions({.tolerance = 0, .max_passes = kInfinity, .max_seconds = 0}));
  EXPECT_THROW(CheckOptions({.tolerance = -1e-9}), common::Error);
  EXPECT_THROW(CheckOptions({.tolerance = kInfinity}), common::Error);
  EXPECT_THROW(CheckOptions({.tolerance = std::nan("")}), common::Error);
  EXPECT_THROW(CheckOptions({.max_passes = -1}), common::Error);
  EXPECT_THROW(CheckOptions({.max_passes = std::nan("")}), common::Error);
  EXPECT_THROW(CheckOptions({.max_seconds = -1}), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
