// All learners that can prove their gap agree with each other and with a general solver at the optimum.
#include <cmath>
#include <limits>
#include <utility>

#include "common/error.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/optimization/subgradient.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/unchecked_problem.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class P>
LearningResult BatchSubgradient(const P& problem, double lambda, const common::RunControl& run) {
  return LearnBatchSubgradient(problem, lambda, run);
}
template <class P>
LearningResult StochasticSubgradient(const P& problem, double lambda, const common::RunControl& run) {
  return LearnStochasticSubgradient(problem, lambda, run);
}

template <class P>
using Learner = std::pair<const char*, LearningResult (*)(const P&, double, const common::RunControl&)>;

template <class P>
constexpr Learner<P> kLearnersWithProof[] = {{"one-slack", &LearnOneSlackCuttingPlane<P>},
                                             {"n-slack", &LearnNSlackCuttingPlane<P>},
                                             {"BMRM", &LearnBmrm<P>}};
template <class P>
constexpr Learner<P> kLearners[] = {{"one-slack", &LearnOneSlackCuttingPlane<P>},
                                    {"n-slack", &LearnNSlackCuttingPlane<P>},
                                    {"BMRM", &LearnBmrm<P>},
                                    {"batch subgradient", &BatchSubgradient<P>},
                                    {"stochastic subgradient", &StochasticSubgradient<P>}};

// The dual is never above the primal of any point of any trace, nor the primal below the optimum.
void ExpectBounds(const LearningResult& result, const ExactOptimum& optimum) {
  for (const common::TracePoint& point : result.trace) {
    EXPECT_GE(point.value, optimum.dual - 1e-12);
    EXPECT_FALSE(point.bound > optimum.primal + 1e-12);
    EXPECT_FALSE(point.gap() < -1e-12);
  }
}

template <class P>
void ExpectAgreement(const P& problem, const OutputsOf<P>& outputs, double lambda) {
  const ExactOptimum optimum = SolveExactly(problem, outputs, lambda);
  ASSERT_LE(optimum.primal - optimum.dual, 1e-10);
  constexpr double kTolerance = 1e-8;
  for (const auto& [name, learn] : kLearnersWithProof<P>) {
    SCOPED_TRACE(name);
    const LearningResult result = learn(problem, lambda, LearningRun(kTolerance, kInfinity));
    EXPECT_EQ(result.ending, common::Ending::kGapReached);
    EXPECT_NEAR(result.primal, optimum.primal, 2 * kTolerance);
    EXPECT_NEAR(result.dual, optimum.primal, 2 * kTolerance);
    EXPECT_NEAR(BruteForce(problem, outputs).Objective(lambda, result.weights), result.primal, 1e-12);
    // P is lambda-strongly convex.
    EXPECT_LE((result.weights - optimum.weights).norm(), 2 * std::sqrt(2 * kTolerance / lambda));
    EXPECT_EQ(result.lambda, lambda);
    ExpectBounds(result, optimum);
  }
  for (const auto& [name, learn] : kLearners<P>) {
    SCOPED_TRACE(name);
    ExpectBounds(learn(problem, lambda, LearningRun(1e-3, 50)), optimum);
  }
}

TEST(Learners, AgreeAtTheOptimumWithMarginRescaling) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    for (const double lambda : {1.0, 0.03}) ExpectAgreement(problem, ListOutputs(problem), lambda);
  }
}

TEST(Learners, AgreeAtTheOptimumWithSlackRescaling) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    for (const double lambda : {1.0, 0.03}) {
      ExpectAgreement(SlackRescaled(problem), ListOutputs(problem), lambda);
    }
  }
}

TEST(Learners, RefuseALambdaThatIsNotPositive) {
  const MulticlassProblem problem = WorkedExampleT3();
  for (const auto& [name, learn] : kLearners<MulticlassProblem>) {
    for (const double lambda : {0.0, -1.0, kInfinity, std::nan("")}) {
      EXPECT_THROW(learn(problem, lambda, LearningRun()), common::Error) << name << ", lambda " << lambda;
    }
  }
}

TEST(Learners, RefuseImpossibleOptions) {
  const MulticlassProblem problem = WorkedExampleT3();
  for (const auto& [name, learn] : kLearners<MulticlassProblem>) {
    EXPECT_THROW(learn(problem, 1, LearningRun(-1)), common::Error) << name;
    EXPECT_THROW(learn(problem, 1, LearningRun(1e-3, -1)), common::Error) << name;
  }
}

// A user's problem that does not check its samples.
TEST(Learners, RefuseAnEmptyTrainingSet) {
  for (const auto& [name, learn] : kLearners<UncheckedProblem>) {
    EXPECT_THROW(learn({.samples = 0, .feature = 1}, 1, LearningRun()), common::Error) << name;
  }
}

TEST(Learners, EndWithABreakdownAtNaN) {
  for (const auto& [name, learn] : kLearners<UncheckedProblem>) {
    const LearningResult result = learn({.samples = 2, .feature = std::nan("")}, 1, LearningRun());
    EXPECT_EQ(result.ending, common::Ending::kNumericalBreakdown) << name;
  }
}

TEST(Learners, TheObserverSeesTheTraceAndMayStop) {
  const MulticlassProblem problem = WorkedExampleT3n();
  for (const auto& [name, learn] : kLearners<MulticlassProblem>) {
    SCOPED_TRACE(name);
    std::vector<double> seen;
    common::RunControl options = LearningRun(0, 60);
    options.observer = [&](const common::TracePoint& point) {
      seen.push_back(point.value);
      return seen.size() < 2;
    };
    const LearningResult result = learn(problem, 0.1, options);
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    ASSERT_EQ(seen.size(), 2U);
    ASSERT_EQ(result.trace.size(), 2U);
    EXPECT_EQ(result.trace[1].value, seen[1]);
    EXPECT_EQ(result.primal, seen[1]);
  }
}

TEST(Learners, StopAtTheirLimits) {
  const MulticlassProblem problem = WorkedExampleT3n();
  for (const auto& [name, learn] : kLearners<MulticlassProblem>) {
    SCOPED_TRACE(name);
    const LearningResult passes = learn(problem, 0.1, LearningRun(0, 2));
    EXPECT_EQ(passes.ending, common::Ending::kIterationLimit);
    EXPECT_GE(passes.passes, 2);
    EXPECT_LE(passes.passes, 3);
    EXPECT_EQ(passes.trace.back().iteration, passes.passes);
    EXPECT_EQ(learn(problem, 0.1, {.stop = {.iterations = 1000, .seconds = 0, .gap = 0}, .seed = 0}).ending,
              common::Ending::kTimeLimit);
  }
}

// If the tolerance is 0, the cutting planes end at the limit of double precision.
TEST(Learners, CuttingPlanesEndAtTheLimitOfPrecision) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const MulticlassProblem problem = RandomMulticlass(seed);
    const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), 0.1);
    for (const auto& [name, learn] : kLearnersWithProof<MulticlassProblem>) {
      const LearningResult result = learn(problem, 0.1, LearningRun(0, 500));
      EXPECT_NE(result.ending, common::Ending::kIterationLimit) << name << ", seed " << seed;
      EXPECT_NEAR(result.primal, optimum.primal, 1e-10) << name << ", seed " << seed;
    }
  }
}

TEST(Learners, AreDeterministic) {
  const MulticlassProblem problem = RandomMulticlass(11);
  for (const auto& [name, learn] : kLearners<MulticlassProblem>) {
    const common::RunControl options = LearningRun(1e-3, 40);
    EXPECT_EQ(learn(problem, 0.1, options).weights, learn(problem, 0.1, options).weights) << name;
  }
}

}  // namespace
}  // namespace structlab::structured_learning
