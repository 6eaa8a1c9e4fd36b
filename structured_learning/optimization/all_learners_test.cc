// How learners end, and what they refuse.
#include <cmath>
#include <limits>

#include "common/error.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

// The reported gap is that of the returned weights.
TEST(AllLearners, AverageConvergesByItsOwnGap) {
  BcfwOptions options;
  options.average = true;
  options.run.stop.gap = 1e-3;
  options.run.stop.iterations = 1e5;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = RandomChains(seed);
    const LearningResult result = Bcfw(problem, 0.1, options);
    ASSERT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_LE(result.gap, 1e-3);
    EXPECT_NEAR(result.primal, PrimalObjective(problem, 0.1, result.weights), 1e-12);
  }
}

// The average lags behind the last iterate, whose gap is within the tolerance long before. Measuring the
// average's gap at each step would take all passes.
TEST(AllLearners, AverageConvergesWithinAFewTimesThePassesOfTheLastIterate) {
  BcfwOptions options;
  options.run.stop.gap = 0.01;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = RandomChains(seed, {.sequences = 40});
    options.average = false;
    const LearningResult last = Bcfw(problem, 1.0 / 40, options);
    ASSERT_EQ(last.ending, common::Ending::kGapReached);
    options.average = true;
    const LearningResult average = Bcfw(problem, 1.0 / 40, options);
    EXPECT_EQ(average.ending, common::Ending::kGapReached);
    EXPECT_LT(average.passes, 10 * last.passes + 50);
  }
}

TEST(AllLearners, AverageIsRefusedOnAPath) {
  PathOptions options;
  options.optimizer.average = true;
  EXPECT_THROW(ComputeRegularizationPath(WorkedExampleT3(), options), common::Error);
}

// Runs also end with a tolerance below rounding.
TEST(AllLearners, StopAtTheLastDigit) {
  BcfwOptions options;
  options.run.stop.gap = 0;
  options.run.stop.iterations = std::numeric_limits<double>::infinity();
  for (const bool hybrid : {false, true}) {
    options.hybrid = hybrid;
    const LearningResult result = Bcfw(WorkedExampleT3(), 1, options);
    EXPECT_LE(std::abs(result.gap), 1e-14);
    EXPECT_TRUE(result.ending == common::Ending::kNumericalBreakdown ||
                result.ending == common::Ending::kGapReached);
  }
}

TEST(AllLearners, TheHeuristicRuleStopsAtTheLastDigitToo) {
  BcfwOptions options;
  options.stopping = StoppingRule::kHeuristic;
  options.run.stop.gap = 0;
  options.plane_cache = 5;  // without it steps to corners would take 10^7 passes to the last digit
  options.run.stop.iterations = 1e5;
  for (const BlockSampling sampling : {BlockSampling::kUniform, BlockSampling::kGap}) {
    options.sampling = sampling;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      const ChainProblem problem = RandomChains(seed);
      const LearningResult result = Bcfw(problem, 0.1, options);
      EXPECT_TRUE(result.ending == common::Ending::kNumericalBreakdown ||
                  result.ending == common::Ending::kHeuristicallyConverged);
    }
  }
}

TEST(AllLearners, OraclesSurviveWeightsThatAreNotFinite) {
  const ChainProblem problem = RandomChains(1);
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const DenseVector weights = DenseVector::Constant(problem.dimension(), value);
    for (int i = 0; i < problem.size(); ++i) {
      for (const auto& labels : {problem.Predict(i, weights), problem.LossAugmentedInference(i, weights),
                                 problem.SlackRescaledInference(i, weights)}) {
        for (const int label : labels) {
          EXPECT_GE(label, 0);
          EXPECT_LT(label, problem.samples().num_labels());
        }
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
