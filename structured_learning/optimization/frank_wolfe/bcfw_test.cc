// Tests how block-coordinate Frank-Wolfe visits blocks, counts, stops and refuses options.
#include "structured_learning/optimization/frank_wolfe/bcfw.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/unchecked_problem.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// T3n with an oracle of the test's own.
class WithOracle {
 public:
  using Output = int;
  using Oracle = std::function<int(const MulticlassProblem& problem, int i, const WeightsView& weights)>;
  explicit WithOracle(Oracle oracle) : problem_(WorkedExampleT3n()), oracle_(std::move(oracle)) {}
  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y) const { return problem_.Loss(i, y); }
  SparseVector JointFeature(int i, int y) const { return problem_.JointFeature(i, y); }
  int Predict(int i, const WeightsView& weights) const { return problem_.Predict(i, weights); }
  int LossAugmentedInference(int i, const WeightsView& weights) const {
    return oracle_(problem_, i, weights);
  }

 private:
  MulticlassProblem problem_;
  Oracle oracle_;
};

// T3n, which records the samples whose oracle was called.
WithOracle Logged(std::vector<int>* calls) {
  return WithOracle([calls](const MulticlassProblem& problem, int i, const WeightsView& weights) {
    calls->push_back(i);
    return problem.LossAugmentedInference(i, weights);
  });
}

std::vector<int> CallsOf(const BcfwOptions& options, LearningResult* result = nullptr) {
  std::vector<int> calls;
  const LearningResult found = Bcfw(Logged(&calls), 0.1, options);
  if (result != nullptr) *result = found;
  return calls;
}

// Only the calls of steps: a run that reaches its limit between two gaps measures one more gap afterwards.
std::vector<int> StepsOf(const BcfwOptions& options) {
  LearningResult result;
  std::vector<int> calls = CallsOf(options, &result);
  EXPECT_EQ(result.gap_passes, 1);
  EXPECT_GE(calls.size(), 3u);
  calls.resize(calls.size() - 3);
  return calls;
}

BcfwOptions Limited(BlockSampling sampling, double passes) {
  BcfwOptions options;
  options.sampling = sampling;
  options.run.stop.gap = 0;
  options.run.stop.iterations = passes;
  options.passes_between_gaps = kInfinity;
  return options;
}

TEST(Bcfw, CyclicSamplingVisitsBlocksInOrder) {
  EXPECT_EQ(StepsOf(Limited(BlockSampling::kCyclic, 3)), (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
}

TEST(Bcfw, GapSamplingVisitsEveryBlockFirst) {
  std::vector<std::vector<int>> orders;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    BcfwOptions options = Limited(BlockSampling::kGap, 1);
    options.run.seed = seed;
    std::vector<int> calls = StepsOf(options);
    if (std::find(orders.begin(), orders.end(), calls) == orders.end()) orders.push_back(calls);
    std::sort(calls.begin(), calls.end());
    EXPECT_EQ(calls, (std::vector<int>{0, 1, 2}));
  }
  EXPECT_EQ(orders.size(), 6u);  // any order; the seed decides
}

TEST(Bcfw, UniformSamplingVisitsBlocksEquallyOften) {
  // Short runs, which end before the optimum.
  std::vector<int> calls;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    BcfwOptions options = Limited(BlockSampling::kUniform, 10);
    options.run.seed = seed;
    const std::vector<int> some = StepsOf(options);
    calls.insert(calls.end(), some.begin(), some.end());
  }
  ASSERT_EQ(calls.size(), 6000u);
  double chi_squared = 0;
  for (int i = 0; i < 3; ++i) {
    const double difference = static_cast<double>(std::count(calls.begin(), calls.end(), i)) - 2000;
    chi_squared += difference * difference / 2000;
  }
  EXPECT_LT(chi_squared, 13.8);  // 2 degrees of freedom, 0.1%
}

// Also if the returned average was measured by the last pass.
TEST(Bcfw, CountsEveryOracleCall) {
  for (const BlockSampling sampling :
       {BlockSampling::kUniform, BlockSampling::kGap, BlockSampling::kCyclic}) {
    for (const int variant : {0, 1, 2, 3}) {
      BcfwOptions options;
      options.sampling = sampling;
      options.hybrid = variant % 2 == 1;
      options.average = variant >= 2;
      options.passes_between_gaps = 2;
      options.run.stop.gap = 0.01;
      LearningResult result;
      const std::vector<int> calls = CallsOf(options, &result);
      EXPECT_NEAR(result.passes * 3, static_cast<double>(calls.size()), 1e-9);
      EXPECT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_GE(result.gap_passes, 1);
      EXPECT_LT(result.gap_passes, result.passes);
    }
  }
}

TEST(Bcfw, MeasuresTheGapAfterTheGivenPassesAndBeforeTheFirstIfAsked) {
  BcfwOptions options = Limited(BlockSampling::kCyclic, 12);
  options.passes_between_gaps = 2;
  const auto gap_times = [&] {
    std::vector<double> times;
    for (const common::TracePoint& point : Bcfw(WorkedExampleT3n(), 0.1, options).trace) {
      if (!std::isnan(point.gap())) times.push_back(point.iteration);
    }
    return times;
  };
  EXPECT_EQ(gap_times(), (std::vector<double>{3, 6, 9, 12}));
  // A gap that is due is measured, even beyond the limit of passes.
  options.gap_first = true;
  EXPECT_EQ(gap_times(), (std::vector<double>{1, 4, 7, 10, 13}));
}

// With the heuristic rule the gap is unknown, and the result says so.
TEST(Bcfw, TheHeuristicRuleProvesNothing) {
  BcfwOptions options;
  options.stopping = StoppingRule::kHeuristic;
  const LearningResult result = Bcfw(WorkedExampleT3(), 0.1, options);
  EXPECT_EQ(result.ending, common::Ending::kHeuristicallyConverged);
  EXPECT_TRUE(std::isnan(result.gap));
  EXPECT_TRUE(std::isnan(result.primal));
  EXPECT_EQ(result.gap_passes, 0);
}

TEST(Bcfw, StopsWithinAShareOfThePrimal) {
  BcfwOptions options;
  options.run.stop.gap = 0;
  options.relative_tolerance = 0.05;
  const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_LE(result.gap, 0.05 * result.primal);
  options.relative_tolerance = 1e-6;
  EXPECT_GT(Bcfw(WorkedExampleT3n(), 0.1, options).passes, result.passes);
}

TEST(Bcfw, StopsAtItsLimits) {
  const MulticlassProblem problem = WorkedExampleT3n();
  BcfwOptions options;
  options.run.stop.gap = 0;
  options.run.stop.iterations = 4;
  const LearningResult passes = Bcfw(problem, 0.1, options);
  EXPECT_EQ(passes.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(passes.passes, 5);  // the last of them for the gap
  options.run.stop.seconds = 0;
  EXPECT_EQ(Bcfw(problem, 0.1, options).ending, common::Ending::kTimeLimit);
  EXPECT_EQ(FrankWolfe(problem, 0.1, LearningRun(0, 4)).ending, common::Ending::kIterationLimit);
  EXPECT_EQ(
      FrankWolfe(problem, 0.1, {.stop = {.iterations = 1000, .seconds = 0, .gap = 0}, .seed = 0}).ending,
      common::Ending::kTimeLimit);
}

// Also between two exact gaps the result reports the gap of its weights.
TEST(Bcfw, KnowsItsGapAtALimit) {
  const MulticlassProblem problem = WorkedExampleT3n();
  const auto expect_gap = [&](const BcfwOptions& options, common::Ending ending, double gap_passes) {
    SCOPED_TRACE(EndingName(ending));
    const LearningResult result = Bcfw(problem, 0.1, options);
    EXPECT_EQ(result.ending, ending);
    EXPECT_NEAR(result.primal, PrimalObjective(problem, 0.1, result.weights), 1e-12);
    EXPECT_NEAR(result.gap, result.primal - result.dual, 1e-12);
    EXPECT_GT(result.gap, 0);
    EXPECT_EQ(result.gap_passes, gap_passes);
  };
  for (const BlockSampling sampling :
       {BlockSampling::kUniform, BlockSampling::kGap, BlockSampling::kCyclic}) {
    BcfwOptions options = Limited(sampling, 1);
    expect_gap(options, common::Ending::kIterationLimit, 1);
    options.average = true;  // in place of the last iterate
    expect_gap(options, common::Ending::kIterationLimit, 1);
    options = Limited(sampling, kInfinity);
    options.run.stop.seconds = 0;
    expect_gap(options, common::Ending::kTimeLimit, 1);
    options = Limited(sampling, kInfinity);
    options.run.observer = [](const common::TracePoint&) { return false; };
    expect_gap(options, common::Ending::kInterrupted, 1);
  }
}

// A proof by the last gap counts.
TEST(Bcfw, IsConvergedWhereTheGapAtALimitIsWithinTheTolerance) {
  BcfwOptions options = Limited(BlockSampling::kUniform, 1);
  options.run.stop.gap = 10;  // above any gap of T3n
  options.run.seed = 1;
  options.run.stop.iterations = 0.1;  // one step: the other block gaps stay unknown
  for (const bool average : {false, true}) {
    options.average = average;
    const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_LE(result.gap, 10);
  }
}

// The share refers to the returned model.
TEST(Bcfw, AnAverageIsWithinAShareOfItsOwnPrimal) {
  for (const double share : {0.03, 0.1, 0.3}) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
      SCOPED_TRACE(testing::Message() << share << ", seed " << seed);
      BcfwOptions options;
      options.sampling = BlockSampling::kUniform;
      options.average = true;
      options.run.stop.gap = 0;
      options.relative_tolerance = share;
      options.passes_between_gaps = 1;
      options.run.seed = seed;
      const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
      ASSERT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_LE(result.gap, share * result.primal);
    }
  }
}

// Random draws may miss the only block with a gap for more than a pass: that does not mean that progress has
// ended.
TEST(Bcfw, WaitsForABlockThatUniformSamplingLeavesOut) {
  for (const double passes_between_gaps : {0.5, 1.0}) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      BcfwOptions options;
      options.sampling = BlockSampling::kUniform;
      options.passes_between_gaps = passes_between_gaps;
      options.run.stop.gap = 1e-2;
      options.run.seed = seed;
      const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
      EXPECT_EQ(result.ending, common::Ending::kGapReached) << EndingName(result.ending);
      EXPECT_LE(result.gap, 1e-2);
    }
  }
}

// It also ends at the limit of double precision, for any sampling and any frequency of gaps.
TEST(Bcfw, EndsWhereNoBlockMakesProgress) {
  for (const BlockSampling sampling :
       {BlockSampling::kUniform, BlockSampling::kGap, BlockSampling::kCyclic}) {
    for (const double passes_between_gaps : {0.5, 1.0, 10.0}) {
      BcfwOptions options;
      options.sampling = sampling;
      options.passes_between_gaps = passes_between_gaps;
      options.run.stop.gap = 0;
      options.run.stop.iterations = 1e5;
      options.plane_cache = 5;  // solves each block: at the optimum of T3 to its last digits
      const LearningResult result = Bcfw(WorkedExampleT3(), 1, options);
      EXPECT_NE(result.ending, common::Ending::kIterationLimit) << passes_between_gaps;
      EXPECT_LE(result.gap, 1e-12);
    }
  }
}

TEST(Bcfw, TheObserverSeesTheTraceAndMayStop) {
  BcfwOptions options;
  options.run.stop.gap = 0;
  std::vector<double> seen;
  options.run.observer = [&](const common::TracePoint& point) {
    seen.push_back(point.bound);
    return seen.size() < 4;
  };
  const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
  EXPECT_EQ(result.ending, common::Ending::kInterrupted);
  ASSERT_EQ(seen.size(), 4u);
  ASSERT_EQ(result.trace.size(), 4u);
  EXPECT_EQ(result.trace[3].bound, seen[3]);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

// The proof counts even if something else happened at the same moment.
TEST(Bcfw, ConvergenceIsReportedBeforeInterruptionAndTime) {
  BcfwOptions options;
  options.gap_first = true;
  options.run.stop.gap = 10;  // above the gap at w = 0
  options.run.observer = [](const common::TracePoint&) { return false; };
  options.run.stop.seconds = 0;
  const LearningResult result = Bcfw(WorkedExampleT3n(), 0.1, options);
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_EQ(result.trace.size(), 1u);
}

TEST(Bcfw, IsDeterministicForASeed) {
  const MulticlassProblem problem = WorkedExampleT3n();
  BcfwOptions options = Limited(BlockSampling::kGap, 7);
  const DenseVector first = Bcfw(problem, 0.1, options).weights;
  EXPECT_EQ(Bcfw(problem, 0.1, options).weights, first);
  int others = 0;
  for (options.run.seed = 1; options.run.seed <= 10; ++options.run.seed) {
    others += Bcfw(problem, 0.1, options).weights != first;
  }
  EXPECT_GE(others, 5);
}

std::string Refusal(const std::function<void()>& act) {
  return common::MessageOf(common::ErrorKind::kUsage, act);
}

std::string RefusalOf(const std::function<void(BcfwOptions&)>& change) {
  BcfwOptions options;
  change(options);
  return Refusal([&] { Bcfw(WorkedExampleT3(), 1, options); });
}

TEST(Bcfw, RefusesALambdaThatIsNotPositive) {
  for (const double lambda : {0.0, -1.0, kInfinity, std::nan("")}) {
    EXPECT_NE(Refusal([&] { Bcfw(WorkedExampleT3(), lambda, {}); }), "no error");
    EXPECT_NE(Refusal([&] { FrankWolfe(WorkedExampleT3(), lambda, LearningRun()); }), "no error");
  }
  EXPECT_EQ(Refusal([] { Bcfw(WorkedExampleT3(), -2, {}); }),
            "lambda: expected a finite number above 0, found -2");
}

TEST(Bcfw, RefusesABoxThatIsNone) {
  Box box = Box::Unbounded(6);
  box.upper[4] = std::nan("");
  EXPECT_EQ(Refusal([&] { Bcfw(WorkedExampleT3(), 1, {}, box); }),
            "box, weight 4: expected lower <= upper, with a finite number between, found -inf and nan");
  EXPECT_EQ(Refusal([&] { FrankWolfe(WorkedExampleT3(), 1, {}, Box()); }),
            "box: expected two bounds for each of 6 weights, found 0 lower and 0 upper bounds");
}

TEST(Bcfw, RefusesImpossibleOptions) {
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.run.stop.gap = -1; }),
            "gap: expected a finite number of at least 0, found -1; set the duality gap at which the learner "
            "stops");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.run.stop.iterations = std::nan(""); }),
            "iteration limit: expected 0 or more, found nan");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.relative_tolerance = std::nan(""); }),
            "relative_tolerance: expected a finite number of at least 0, found nan");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.passes_between_gaps = 0; }),
            "passes_between_gaps: expected a number above 0, or 0 with hybrid, found 0");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.passes_between_gaps = std::nan(""); }),
            "passes_between_gaps: expected a number above 0, or 0 with hybrid, found nan");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) { options.plane_cache = -1; }),
            "plane_cache: expected at least 0, found -1");
}

// Options without effect are refused.
TEST(Bcfw, RefusesOptionsThatWouldDoNothing) {
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) {
              options.stopping = StoppingRule::kHeuristic;
              options.hybrid = true;
            }),
            "hybrid: expected false, since the heuristic rule measures no gap, found true; take the "
            "exact rule, or gap_first for one such step");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) {
              options.stopping = StoppingRule::kHeuristic;
              options.relative_tolerance = 0.01;
            }),
            "relative_tolerance: expected 0, since the heuristic rule does not know the primal, found 0.01");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) {
              options.plane_cache = 3;
              options.short_steps = true;
            }),
            "plane_cache: expected 0, since short_steps is on, found 3");
  EXPECT_EQ(RefusalOf([](BcfwOptions& options) {
              options.plane_cache = 3;
              options.hybrid = true;
            }),
            "plane_cache: expected 0, since hybrid is on, found 3");
}

// The step of all blocks that the first gap gives is the one that the heuristic rule can take.
TEST(Bcfw, TheHeuristicRuleStepsOnceForAllBlocksAfterAFirstGap) {
  BcfwOptions options = Limited(BlockSampling::kCyclic, 1);
  options.stopping = StoppingRule::kHeuristic;
  options.gap_first = true;
  options.run.stop.iterations = 1 + 1.0 / 3;
  const MulticlassProblem problem = WorkedExampleT3n();
  const DenseVector without = Bcfw(problem, 0.1, options).weights;
  options.hybrid = true;
  const LearningResult with = Bcfw(problem, 0.1, options);
  EXPECT_EQ(with.gap_passes, 1);
  EXPECT_NE(with.weights, without);
}

TEST(Bcfw, RefusesAnEmptyTrainingSet) {
  for (const auto& learn : {std::function<void()>([] {
                              Bcfw(UncheckedProblem{0, 1}, 1, {});
                            }),
                            std::function<void()>([] {
                              FrankWolfe(UncheckedProblem{0, 1}, 1, LearningRun());
                            })}) {
    EXPECT_EQ(common::MessageOf(common::ErrorKind::kData, learn),
              "problem: expected at least one sample, found an empty training set");
  }
}

TEST(Bcfw, EndsWithABreakdownAtNaN) {
  const UncheckedProblem problem{2, std::nan("")};
  EXPECT_EQ(Bcfw(problem, 1, {}).ending, common::Ending::kNumericalBreakdown);
  EXPECT_EQ(FrankWolfe(problem, 1, LearningRun()).ending, common::Ending::kNumericalBreakdown);
}

// For a hybrid run only the full passes count, each once although it also gives a step; for batch Frank-Wolfe
// all passes.
TEST(Bcfw, FullPassThatGivesAStepCountsOnceAndAsAGapPass) {
  const MulticlassProblem problem = WorkedExampleT3();
  BcfwOptions options;
  options.sampling = BlockSampling::kCyclic;
  options.run.stop.gap = 0;
  options.passes_between_gaps = 1;
  options.run.stop.iterations = 4;
  options.hybrid = true;
  const LearningResult hybrid = Bcfw(problem, 0.01, options);
  EXPECT_EQ(hybrid.passes, 4);
  EXPECT_EQ(hybrid.gap_passes, 2);
  const LearningResult batch = FrankWolfe(problem, 0.01, LearningRun(0, 4));
  EXPECT_EQ(batch.passes, 4);
  EXPECT_EQ(batch.gap_passes, 4);
}

// T3n, whose oracle from some call on returns the truth instead of the maximum.
WithOracle Lazy(int diligent_calls) {
  return WithOracle(
      [left = diligent_calls](const MulticlassProblem& problem, int i, const WeightsView& weights) mutable {
        return --left < 0 ? problem.truth(i) : problem.LossAugmentedInference(i, weights);
      });
}

TEST(Bcfw, AGapFarBelowZeroIsABreakdown) {
  const LearningResult wrong = Bcfw(Lazy(30), 0.1, {});
  EXPECT_LT(wrong.gap, -1e-3);
  EXPECT_EQ(wrong.ending, common::Ending::kNumericalBreakdown);
  EXPECT_EQ(Bcfw(Lazy(1 << 30), 0.1, {}).ending, common::Ending::kGapReached);
}

}  // namespace
}  // namespace structlab::structured_learning
