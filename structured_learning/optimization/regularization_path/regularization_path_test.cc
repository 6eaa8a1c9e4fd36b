// The path on the worked examples, digit by digit, and how it stops and refuses.
#include "structured_learning/optimization/regularization_path/regularization_path.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "common/error.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

// T3 with outputs of equal value told apart as exact arithmetic would: the lowest of those within rounding.
// On this example two wrong classes often tie, and rounding would decide which path is taken.
class T3WithExactTies {
 public:
  using Output = int;
  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y) const { return problem_.Loss(i, y); }
  SparseVector JointFeature(int i, int y) const { return problem_.JointFeature(i, y); }
  int Predict(int i, const WeightsView& weights) const { return problem_.Predict(i, weights); }
  int LossAugmentedInference(int i, const WeightsView& weights) const {
    const auto value = [&](int y) { return Loss(i, y) + Dot(JointFeature(i, y), weights); };
    const double highest = std::max({value(0), value(1), value(2)});
    int y = 0;
    while (value(y) < highest - 1e-10) ++y;
    return y;
  }

 private:
  MulticlassProblem problem_ = WorkedExampleT3();
};

PathOptions WithShare(double kappa1) {
  PathOptions options;
  options.kappa1 = kappa1;
  options.kappa2 = 1 - kappa1;
  options.optimizer.sampling = BlockSampling::kCyclic;
  return options;
}

// The exact gap before the first pass and after each.
PathOptions Cyclic(double kappa1) {
  PathOptions options = WithShare(kappa1);
  options.optimizer.gap_first = true;
  options.optimizer.passes_between_gaps = 1;
  return options;
}

PathOptions BatchFrankWolfe(double kappa1) {
  PathOptions options = Cyclic(kappa1);
  options.optimizer.hybrid = true;
  options.optimizer.passes_between_gaps = 0;
  return options;
}

PathOptions Heuristic(double kappa1) {
  PathOptions options = WithShare(kappa1);
  options.optimizer.stopping = StoppingRule::kHeuristic;
  return options;
}

void ExpectBreakpoints(const RegularizationPath& path, size_t first, const std::vector<double>& lambdas) {
  ASSERT_LE(first + lambdas.size(), path.segments.size());
  for (size_t k = 0; k < lambdas.size(); ++k) {
    EXPECT_NEAR(path.segments[first + k].lambda_high, lambdas[k], kPrinted) << "breakpoint " << first + k;
  }
}

TEST(RegularizationPath, OfT3WithBatchFrankWolfe) {
  const RegularizationPath path = ComputeRegularizationPath(T3WithExactTies(), BatchFrankWolfe(0.5));
  ASSERT_EQ(path.segments.size(), 27u);
  ExpectBreakpoints(path, 0, {11.9444444444, 11.3157894737, 10.2918063308, 9.3171803321, 8.4944898465});
  ExpectBreakpoints(path, 24, {0.7885303684, 0.5247877134, 0.2920418637});
  // Every step is preceded by the gap that it came from, and the last is followed by the one that ends it.
  std::vector<double> steps = {0};
  steps.insert(steps.end(), 14, 1);
  steps.insert(steps.end(), {2, 1});
  steps.insert(steps.end(), 8, 2);
  steps.insert(steps.end(), {3, 2});
  for (size_t k = 0; k < path.segments.size(); ++k) {
    EXPECT_EQ(path.segments[k].passes, k == 0 ? 0 : steps[k] + 1) << "breakpoint " << k;
    EXPECT_EQ(path.segments[k].gap_passes, path.segments[k].passes);
  }
  EXPECT_EQ(path.segments.back().lambda_low, 0);
  EXPECT_TRUE(path.complete);
  double worst = 0;
  for (const PathSegment& segment : path.segments) worst = std::max(worst, segment.GapAt(segment.lambda_low));
  EXPECT_NEAR(worst, 0.1, 1e-12);
}

TEST(RegularizationPath, OfT3WithCyclicBlocks) {
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), Cyclic(0.5));
  ASSERT_EQ(path.segments.size(), 29u);
  ExpectBreakpoints(path, 0, {11.9444444444, 11.3157894737});
  ExpectBreakpoints(path, 26, {0.7253528388, 0.5469722025, 0.2240530775});
  // 32 passes that step; the gap is measured before the first at 28 breakpoints and after each of the 32.
  double gap_passes = 0;
  for (const PathSegment& segment : path.segments) gap_passes += segment.gap_passes;
  EXPECT_NEAR(gap_passes, 28 + 32, 1e-9);
  EXPECT_NEAR(path.passes - gap_passes, 32, 1e-9);
  EXPECT_EQ(path.segments.back().lambda_low, 0);
  EXPECT_TRUE(path.complete);
}

// At the first breakpoint nothing is optimised, so these are the same for all optimisers.
TEST(RegularizationPath, BeginsAsPrinted) {
  for (const auto& make : {BatchFrankWolfe, Cyclic, Heuristic}) {
    ExpectBreakpoints(ComputeRegularizationPath(WorkedExampleT3(), make(0.5)), 0,
                      {11.9444444444, 11.3157894737});
    ExpectBreakpoints(ComputeRegularizationPath(WorkedExampleT3(), make(0.9)), 0,
                      {6.6358024691, 6.5628815629});
    PathOptions options = make(0.5);
    options.lambda_min = 0.01;
    ExpectBreakpoints(ComputeRegularizationPath(WorkedExampleT3n(), options), 0,
                      {30.5555555556, 28.9701257862});
  }
}

TEST(RegularizationPath, StartsFromTheBoundOrFromTheExactGap) {
  PathOptions options = Cyclic(0.5);
  const RegularizationPath bound = ComputeRegularizationPath(WorkedExampleT3(), options);
  EXPECT_NEAR(bound.segments[0].gap, 0.05, 1e-15);
  EXPECT_FALSE(bound.segments[0].gap_is_exact);
  EXPECT_TRUE(bound.segments[1].gap_is_exact);
  EXPECT_EQ(bound.start_passes, 2);
  options.exact_first_gap = true;
  const RegularizationPath exact = ComputeRegularizationPath(WorkedExampleT3(), options);
  EXPECT_NEAR(exact.segments[0].gap, 0.00930233, 5e-9);
  EXPECT_TRUE(exact.segments[0].gap_is_exact);
  EXPECT_LT(exact.segments[0].lambda_low, bound.segments[0].lambda_low);
  EXPECT_EQ(exact.start_passes, 3);
}

// With kappa1 = 0.95 no oracle ties, so that the count of oracle calls does not depend on rounding.
TEST(RegularizationPath, OfT3WithTheHeuristicRule) {
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), Heuristic(0.95));
  EXPECT_EQ(path.segments.size(), 98u);
  EXPECT_NEAR(path.passes * 3, 171, 1e-9);
  for (const PathSegment& segment : path.segments) EXPECT_FALSE(segment.gap_is_exact);
}

// The counts are those of exact ties, found in arithmetic of 120 digits too. Where rounding decides, 39
// values and 201 calls are found as well; the first values come before any tie.
TEST(RegularizationPath, OfT3WithTheHeuristicRuleAndTies) {
  const RegularizationPath exact = ComputeRegularizationPath(T3WithExactTies(), Heuristic(0.5));
  EXPECT_EQ(exact.segments.size(), 38u);
  EXPECT_NEAR(exact.passes * 3, 194, 1e-9);
  for (const RegularizationPath& path :
       {exact, ComputeRegularizationPath(WorkedExampleT3(), Heuristic(0.5))}) {
    ExpectBreakpoints(path, 0, {11.9444444444, 11.3157894737, 10.7022135643, 10.0833368557});
    for (size_t k = 1; k < 4; ++k) EXPECT_NEAR(path.segments[k].passes * 3, 4, 1e-12);
  }
}

TEST(RegularizationPath, OfInseparableDataRunsToTheSmallestLambda) {
  PathOptions options = Cyclic(0.5);
  options.lambda_min = 0.01;
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3n(), options);
  EXPECT_EQ(path.segments.back().lambda_low, 0.01);
  EXPECT_TRUE(path.complete);
  for (size_t k = 0; k + 1 < path.segments.size(); ++k) {
    EXPECT_DOUBLE_EQ(path.segments[k].lambda_low, path.segments[k + 1].lambda_high);
  }
  // The tail of the worked sequence: each value about 1 - 0.1/0.5 times the one before.
  const size_t last = path.segments.size() - 2;
  EXPECT_NEAR(path.segments[last].lambda_low / path.segments[last].lambda_high, 0.8, 0.1);
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
        EXPECT_EQ(path.segments[k].termination, Termination::kConverged);
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

// One pass, spent on the gap alone, leaves the gap at epsilon, where rounding alone would make room for
// another step of no length.
TEST(RegularizationPath, EndsWhereTheOptimiserFails) {
  for (const double passes : {1.0, 2.0}) {
    PathOptions options = Cyclic(0.5);
    options.optimizer.max_passes = passes;
    const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3n(), options);
    EXPECT_FALSE(path.complete);
    ASSERT_GE(path.segments.size(), 2u);
    const PathSegment& last = path.segments.back();
    EXPECT_EQ(last.termination, Termination::kPassLimit);
    EXPECT_GT(last.gap, 0.05);
    EXPECT_LE(last.lambda_low, last.lambda_high);
    EXPECT_LE(last.GapAt(last.lambda_low), std::max(0.1, last.gap) + 1e-15);
    for (size_t k = 0; k + 1 < path.segments.size(); ++k) {
      EXPECT_EQ(path.segments[k].termination, Termination::kConverged);
    }
  }
}

std::string Refusal(const std::function<void(PathOptions&)>& change, std::optional<Box> box = {}) {
  PathOptions options;
  change(options);
  try {
    ComputeRegularizationPath(WorkedExampleT3(), options, box);
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
    EXPECT_EQ(error.exit_status(), 2);
    return error.what();
  }
  return "no error";
}

TEST(RegularizationPath, RefusesOptionsOutOfRange) {
  EXPECT_EQ(Refusal([](PathOptions& options) { options.epsilon = 0; }),
            "epsilon: expected a finite number > 0, found 0.000000");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.epsilon = std::nan(""); }),
            "epsilon: expected a finite number > 0, found nan");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa1 = 0; }),
            "kappa1: expected a number > 0 and < 1, found 0.000000");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa1 = 1; }),
            "kappa1: expected a number > 0 and < 1, found 1.000000");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.kappa2 = -0.5; }),
            "kappa2: expected a finite number > 0, found -0.500000");
  EXPECT_EQ(Refusal([](PathOptions& options) { options.lambda_min = 0; }),
            "lambda_min: expected a finite number > 0, found 0.000000");
  EXPECT_EQ(
      Refusal([](PathOptions& options) { options.lambda_min = std::numeric_limits<double>::infinity(); }),
      "lambda_min: expected a finite number > 0, found inf");
  EXPECT_NE(Refusal([](PathOptions& options) { options.optimizer.max_passes = -1; }), "no error");
  EXPECT_NE(Refusal([](PathOptions& options) { options.optimizer.passes_between_gaps = 0; }), "no error");
}

TEST(RegularizationPath, RefusesABoxWithoutZeroOrOfAnotherSize) {
  const auto unchanged = [](PathOptions&) {};
  EXPECT_EQ(Refusal(unchanged, Box::Symmetric(5, 1)),
            "box: expected two bounds for each of 6 weights, found 5 lower and 5 upper bounds");
  EXPECT_NE(Refusal(unchanged, Box{DenseVector::Constant(6, 0.1), DenseVector::Ones(6)}).find("without zero"),
            std::string::npos);
  EXPECT_NE(Refusal(unchanged, Box::Symmetric(6, std::nan(""))), "no error");
  EXPECT_EQ(Refusal(unchanged, Box::Symmetric(6, 1)), "no error");
}

}  // namespace
}  // namespace structlab::structured_learning
