// The paths of the worked examples with proved optimisers, digit by digit.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/optimization/regularization_path/worked_paths.h"
#include "structured_learning/problem/exact_ties.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/support_enumeration.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

void ExpectBreakpoints(const std::vector<double>& found, size_t first, const std::vector<double>& lambdas) {
  ASSERT_LE(first + lambdas.size(), found.size());
  for (size_t k = 0; k < lambdas.size(); ++k) {
    EXPECT_NEAR(found[first + k], lambdas[k], kPrinted) << "breakpoint " << first + k;
  }
}

std::vector<double> BreakpointsOf(const RegularizationPath& path) {
  std::vector<double> lambdas;
  for (const PathSegment& segment : path.segments) lambdas.push_back(segment.lambda_high);
  return lambdas;
}

// If the optimiser is exact, the gap at a breakpoint is 0 and omega is the mean hinge of the optimum. The
// first segment is taken from the library, since nothing is optimised there.
std::vector<double> ExactBreakpoints(const MulticlassProblem& problem, const PathOptions& options) {
  const PathSegment start = ComputeRegularizationPath(problem, options).segments.front();
  const auto pieces = PiecesOf(problem, ListOutputs(problem));
  std::vector<double> lambdas = {start.lambda_high};
  for (double lambda = start.lambda_low; lambda >= options.lambda_min;) {
    lambdas.push_back(lambda);
    const ExactOptimum optimum = MinimiseBySupports(pieces, lambda);
    EXPECT_LE(optimum.primal - optimum.dual, 1e-14) << lambda;
    EXPECT_NEAR(SolveExactly(problem, ListOutputs(problem), lambda).primal, optimum.primal, 1e-11) << lambda;
    lambda = LowerEnd(lambda, options.epsilon, MeanHinge(problem, optimum.weights));
  }
  return lambdas;
}

TEST(WorkedPath, OfT3WithAnExactOptimiser) {
  const std::vector<double> found = ExactBreakpoints(WorkedExampleT3(), WithShare(0.5));
  const std::vector<double> expected = {
      11.9444444444, 11.3157894737, 10.1260937358, 9.0550147618, 8.0906415916, 7.2222459429,
      6.4401620470,  5.7356779282,  5.1009367535,  4.5288469057, 4.0129993780, 3.5475909196,
      3.1273509668,  2.7474695903,  2.4035220207,  2.0913817492, 1.8071060225, 1.5467569321,
      1.3060620446,  1.0796139241,  0.8583750753,  0.6172709242, 0.2932294927};
  ASSERT_EQ(found.size(), expected.size());  // there omega is 0: the model serves down to 0
  ExpectBreakpoints(found, 0, expected);
}

TEST(WorkedPath, OfT3WithAnExactOptimiserThatLeavesLittle) {
  const std::vector<double> found = ExactBreakpoints(WorkedExampleT3(), WithShare(0.9));
  ASSERT_EQ(found.size(), 18u);
  ExpectBreakpoints(found, 0, {6.6358024691, 6.5628815629});
  ExpectBreakpoints(found, 16, {0.6608689615, 0.3570308867});
}

// No weights separate T3n: below about 0.1 the mean hinge stays at its minimum, 1/2.
TEST(WorkedPath, OfT3nWithAnExactOptimiser) {
  const std::vector<double> found = ExactBreakpoints(WorkedExampleT3n(), DownTo(0.01, WithShare(0.5)));
  ASSERT_EQ(found.size(), 51u);
  ExpectBreakpoints(found, 0, {30.5555555556, 28.9701257862});
  ExpectBreakpoints(found, 50, {0.0106612833});
  for (size_t k = 0; k + 1 < found.size(); ++k) {
    if (found[k] <= 0.1) {
      EXPECT_NEAR(found[k + 1] / found[k], 1 - 0.1 / 0.5, 1e-12);
    }
  }
}

TEST(WorkedPath, OfT3WithBatchFrankWolfe) {
  const WithExactTies problem(WorkedExampleT3());
  const RegularizationPath path = ComputeRegularizationPath(problem, BatchFrankWolfe(0.5));
  const std::vector<double> found = BreakpointsOf(path);
  ASSERT_EQ(found.size(), 27u);
  ExpectBreakpoints(found, 0, {11.9444444444, 11.3157894737, 10.2918063308, 9.3171803321, 8.4944898465});
  ExpectBreakpoints(found, 24, {0.7885303684, 0.5247877134, 0.2920418637});
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
  // The gap at the low ends is epsilon; 0.1% of a segment above it, and at 49 more lambdas of it, a bit less.
  double at_ends = 0, worst = 0;
  for (const PathSegment& segment : path.segments) {
    at_ends = std::max(at_ends, segment.GapAt(segment.lambda_low));
    for (int k = 0; k < 50; ++k) {
      const double share = 0.001 + 0.999 * k / 49;
      const double lambda = segment.lambda_low + share * (segment.lambda_high - segment.lambda_low);
      worst = std::max(worst, PrimalObjective(problem, lambda, segment.weights) - segment.DualAt(lambda));
    }
  }
  EXPECT_NEAR(at_ends, 0.1, 1e-12);
  EXPECT_NEAR(worst, 0.0999439, 6e-8);
  // It ends by the case that the source omits: omega is above 0 but less than the remaining room, and the
  // source's quotient nu is negative.
  const double omega = path.segments.back().omega, room = 0.1 - path.segments.back().gap;
  EXPECT_NEAR(omega, 0.0091247, 6e-8);
  EXPECT_NEAR(room, 0.0637649, 6e-8);
  EXPECT_NEAR(1 / (1 - room / omega), -0.167, 6e-4);
}

TEST(WorkedPath, OfT3WithCyclicBlocks) {
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), Cyclic(0.5));
  const std::vector<double> found = BreakpointsOf(path);
  ASSERT_EQ(found.size(), 29u);
  ExpectBreakpoints(found, 0, {11.9444444444, 11.3157894737});
  ExpectBreakpoints(found, 26, {0.7253528388, 0.5469722025, 0.2240530775});
  // 32 passes that step; the gap is measured before the first at 28 breakpoints and after each of the 32.
  double gap_passes = 0;
  for (const PathSegment& segment : path.segments) gap_passes += segment.gap_passes;
  EXPECT_NEAR(gap_passes, 28 + 32, 1e-9);
  EXPECT_NEAR(path.passes - gap_passes, 32, 1e-9);
  EXPECT_EQ(path.segments.back().lambda_low, 0);
  EXPECT_TRUE(path.complete);
}

// At the first breakpoint nothing is optimised, so these are the same for all optimisers.
TEST(WorkedPath, BeginsAsPrinted) {
  for (const auto& make : {BatchFrankWolfe, Cyclic, Heuristic}) {
    ExpectBreakpoints(BreakpointsOf(ComputeRegularizationPath(WorkedExampleT3(), make(0.5))), 0,
                      {11.9444444444, 11.3157894737});
    ExpectBreakpoints(BreakpointsOf(ComputeRegularizationPath(WorkedExampleT3(), make(0.9))), 0,
                      {6.6358024691, 6.5628815629});
    ExpectBreakpoints(BreakpointsOf(ComputeRegularizationPath(WorkedExampleT3n(), DownTo(0.01, make(0.5)))),
                      0, {30.5555555556, 28.9701257862});
  }
}

TEST(WorkedPath, BeginsWithThePrintedBoundsOfTheBlockGaps) {
  const MulticlassProblem problem = WorkedExampleT3();
  const auto start = internal::FindPathStart(problem, WithShare(0.5), std::nullopt);
  EXPECT_NEAR(start.lambda, 11.9444444444, kPrinted);
  DualState<MulticlassProblem> state(problem, start.lambda);
  state.MoveAll(start.corners, 1);
  BlockGaps gaps(problem.size());
  EXPECT_NEAR(internal::SetStartGaps(start, state, gaps), 0.05, 1e-15);
  const double expected[] = {0.0255813953, 0.0127906977, 0.0116279070};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(gaps[i], expected[i], kPrinted) << "block " << i;
}

TEST(WorkedPath, StartsFromTheBoundOrFromTheExactGap) {
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

}  // namespace
}  // namespace structlab::structured_learning
