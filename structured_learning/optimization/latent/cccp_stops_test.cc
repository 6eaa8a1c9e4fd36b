// Tests how the concave-convex procedure ends: limits, interruptions, inexact inference, invalid options.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/latent/cccp.h"
#include "structured_learning/optimization/latent/random_instance.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/tabulated_latent.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A problem whose start is several rounds from its end.
Instance LongInstance() {
  for (uint64_t seed = 0;; ++seed) {
    Instance instance = RandomInstance(seed);
    if (LearnLatent(instance.problem, kLambda, instance.options).rounds.size() >= 4) return instance;
  }
}

TEST(CccpStops, AtALimitOfRounds) {
  Instance instance = LongInstance();
  const LatentResult whole = LearnLatent(instance.problem, kLambda, instance.options);
  for (const int rounds : {0, 1, 2}) {
    instance.options.run.stop.iterations = rounds;
    const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
    EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
    ASSERT_EQ(result.rounds.size(), rounds + 1U);
    EXPECT_EQ(result.objective, whole.rounds[rounds].objective);
    EXPECT_NEAR(instance.Objective(result.weights), result.objective, 1e-12 * (1 + result.objective));
  }
}

TEST(CccpStops, WhenTheObserverSaysSo) {
  Instance instance = LongInstance();
  std::vector<double> seen;
  instance.options.run.observer = [&](const common::TracePoint& point) {
    seen.push_back(point.value);
    return seen.size() < 3;
  };
  const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
  EXPECT_EQ(result.ending, common::Ending::kInterrupted);
  ASSERT_EQ(result.rounds.size(), 3U);
  EXPECT_EQ(result.objective, seen[2]);
}

// Sets a flag at one of its loss-augmented calls.
class Interrupting {
 public:
  using Output = int;
  using Hidden = int;
  Interrupting(const TabulatedLatentProblem& problem, int calls, std::atomic<bool>& flag)
      : problem_(problem), calls_left_(calls), flag_(flag) {}
  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y, int h) const { return problem_.Loss(i, y, h); }
  DenseVector JointFeature(int i, int y, int h) const { return problem_.JointFeature(i, y, h); }
  double CompletionPenalty(int i, int h) const { return problem_.CompletionPenalty(i, h); }
  int Complete(int i, const WeightsView& w) const { return problem_.Complete(i, w); }
  ExplainedOutput<int, int> Predict(int i, const WeightsView& w) const { return problem_.Predict(i, w); }
  ExplainedOutput<int, int> LossAugmentedInference(int i, const WeightsView& w) const {
    if (--calls_left_ == 0) flag_ = true;
    return problem_.LossAugmentedInference(i, w);
  }

 private:
  const TabulatedLatentProblem& problem_;
  mutable int calls_left_;
  std::atomic<bool>& flag_;
};

TEST(CccpStops, WithinARoundWithTheBestSoFar) {
  Instance instance = LongInstance();
  const int n = instance.problem.size();
  const LatentResult whole = LearnLatent(instance.problem, kLambda, instance.options);
  double before = kInfinity;
  const int passes = static_cast<int>(whole.passes);
  int within_a_round = 0;
  for (int pass = 0; pass < passes - 1; ++pass) {
    SCOPED_TRACE(pass);
    std::atomic<bool> flag = false;
    instance.options.run.stop.interrupted = &flag;
    const LatentResult result =
        LearnLatent(Interrupting(instance.problem, 1 + pass * n, flag), kLambda, instance.options);
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
    EXPECT_EQ(result.passes, pass + 1);
    const double objective = instance.Objective(result.weights);
    EXPECT_LE(objective, result.objective + 1e-12);  // an upper bound
    EXPECT_LE(result.objective, before + 1e-12);     // never worse for more time
    before = result.objective;
    within_a_round += result.rounds.back().ending == common::Ending::kInterrupted;
  }
  EXPECT_GT(within_a_round, 2);
}

TEST(CccpStops, AtALimitOfTime) {
  Instance instance = LongInstance();
  instance.options.run.stop.seconds = 0;
  const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
  EXPECT_EQ(result.ending, common::Ending::kTimeLimit);
  EXPECT_EQ(result.weights, *instance.options.start);
}

// Rounds that end at a limit of passes continue to lower the objective; their result is not called proved.
TEST(CccpStops, RoundsAtTheirLimitProveNothing) {
  Instance instance = LongInstance();
  instance.options.passes_per_round = 2;
  instance.options.run.stop.iterations = 5;
  const LatentResult early = LearnLatent(instance.problem, kLambda, instance.options);
  EXPECT_EQ(early.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(early.rounds.back().ending, common::Ending::kIterationLimit);
  instance.options.run.stop.iterations = 1000;
  const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  for (size_t t = 1; t < result.rounds.size(); ++t) {
    EXPECT_LE(result.rounds[t].objective, result.rounds[t - 1].objective + 1e-12);
  }
  EXPECT_LT(result.objective, result.rounds[0].objective);
}

// A learner that reports success for its round but returns other weights.
TEST(CccpStops, WhenTheObjectiveRisesAndKeepsTheBetterWeights) {
  const Instance instance = LongInstance();
  int round = 0;
  const auto learn = [&](const auto& completed, const DenseVector& start, const common::RunControl& run) {
    LearningResult result = LearnByMeanCuttingPlanes(
        completed, kLambda, run, CuttingPlaneIterate::kBest,
        {.proximity = instance.options.proximity, .box = instance.options.box, .start = start});
    if (++round == 2) result.weights *= -1, result.primal = std::nan("");
    return result;
  };
  const LatentResult result = LearnLatentWith(instance.problem, kLambda, instance.options, learn);
  EXPECT_TRUE(result.objective_rose);
  EXPECT_EQ(result.ending, common::Ending::kHeuristicallyConverged);
  ASSERT_EQ(result.rounds.size(), 3U);
  EXPECT_GT(result.rounds[2].objective, result.rounds[1].objective);
  EXPECT_EQ(result.objective, result.rounds[1].objective);
  EXPECT_NEAR(instance.Objective(result.weights), result.objective, 1e-12 * (1 + result.objective));
}

// Inexact inference: for any result of it the run ends, with weights no worse than the start as it measures
// them, and a rise is never called convergence.
class Inexact {
 public:
  using Output = int;
  using Hidden = int;
  explicit Inexact(const TabulatedLatentProblem& problem) : problem_(problem) {}
  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y, int h) const { return problem_.Loss(i, y, h); }
  DenseVector JointFeature(int i, int y, int h) const { return problem_.JointFeature(i, y, h); }
  int Complete(int i, const WeightsView& w) const {
    return IsOff(w) ? problem_.Complete(i, -w) : problem_.Complete(i, w);
  }
  ExplainedOutput<int, int> Predict(int i, const WeightsView& w) const { return problem_.Predict(i, w); }
  ExplainedOutput<int, int> LossAugmentedInference(int i, const WeightsView& w) const {
    return problem_.LossAugmentedInference(i, IsOff(w) ? DenseVector(0.5 * w) : DenseVector(w));
  }

 private:
  static bool IsOff(const WeightsView& w) { return std::fmod(std::abs(1000 * w[0]), 1) < 0.3; }
  const TabulatedLatentProblem& problem_;
};

TEST(CccpStops, WithInexactInferenceToo) {
  int kept = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem table = RandomLatent(seed);
    const LatentResult result = LearnLatent(
        Inexact(table), kLambda, {.start = RandomWeights(seed, table.dimension()), .epsilon = 1e-4});
    EXPECT_TRUE(result.ending == common::Ending::kConverged ||
                result.ending == common::Ending::kHeuristicallyConverged);
    EXPECT_LE(result.objective, result.rounds[0].objective);
    double lowest = kInfinity;
    for (const LatentRound& round : result.rounds) {
      lowest = std::min(lowest, round.objective);
      kept += round.completions_kept;
    }
    EXPECT_EQ(result.objective, lowest);
    if (result.objective_rose) {
      EXPECT_EQ(result.ending, common::Ending::kHeuristicallyConverged);
    }
  }
  EXPECT_GT(kept, 20);
}

TEST(CccpStops, WithABreakdownAtNaN) {
  const TabulatedLatentProblem problem({Eigen::MatrixXd::Constant(1, 2, std::nan(""))},
                                       {Eigen::VectorXd::Zero(2)}, 1);
  EXPECT_EQ(LearnLatent(problem, 1).ending, common::Ending::kNumericalBreakdown);
}

TEST(CccpOptions, AreChecked) {
  const TabulatedLatentProblem problem = RandomLatent(0);
  const auto expect_error = [&](const std::string& part, double lambda, const LatentOptions& options) {
    const std::string message = common::MessageOf([&] { LearnLatent(problem, lambda, options); });
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect_error("lambda", 0, {});
  expect_error("epsilon", 1, {.epsilon = 0});
  expect_error("epsilon", 1, {.epsilon = std::nan("")});
  expect_error("gap_share", 1, {.gap_share = 0});
  expect_error("gap_share", 1, {.gap_share = 1.5});
  expect_error("passes_per_round", 1, {.passes_per_round = 0});
  expect_error("set epsilon instead", 1, {.run = LearningRun(1e-3)});
  expect_error("time limit", 1, {.run = {.stop = {.seconds = -1}}});
  expect_error("start", 1, {.start = DenseVector::Zero(problem.dimension() + 1)});
  expect_error("alpha", 1, {.proximity = {.alpha = -1}});
  expect_error("box", 1, {.box = Box::NonNegative(problem.dimension() + 1)});
  const std::string message =
      common::MessageOf(common::ErrorKind::kData, [] { CheckLatentOptions(1, {}, 0, 1); });
  EXPECT_NE(message.find("sample"), std::string::npos);
}

}  // namespace
}  // namespace structlab::structured_learning
