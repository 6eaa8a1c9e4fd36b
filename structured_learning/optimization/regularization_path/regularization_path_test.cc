// Tests how the path starts, stops and refuses options.
#include "structured_learning/optimization/regularization_path/regularization_path.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/regularization_path/worked_paths.h"
#include "structured_learning/problem/exact_ties.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/unchecked_problem.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;

TEST(RegularizationPath, OfInseparableDataRunsToTheSmallestLambda) {
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3n(), DownTo(0.01, Cyclic(0.5)));
  EXPECT_EQ(path.segments.back().lambda_low, 0.01);
  EXPECT_TRUE(path.complete);
  for (size_t k = 0; k + 1 < path.segments.size(); ++k) {
    EXPECT_DOUBLE_EQ(path.segments[k].lambda_low, path.segments[k + 1].lambda_high);
  }
}

TEST(RegularizationPath, BeginsAtTheSmallestLambdaIfItWouldBeginBelow) {
  const double first = ComputeRegularizationPath(WorkedExampleT3n(), DownTo(0.01, Cyclic(0.5))).first_lambda;
  const RegularizationPath path =
      ComputeRegularizationPath(WorkedExampleT3n(), DownTo(10 * first, Cyclic(0.5)));
  EXPECT_TRUE(path.complete);
  EXPECT_EQ(path.first_lambda, 10 * first);
  EXPECT_EQ(path.segments.front().lambda_high, 10 * first);
  EXPECT_EQ(path.WeightsAt(20 * first), path.start_direction / (20 * first));
}

TEST(RegularizationPath, HybridAndSamplingOptimisersComeToTheEndToo) {
  for (const BlockSampling sampling : {BlockSampling::kUniform, BlockSampling::kGap}) {
    for (const bool hybrid : {false, true}) {
      PathOptions options;
      options.optimizer.sampling = sampling;
      options.optimizer.hybrid = hybrid;
      const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), options);
      EXPECT_TRUE(path.complete);
      EXPECT_EQ(path.segments.back().lambda_low, 0);
      for (size_t k = 1; k < path.segments.size(); ++k) {
        EXPECT_LE(path.segments[k].gap, 0.05);
        EXPECT_EQ(path.segments[k].ending, common::Ending::kGapReached);
      }
    }
  }
}

TEST(RegularizationPath, IsDeterministicForASeed) {
  PathOptions options;
  options.lambda_min = 0.01;
  const MulticlassProblem problem = RandomMulticlass(4);
  const RegularizationPath first = ComputeRegularizationPath(problem, options);
  const RegularizationPath second = ComputeRegularizationPath(problem, options);
  ASSERT_EQ(first.segments.size(), second.segments.size());
  EXPECT_EQ(first.passes, second.passes);
  for (size_t k = 0; k < first.segments.size(); ++k) {
    EXPECT_EQ(first.segments[k].lambda_high, second.segments[k].lambda_high);
    EXPECT_EQ(first.segments[k].weights, second.segments[k].weights);
  }
}

TEST(RegularizationPath, EndsWhereTheObserverSays) {
  PathOptions options = Cyclic(0.5);
  size_t seen = 0;
  options.on_segment = [&](const PathSegment& segment) {
    EXPECT_EQ(segment.weights.size(), 6);
    return ++seen < 5;
  };
  options.keep_weights = false;
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), options);
  EXPECT_EQ(seen, 5u);
  EXPECT_EQ(path.segments.size(), 5u);
  EXPECT_FALSE(path.complete);
  EXPECT_EQ(path.segments[4].weights.size(), 0);
}

// One pass, spent only on the gap, leaves the gap at epsilon, where only rounding would allow another segment
// of length 0.
TEST(RegularizationPath, EndsWhereTheOptimiserFails) {
  for (const double passes : {1.0, 2.0}) {
    PathOptions options = Cyclic(0.5);
    options.optimizer.run.stop.iterations = passes;
    const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3n(), options);
    EXPECT_FALSE(path.complete);
    ASSERT_GE(path.segments.size(), 2u);
    const PathSegment& last = path.segments.back();
    EXPECT_EQ(last.ending, common::Ending::kIterationLimit);
    EXPECT_GT(last.gap, 0.05);
    EXPECT_LE(last.lambda_low, last.lambda_high);
    EXPECT_LE(last.GapAt(last.lambda_low), std::max(0.1, last.gap) + 1e-15);
    for (size_t k = 0; k + 1 < path.segments.size(); ++k) {
      EXPECT_EQ(path.segments[k].ending, common::Ending::kGapReached);
    }
  }
}

// Each breakpoint is below the one before, however little the optimiser may do. If it reaches its share, the
// path is the same as without a limit.
TEST(RegularizationPath, GoesOnWhereTheOptimiserMeetsItsLimit) {
  for (const StoppingRule stopping : {StoppingRule::kExact, StoppingRule::kHeuristic}) {
    for (const double passes : {0.0, 0.5, 1.0, 2.0, 1e9}) {
      SCOPED_TRACE(passes);
      PathOptions options = Cyclic(0.5);
      options.optimizer.stopping = stopping;
      options.optimizer.run.stop.iterations = passes;
      const RegularizationPath ends = ComputeRegularizationPath(WorkedExampleT3n(), options);
      options.continue_at_limit = true;
      const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3n(), options);
      EXPECT_TRUE(path.complete);
      const double budget = (options.kappa1 + options.kappa2) * options.epsilon;
      const double whole_room = options.kappa2 * options.epsilon;
      int at_limit = 0, without_room = 0;
      for (size_t k = 0; k < path.segments.size(); ++k) {
        const PathSegment& segment = path.segments[k];
        const bool is_last = k + 1 == path.segments.size();
        at_limit += segment.ending == common::Ending::kIterationLimit;
        EXPECT_LT(segment.lambda_low, segment.lambda_high);
        if (is_last) continue;
        EXPECT_DOUBLE_EQ(path.segments[k + 1].lambda_high, segment.lambda_low);
        const double room = segment.omega * (1 - segment.lambda_low / segment.lambda_high);
        const double expected = budget - segment.gap;
        if (expected < 0.01 * whole_room) {
          ++without_room;
          EXPECT_EQ(segment.ending, common::Ending::kIterationLimit);
          EXPECT_NEAR(room, whole_room, 1e-12);
        } else {
          EXPECT_NEAR(room, expected, 1e-12);
        }
      }
      EXPECT_EQ(path.breakpoints_at_limit, at_limit);
      EXPECT_EQ(at_limit > 0, passes < 1e9);
      EXPECT_EQ(ends.complete, at_limit == 0);
      EXPECT_EQ(ends.breakpoints_at_limit, at_limit == 0 ? 0 : 1);
      EXPECT_TRUE(without_room > 0 || passes > 0);
      if (at_limit > 0) continue;
      ASSERT_EQ(path.segments.size(), ends.segments.size());
      EXPECT_EQ(path.segments.back().weights, ends.segments.back().weights);
    }
  }
}

std::string Refusal(const std::function<void(PathOptions&)>& change, std::optional<Box> box = {}) {
  PathOptions options;
  change(options);
  return MessageOf(common::ErrorKind::kUsage,
                   [&] { ComputeRegularizationPath(WorkedExampleT3(), options, box); });
}

TEST(RegularizationPath, RefusesOptionsOutOfRange) {
  EXPECT_EQ(Refusal([](PathOptions& options) { options.epsilon = 0; }),
            "epsilon: expected a finite number > 0, found 0");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.epsilon = std::nan(""); }),
            "epsilon: expected a finite number > 0, found nan");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa1 = 0; }),
            "kappa1: expected a number > 0 and < 1, found 0");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa1 = 1; }),
            "kappa1: expected a number > 0 and < 1, found 1");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa2 = -0.5; }),
            "kappa2: expected a finite number > 0, found -0.5");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.lambda_min = 0; }),
            "lambda_min: expected a finite number > 0, found 0");
  EXPECT_EQ(
      Refusal([](PathOptions& options) { options.lambda_min = std::numeric_limits<double>::infinity(); }),
      "lambda_min: expected a finite number > 0, found inf");
  EXPECT_NE(Refusal([](PathOptions& options) { options.optimizer.run.stop.iterations = -1; }), "no error");
  EXPECT_NE(Refusal([](PathOptions& options) { options.optimizer.passes_between_gaps = 0; }), "no error");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.optimizer.relative_tolerance = 0.5; }),
            "relative_tolerance: expected 0 on a path, found 0.5");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.optimizer.average = true; }),
            "average: expected false on a path, found true");
}

TEST(RegularizationPath, RefusesProblemsThatGiveItNoFirstLambda) {
  const auto refusal = [](const UncheckedProblem& problem, double epsilon) {
    PathOptions options;
    options.epsilon = epsilon;
    return MessageOf(common::ErrorKind::kData, [&] { ComputeRegularizationPath(problem, options); });
  };
  EXPECT_EQ(refusal({.samples = 0, .feature = 1}, 0.1),
            "problem: expected at least one sample, found an empty training set");
  const std::string expected = "the first lambda of the path: expected a finite number, found ";
  EXPECT_TRUE(refusal({.samples = 2, .feature = std::nan("")}, 0.1).starts_with(expected + "nan"));
  EXPECT_TRUE(refusal({.samples = 2, .feature = 1e200}, 0.1).starts_with(expected + "inf"));
  EXPECT_TRUE(refusal({.samples = 2, .feature = 1}, 1e-310).starts_with(expected + "inf"));
}

TEST(RegularizationPath, RefusesToDrawWhereTheProblemCannot) {
  PathOptions options;
  options.random_start = true;
  EXPECT_EQ(MessageOf(common::ErrorKind::kUsage,
                      [&] { ComputeRegularizationPath(WithExactTies(WorkedExampleT3()), options); }),
            "random_start: expected false for a problem without RandomLossMaximizer, found true");
  options.random_start = false;
  EXPECT_TRUE(ComputeRegularizationPath(WithExactTies(WorkedExampleT3()), options).complete);
}

// Each of the three samples of T3 has two wrong classes: eight starts, which the seed decides.
TEST(RegularizationPath, DrawsItsStartFromTheLossMaximizers) {
  const MulticlassProblem problem = WorkedExampleT3();
  std::vector<DenseVector> possible;
  for (int choice = 0; choice < 8; ++choice) {
    possible.push_back(DenseVector::Zero(6));
    for (int i = 0; i < 3; ++i) {
      const int wrong = (i + 1 + (choice >> i) % 2) % 3;
      AddScaled(PlaneOf(problem, i, wrong).plane, 1.0 / 3, possible.back());
    }
  }
  PathOptions options;
  options.random_start = true;
  options.on_segment = [](const PathSegment&) { return false; };
  std::vector<int> counts(possible.size());
  for (options.optimizer.run.seed = 0; options.optimizer.run.seed < 100; ++options.optimizer.run.seed) {
    const RegularizationPath path = ComputeRegularizationPath(problem, options);
    EXPECT_EQ(path.start_direction, ComputeRegularizationPath(problem, options).start_direction);
    EXPECT_NEAR(path.segments[0].gap, 0.05, 1e-15);
    int matches = 0;
    for (size_t choice = 0; choice < possible.size(); ++choice) {
      if ((path.start_direction - possible[choice]).norm() > 1e-14) continue;
      ++counts[choice];
      ++matches;
    }
    EXPECT_EQ(matches, 1);
  }
  for (const int count : counts) EXPECT_GT(count, 0);
}

TEST(RegularizationPath, RefusesABoxWithoutZeroOrOfAnotherSize) {
  const auto unchanged = [](PathOptions&) {};
  EXPECT_EQ(Refusal(unchanged, Box::Symmetric(5, 1)),
            "box: expected two bounds for each of 6 weights, found 5 lower and 5 upper bounds");
  EXPECT_NE(
      Refusal(unchanged, Box{DenseVector::Constant(6, 0.1), DenseVector::Ones(6)}).find("excludes zero"),
      std::string::npos);
  EXPECT_NE(Refusal(unchanged, Box::Symmetric(6, std::nan(""))), "no error");
  EXPECT_EQ(Refusal(unchanged, Box::Symmetric(6, 1)), "no error");
}

}  // namespace
}  // namespace structlab::structured_learning
