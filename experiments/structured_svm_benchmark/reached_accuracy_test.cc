#include "experiments/structured_svm_benchmark/reached_accuracy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::structured_svm_benchmark {
namespace {

using structured_learning::LearningResult;

LearningResult Ours(double gap, common::Ending ending) {
  LearningResult result;
  result.primal = 2;
  result.dual = 2 - gap;
  result.gap = gap;
  result.ending = ending;
  return result;
}

std::string OfOurs(double gap, common::Ending ending) {
  return common::MessageOf(common::ErrorKind::kData,
                           [&] { CheckOursReached("name/variant", Ours(gap, ending), 0.01); });
}

TEST(ReachedAccuracy, OfOurs) {
  EXPECT_EQ(OfOurs(0.02, common::Ending::kGapReached), "no error");
  EXPECT_EQ(OfOurs(0.03, common::Ending::kIterationLimit),
            "name/variant, our run: expected a gap of at most 0.02, found a gap of 0.03, iteration limit");
  EXPECT_NE(OfOurs(0.03, common::Ending::kGapReached), "no error");
  EXPECT_NE(OfOurs(0.01, common::Ending::kNumericalBreakdown), "no error");
  EXPECT_NE(OfOurs(std::nan(""), common::Ending::kGapReached), "no error");
}

TEST(ReachedAccuracy, OfTheYardstick) {
  const auto of_primal = [](double primal) {
    return common::MessageOf(common::ErrorKind::kData, [&] {
      CheckYardstickReached("name/variant", primal, Ours(0.015, common::Ending::kGapReached), 0.01);
    });
  };
  for (const double good : {1.985, 1.99, 2.0, 2.02}) EXPECT_EQ(of_primal(good), "no error") << good;
  EXPECT_EQ(of_primal(2.03),
            "name/variant, primal of the yardstick: expected between our dual and what it was stopped at, "
            "1.985 and 2.02, found 2.03");
  EXPECT_NE(of_primal(1.98), "no error");  // of another problem
  EXPECT_NE(of_primal(std::nan("")), "no error");
}

}  // namespace
}  // namespace structlab::structured_svm_benchmark
