#include "structured_learning/optimization/regularization_path/path_result.h"

#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PathSegment Segment(double high, double low, double weight) {
  PathSegment segment;
  segment.lambda_high = high;
  segment.lambda_low = low;
  segment.weights = DenseVector{{weight}};
  segment.passes = 1.5;
  return segment;
}

// Breakpoints 8, 4 and 2; the last segment was to end at 0.5.
RegularizationPath Example(double lambda_min, bool keep_weights = true) {
  PathBuilder builder(lambda_min, keep_weights, {});
  builder.Start(DenseVector{{16}}, 8, 2);
  EXPECT_TRUE(builder.Add(Segment(8, 4, 2), true));
  EXPECT_TRUE(builder.Add(Segment(4, 2, 5), true));
  EXPECT_FALSE(builder.Add(Segment(2, 0.5, 7), true));
  return builder.Finish();
}

TEST(RegularizationPath, FindsTheSegmentOfALambda) {
  const RegularizationPath path = Example(1);
  EXPECT_EQ(path.SegmentAt(8.001), -1);
  EXPECT_EQ(path.SegmentAt(8), 0);
  EXPECT_EQ(path.SegmentAt(4.001), 0);
  EXPECT_EQ(path.SegmentAt(4), 1);  // the model optimised there
  EXPECT_EQ(path.SegmentAt(2.001), 1);
  EXPECT_EQ(path.SegmentAt(2), 2);
  EXPECT_EQ(path.SegmentAt(1), 2);
  EXPECT_EQ(path.SegmentAt(1e-9), 2);  // below its end
}

TEST(RegularizationPath, ScalesTheStartAboveTheFirstBreakpoint) {
  const RegularizationPath path = Example(1);
  EXPECT_EQ(path.WeightsAt(32)[0], 0.5);
  EXPECT_EQ(path.WeightsAt(8)[0], 2);
  EXPECT_EQ(path.WeightsAt(3)[0], 5);
  EXPECT_EQ(path.WeightsAt(0.1)[0], 7);
}

std::string Refusal(const RegularizationPath& path, double lambda) {
  return common::MessageOf(common::ErrorKind::kUsage, [&] { path.WeightsAt(lambda); });
}

TEST(RegularizationPath, RefusesALambdaThatIsNotPositive) {
  EXPECT_EQ(Refusal(Example(1), 0), "lambda: expected a number > 0, found 0");
  EXPECT_NE(Refusal(Example(1), -1), "no error");
  EXPECT_EQ(Refusal(Example(1), std::nan("")), "lambda: expected a number > 0, found nan");
}

// The last model of a path that was stopped has no certificate below.
TEST(RegularizationPath, RefusesALambdaBelowWhereItWasStopped) {
  RegularizationPath path = Example(1);
  path.complete = false;
  EXPECT_EQ(path.WeightsAt(1)[0], 7);
  EXPECT_EQ(Refusal(path, 0.25),
            "lambda: expected at least 1, the end of this path, found 0.25; compute the path further");
}

TEST(RegularizationPath, SaysThatItKeptNoWeights) {
  const RegularizationPath path = Example(1, false);
  EXPECT_EQ(Refusal(path, 16), "no error");
  EXPECT_NE(Refusal(path, 3).find("keep_weights"), std::string::npos) << Refusal(path, 3);
}

TEST(RegularizationPath, TheGapGrowsLinearlyAsLambdaFalls) {
  PathSegment segment = Segment(8, 4, 0);
  segment.gap = 0.05;
  segment.omega = 0.2;
  EXPECT_EQ(segment.GapAt(8), 0.05);
  EXPECT_DOUBLE_EQ(segment.GapAt(4), 0.15);
}

// D = l - lambda |w|^2 / 2 with |w|^2 and l / lambda as they are: all of it is proportional to lambda.
TEST(RegularizationPath, TheDualShrinksWithLambdaAndSoDoesTheLoss) {
  PathSegment segment = Segment(8, 4, 0.5);
  segment.dual = 3;
  EXPECT_EQ(segment.Loss(), 4);
  EXPECT_EQ(segment.LossAt(8), 4);
  EXPECT_EQ(segment.LossAt(6), 3);
  EXPECT_EQ(segment.DualAt(8), 3);
  EXPECT_EQ(segment.DualAt(6), 2.25);
}

TEST(PathBuilder, CutsTheLastSegmentAtTheSmallestLambda) {
  const RegularizationPath path = Example(1);
  EXPECT_EQ(path.segments.back().lambda_low, 1);
  EXPECT_TRUE(path.complete);
  EXPECT_EQ(path.first_lambda, 8);
  EXPECT_EQ(path.start_passes, 2);
  EXPECT_EQ(path.passes, 4.5);
}

TEST(PathBuilder, KeepsALastSegmentThatServesDownToZero) {
  PathBuilder builder(1, true, {});
  builder.Start(DenseVector{{16}}, 8, 2);
  EXPECT_FALSE(builder.Add(Segment(8, 0, 2), true));
  const RegularizationPath path = builder.Finish();
  EXPECT_EQ(path.segments.back().lambda_low, 0);
  EXPECT_TRUE(path.complete);
}

TEST(PathBuilder, EndsWhereTheOptimiserFailedOrTheObserverStops) {
  PathBuilder failed(1, true, {});
  EXPECT_FALSE(failed.Add(Segment(8, 9, 2), false));
  EXPECT_FALSE(failed.Finish().complete);

  // Its gap may still allow the segment to reach the end.
  PathBuilder failed_at_the_end(1, true, {});
  EXPECT_FALSE(failed_at_the_end.Add(Segment(8, 0.5, 2), false));
  EXPECT_FALSE(failed_at_the_end.Finish().complete);

  int seen = 0;
  PathBuilder stopped(1, false, [&](const PathSegment& segment) {
    EXPECT_EQ(segment.weights.size(), 1);  // visible even if they are not stored
    return ++seen < 2;
  });
  EXPECT_TRUE(stopped.Add(Segment(8, 4, 2), true));
  EXPECT_FALSE(stopped.Add(Segment(4, 2, 2), true));
  const RegularizationPath path = stopped.Finish();
  EXPECT_EQ(path.segments.size(), 2u);
  EXPECT_FALSE(path.complete);
  EXPECT_EQ(path.segments[0].weights.size(), 0);
}

TEST(LowerEnd, IsWhereTheGapHasUsedUpItsRoom) {
  EXPECT_EQ(LowerEnd(8, 0.05, 0.2), 6);
  EXPECT_EQ(LowerEnd(8, 0.05, 0.05), 0);
  EXPECT_EQ(LowerEnd(8, 0.05, 0.01), 0);
  EXPECT_EQ(LowerEnd(8, 0.05, -1), 0);
  for (const double excess : {0.0, -0.1, std::nan("")}) {
    for (const double omega : {0.2, -0.2}) EXPECT_EQ(LowerEnd(8, excess, omega), 8);
  }
}

TEST(PathStart, LosesTheComponentsThatTheBoxForbids) {
  const Box box{DenseVector{{0, 0, -1, -kInfinity, -2}}, DenseVector{{kInfinity, 1, 0, 2, 2}}};
  DenseVector direction{{-3, 2, 4, -8, 5}};
  // 5/2 is the largest share of a bound; -8 has none on its side.
  EXPECT_EQ(RestrictDirection(box, &direction), 2.5);
  EXPECT_EQ(direction, (DenseVector{{0, 2, 0, -8, 5}}));
  EXPECT_EQ(box.Clip(direction / 2.5), DenseVector(direction / 2.5));
}

TEST(PathStart, NeedsABoxThatContainsZero) {
  CheckBoxForPath(Box::Symmetric(2, 1), 2);
  const auto check = [] { CheckBoxForPath({DenseVector{{0, 0.5}}, DenseVector{{1, 1}}}, 2); };
  EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage, check),
            "box: expected lower <= 0 <= upper, since the path starts at w = 0 for lambda = infinity, found "
            "a box that "
            "excludes zero");
  EXPECT_THROW(CheckBoxForPath(Box::Symmetric(2, -1), 2), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
