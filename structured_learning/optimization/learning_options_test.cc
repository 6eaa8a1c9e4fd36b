#include "structured_learning/optimization/learning_options.h"

#include <cmath>
#include <limits>

#include "common/error.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string MessageFor(double lambda) {
  try {
    CheckLambda(lambda);
  } catch (const common::Error& error) {
    EXPECT_EQ(error.exit_status(), 2);
    return error.what();
  }
  return "";
}

TEST(LearningOptions, LambdaMustBeFiniteAndPositive) {
  EXPECT_EQ(MessageFor(1e-300), "");
  EXPECT_EQ(MessageFor(0), "lambda: expected a finite number above 0, found 0");
  EXPECT_EQ(MessageFor(-0.5), "lambda: expected a finite number above 0, found -0.5");
  EXPECT_NE(MessageFor(std::nan("")), "");
  EXPECT_NE(MessageFor(kInfinity), "");
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
