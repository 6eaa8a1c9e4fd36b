#include "structured_learning/problem/box.h"

#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Box, ClipsEachWeightToItsBounds) {
  const DenseVector weights{{-3, -0.5, 0.25, 7}};
  EXPECT_EQ(Box::Unbounded(4).Clip(weights), weights);
  EXPECT_EQ(Box::NonNegative(4).Clip(weights), (DenseVector{{0, 0, 0.25, 7}}));
  EXPECT_EQ(Box::Symmetric(4, 0.5).Clip(weights), (DenseVector{{-0.5, -0.5, 0.25, 0.5}}));
  const Box mixed{DenseVector{{-1, 0, 1, 8}}, DenseVector{{0, 0, kInfinity, 9}}};
  EXPECT_EQ(mixed.Clip(weights), (DenseVector{{-1, 0, 1, 8}}));
}

TEST(Box, KnowsWhetherItContainsZero) {
  EXPECT_TRUE(Box::Unbounded(2).ContainsZero());
  EXPECT_TRUE(Box::NonNegative(2).ContainsZero());
  EXPECT_FALSE((Box{DenseVector{{-1, 0.1}}, DenseVector{{1, 1}}}).ContainsZero());
  EXPECT_FALSE((Box{DenseVector{{-1, -1}}, DenseVector{{1, -0.1}}}).ContainsZero());
}

std::string Refusal(const DenseVector& lower, const DenseVector& upper) {
  return common::MessageOf(common::ErrorKind::kUsage, [&] { CheckBox({lower, upper}, 2); });
}

TEST(Box, MayBeAPointOrUnbounded) {
  EXPECT_EQ(Refusal(DenseVector{{1, -kInfinity}}, DenseVector{{1, kInfinity}}), "no error");
}

TEST(Box, IsRefusedWhereItIsNone) {
  EXPECT_EQ(Refusal(DenseVector{{0, 0, 0}}, DenseVector{{1, 1}}),
            "box: expected two bounds for each of 2 weights, found 3 lower and 2 upper bounds");
  EXPECT_EQ(Refusal(DenseVector{{0, 0}}, DenseVector()),
            "box: expected two bounds for each of 2 weights, found 2 lower and 0 upper bounds");
  EXPECT_EQ(Refusal(DenseVector{{0, 2}}, DenseVector{{1, 1}}),
            "box, weight 1: expected lower <= upper, with a finite number between, found 2 and 1");
  EXPECT_EQ(Refusal(DenseVector{{std::nan(""), 0}}, DenseVector{{1, 1}}),
            "box, weight 0: expected lower <= upper, with a finite number between, found nan and 1");
  EXPECT_EQ(Refusal(DenseVector{{0, 0}}, DenseVector{{1, std::nan("")}}),
            "box, weight 1: expected lower <= upper, with a finite number between, found 0 and nan");
  EXPECT_EQ(Refusal(DenseVector{{kInfinity, 0}}, DenseVector{{kInfinity, 1}}),
            "box, weight 0: expected lower <= upper, with a finite number between, found inf and inf");
  EXPECT_EQ(Refusal(DenseVector{{0, -kInfinity}}, DenseVector{{1, -kInfinity}}),
            "box, weight 1: expected lower <= upper, with a finite number between, found -inf and -inf");
}

}  // namespace
}  // namespace structlab::structured_learning
