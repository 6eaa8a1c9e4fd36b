#include "structured_learning/optimization/subgradient.h"

#include <cmath>

#include "common/error.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/proved_rates.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr SubgradientOptions kLastIterate{.average = false};
constexpr SubgradientOptions kLastIterateAsPrinted{.step = SubgradientStep::kAsPrinted, .average = false};

// P(w_0), P(w_1), ... as printed; the trace's point `t_end` is the last.
void ExpectObjectives(double lambda, const SubgradientOptions& method, const std::vector<double>& expected,
                      double printed, size_t t_end, double at_end) {
  const LearningResult result =
      LearnBatchSubgradient(WorkedExampleT3(), lambda, LearningRun(0, 1001), method);
  ASSERT_GT(result.trace.size(), t_end);
  for (size_t t = 0; t < expected.size(); ++t) {
    EXPECT_NEAR(result.trace[t].value, expected[t], printed) << "t = " << t;
  }
  EXPECT_NEAR(result.trace[t_end].value, at_end, printed);
}

// Step 2 goes up: the rule of Alg. 2 would stop there, at 0.84, while the optimum is 0.7236.
TEST(BatchSubgradient, WalksThePrintedSequenceAtLambdaOne) {
  ExpectObjectives(1, kLastIterateAsPrinted, {1, 0.8125, 0.84027778, 0.73533951, 0.76311728, 0.72361111},
                   6e-9, 5, 0.72361111);
}

TEST(BatchSubgradient, WalksThePrintedSequenceWithTheStepOfAlgorithm2) {
  ExpectObjectives(0.1, kLastIterateAsPrinted, {1, 0.543750, 0.185299, 0.129687, 0.121395, 0.165748}, 6e-7,
                   1000, 0.098257);
}

TEST(BatchSubgradient, WalksThePrintedSequenceWithTheCorrectedStep) {
  ExpectObjectives(0.1, kLastIterate, {1, 2.986111, 0.331790, 0.272762, 0.746528}, 6e-7, 1000, 0.098939);
}

double RateBound(const MulticlassProblem& problem, double lambda, double steps) {
  return SubgradientRate(ConstantsOf(PiecesOf(problem, ListOutputs(problem)), lambda, 0), steps);
}

TEST(BatchSubgradient, AverageConvergesAtItsRate) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const double lambda = 0.2;
    const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), lambda);
    const LearningResult result = LearnBatchSubgradient(problem, lambda, LearningRun(1e-12, 2001));
    EXPECT_GE(result.primal, optimum.dual - 1e-12);
    EXPECT_LE(result.dual, optimum.primal + 1e-12);
    // Step t costs two passes, the first one.
    EXPECT_LE(result.primal, optimum.primal + RateBound(problem, lambda, 1000));
    EXPECT_NEAR(result.primal, PrimalObjective(problem, lambda, result.weights), 1e-13);
  }
}

TEST(BatchSubgradient, StopsWhenTheGapIsProved) {
  const LearningResult result = LearnBatchSubgradient(WorkedExampleT3n(), 1, LearningRun(0.01));
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_LE(result.gap, 0.01);
  EXPECT_GE(result.primal, 0.7958333333 - 1e-10);
  EXPECT_LE(result.dual, 0.7958333333 + 1e-10);
}

// With eta = 1 > 1/lambda the first iterate is no dual point any more.
TEST(BatchSubgradient, ClaimsNoDualWhereTheStepIsTooLong) {
  const LearningResult result =
      LearnBatchSubgradient(WorkedExampleT3(), 4, LearningRun(0, 20), kLastIterateAsPrinted);
  EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
  for (const common::TracePoint& point : result.trace) EXPECT_FALSE(point.bound > 0);
}

TEST(StochasticSubgradient, ConvergesAtItsRate) {
  const MulticlassProblem problem = WorkedExampleT3n();
  const double lambda = 0.5, passes = 100;
  const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), lambda);
  double mean = 0;
  constexpr int kSeeds = 30;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const LearningResult result = LearnStochasticSubgradient(
        problem, lambda, LearningRun(1e-3, passes + 1, seed), {.passes_between_measurements = passes});
    EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
    EXPECT_EQ(result.passes, passes + 1);
    EXPECT_EQ(result.gap_passes, 1);
    EXPECT_TRUE(std::isnan(result.dual));
    EXPECT_GE(result.primal, optimum.dual - 1e-12);
    EXPECT_NEAR(result.primal, PrimalObjective(problem, lambda, result.weights), 1e-13);
    mean += (result.primal - optimum.primal) / kSeeds;
  }
  EXPECT_LE(mean, RateBound(problem, lambda, passes * problem.size()));
}

TEST(StochasticSubgradient, TheSeedDecidesEverything) {
  const MulticlassProblem problem = RandomMulticlass(7);
  const auto learn = [&](uint64_t seed) {
    return LearnStochasticSubgradient(problem, 0.1, LearningRun(1e-3, 20, seed)).weights;
  };
  EXPECT_EQ(learn(5), learn(5));
  EXPECT_NE(learn(5), learn(6));
}

TEST(StochasticSubgradient, MeasuresAsOftenAsAsked) {
  const LearningResult result = LearnStochasticSubgradient(WorkedExampleT3(), 0.1, LearningRun(1e-3, 18),
                                                           {.passes_between_measurements = 5});
  ASSERT_EQ(result.trace.size(), 3U);
  EXPECT_EQ(result.trace[0].iteration, 6);
  EXPECT_EQ(result.trace[1].iteration, 12);
  EXPECT_EQ(result.trace[2].iteration, 18);
  EXPECT_EQ(result.gap_passes, 3);
}

TEST(StochasticSubgradient, RefusesToMeasureNever) {
  for (const double between : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(
        LearnStochasticSubgradient(WorkedExampleT3(), 0.1, {}, {.passes_between_measurements = between}),
        common::Error);
  }
}

}  // namespace
}  // namespace structlab::structured_learning
