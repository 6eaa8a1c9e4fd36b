#include "structured_learning/optimization/latent/cccp.h"

#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/latent/random_instance.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/tabulated_latent.h"

namespace structlab::structured_learning {
namespace {

TEST(Cccp, NeverRaisesTheObjectiveWithExactInference) {
  int rounds = 0, falls = 0, longer = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Instance instance = RandomInstance(seed);
    const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_FALSE(result.objective_rose);
    const double scale = 1 + result.rounds[0].objective;
    EXPECT_NEAR(result.rounds[0].objective, instance.Objective(*instance.options.start), 1e-12 * scale);
    EXPECT_NEAR(result.objective, instance.Objective(result.weights), 1e-12 * scale);
    EXPECT_NEAR(LatentObjective(instance.problem, kLambda, result.weights, instance.options.proximity),
                result.objective, 1e-12 * scale);
    if (instance.options.box) {
      EXPECT_EQ(instance.options.box->Clip(result.weights), result.weights);
    }
    ASSERT_EQ(result.trace.size(), result.rounds.size());
    for (size_t t = 1; t < result.rounds.size(); ++t) {
      const LatentRound& round = result.rounds[t];
      EXPECT_LE(round.objective, result.rounds[t - 1].objective + 1e-12 * scale);
      EXPECT_EQ(round.objective, result.trace[t].value);
      EXPECT_EQ(round.ending, common::Ending::kGapReached);
      EXPECT_LE(round.gap, 0.1 * instance.options.epsilon);
      EXPECT_EQ(round.completions_kept, 0);
      ++rounds;
      falls += round.objective < result.rounds[t - 1].objective - 1e-3;
      longer += t > 1;
    }
  }
  EXPECT_GT(falls, 200);
  EXPECT_GT(longer, 50) << rounds;
}

// A fixed point is a critical point of a difference of convex functions: the convex one has a subgradient
// that a subgradient of the other, the completed features, meets. So no direction within the box lowers the
// convex objective with the completions at the result.
TEST(Cccp, EndsWhereASubgradientOfTheConvexPartIsOneOfTheConcavePart) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Instance instance = RandomInstance(seed);
    instance.options.epsilon = 1e-9;
    const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
    const int d = instance.problem.dimension();
    const CompletedProblem completed(instance.problem, result.weights);
    const CenteredRegularizer regularizer = CompleteSquare(kLambda, instance.options.proximity, d);
    const auto convex = [&](const DenseVector& w) {
      return regularizer.ValueAt(w) + MeanHinge(completed, w);
    };
    const double here = convex(result.weights);
    for (uint64_t trial = 0; trial < 40; ++trial) {
      for (const double length : {1e-1, 1e-3}) {
        DenseVector there = result.weights + length * RandomWeights(trial, d);
        if (instance.options.box) there = instance.options.box->Clip(there);
        EXPECT_GE(convex(there), here - 3e-9);
      }
    }
  }
}

// Every round is solved to the optimum of its convex problem, which an interior point method finds from all
// pieces. With v = w - c, c the center, the proximity term only changes their losses.
TEST(Cccp, SolvesEachRoundToItsOptimum) {
  int rounds = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem problem = RandomLatent(seed, {.eta = seed % 2 == 0 ? 0.0 : 1.0});
    const int d = problem.dimension();
    const DenseVector w0 = DenseVector::Ones(d);
    const LatentOptions options{
        .start = RandomWeights(seed, d), .epsilon = 1e-6, .proximity = {.alpha = 0.1, .center = w0}};
    OutputsOf<CompletedProblem<TabulatedLatentProblem>> outputs(problem.size());
    for (auto& of_sample : outputs) {
      for (int y = 0; y < problem.num_outputs(); ++y) {
        for (int h = 0; h < problem.num_hidden(); ++h) of_sample.push_back({y, h});
      }
    }
    std::vector<MeanPlane> planes;
    DenseVector mean_feature;
    const auto learn = [&](const CompletedProblem<TabulatedLatentProblem>& completed,
                           const DenseVector& start, const common::RunControl& run) {
      // As LearnLatent does.
      const DenseVector mean = completed.MeanFeature();
      for (MeanPlane& plane : planes) plane.plane += mean - mean_feature;
      mean_feature = mean;
      const LearningResult result =
          LearnByMeanCuttingPlanes(completed, kLambda, run, CuttingPlaneIterate::kBest,
                                   {.proximity = options.proximity, .start = start, .planes = &planes});
      std::vector<SamplePieces> pieces = PiecesOf(completed, outputs);
      const double strength = kLambda + 0.2;
      const DenseVector center = 0.2 / strength * w0;
      for (SamplePieces& sample : pieces) sample.losses -= sample.planes.transpose() * center;
      const ExactOptimum optimum = MinimiseOverPieces(pieces, strength);
      const DenseVector w = optimum.weights + center;
      const double lowest =
          kLambda / 2 * w.squaredNorm() + 0.1 * (w - w0).squaredNorm() + MeanHinge(completed, w);
      EXPECT_NEAR(result.primal, lowest, 1e-7 + 1e-9);
      EXPECT_LE(result.dual, lowest + 1e-9);
      ++rounds;
      return result;
    };
    const LatentResult result = LearnLatentWith(problem, kLambda, options, learn);
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(LearnLatent(problem, kLambda, options).weights, result.weights);
  }
  EXPECT_GT(rounds, 70);
}

// The planes of earlier rounds, moved to the new completions, save oracle calls.
TEST(Cccp, NeedsFewerPassesThanRoundsFromNothing) {
  double carried = 0, anew = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const TabulatedLatentProblem problem = RandomLatent(seed, {.max_samples = 12, .max_dimension = 6});
    const LatentOptions options{.start = RandomWeights(seed, problem.dimension()), .epsilon = 1e-5};
    const auto learn = [&](const auto& completed, const DenseVector& start, const common::RunControl& run) {
      return LearnByMeanCuttingPlanes(completed, 0.01, run, CuttingPlaneIterate::kBest, {.start = start});
    };
    const auto passes_after_the_first_round = [](const LatentResult& result) {
      return result.rounds.size() < 2 ? 0 : result.passes - 1 - result.rounds[1].passes;
    };
    carried += passes_after_the_first_round(LearnLatent(problem, 0.01, options));
    anew += passes_after_the_first_round(LearnLatentWith(problem, 0.01, options, learn));
  }
  EXPECT_LT(carried, 0.8 * anew) << carried << " " << anew;
}

// Hidden values of which there is only one.
class OneHiddenValue {
 public:
  using Output = int;
  struct Hidden {
    bool operator==(const Hidden&) const = default;
  };
  using Explained = ExplainedOutput<int, Hidden>;
  explicit OneHiddenValue(const MulticlassProblem& problem) : problem_(problem) {}
  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y, const Hidden&) const { return problem_.Loss(i, y); }
  SparseVector JointFeature(int i, int y, const Hidden&) const { return problem_.JointFeature(i, y); }
  Hidden Complete(int, const WeightsView&) const { return {}; }
  Explained Predict(int i, const WeightsView& w) const { return {problem_.Predict(i, w), {}}; }
  Explained LossAugmentedInference(int i, const WeightsView& w) const {
    return {problem_.LossAugmentedInference(i, w), {}};
  }

 private:
  const MulticlassProblem& problem_;
};

TEST(Cccp, IsTheOrdinaryLearnerToTheBitsWithOneHiddenValue) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const DenseVector start = DenseVector::Zero(problem.dimension());
    const LatentResult latent = LearnLatent(OneHiddenValue(problem), kLambda, {.epsilon = 1e-6});
    const LearningResult ordinary = LearnByMeanCuttingPlanes(problem, kLambda, LearningRun(0.1 * 1e-6),
                                                             CuttingPlaneIterate::kBest, {.start = start});
    EXPECT_EQ(latent.weights, ordinary.weights);
    EXPECT_EQ(latent.objective, ordinary.primal);
    EXPECT_EQ(latent.ending, common::Ending::kConverged);
    EXPECT_EQ(latent.rounds.size(), 2U);  // nothing can change: one round is all
  }
}

// Other learners can solve the rounds; the sequences may differ, but each is monotone up to its gap.
TEST(Cccp, TakesAnyLearnerForTheRounds) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem problem = RandomLatent(seed);
    const LatentOptions options{.start = RandomWeights(seed, problem.dimension()), .epsilon = 1e-4};
    const auto check = [&](const LatentResult& result, const std::string& name) {
      SCOPED_TRACE(name);
      EXPECT_EQ(result.ending, common::Ending::kConverged);
      EXPECT_NEAR(result.objective, LatentObjectiveByEnumeration(problem, kLambda, result.weights), 1e-12);
      for (size_t t = 1; t < result.rounds.size(); ++t) {
        EXPECT_LE(result.rounds[t].objective, result.rounds[t - 1].objective + 1e-5 + 1e-12);
      }
    };
    check(LearnLatentWith(problem, kLambda, options,
                          [](const auto& completed, const DenseVector&, const common::RunControl& run) {
                            return LearnNSlackCuttingPlane(completed, kLambda, run);
                          }),
          "n-slack");
    check(LearnLatentWith(problem, kLambda, options,
                          [](const auto& completed, const DenseVector&, const common::RunControl& run) {
                            BcfwOptions bcfw;
                            bcfw.run = run;
                            bcfw.run.stop.iterations = 1e6;
                            bcfw.plane_cache = 5;
                            LearningResult result = Bcfw(completed, kLambda, bcfw);
                            result.primal = std::nan("");  // as a learner that does not know it
                            return result;
                          }),
          "BCFW");
  }
}

TEST(Cccp, GivesTheSameBitsOnSeveralThreads) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    Instance instance = RandomInstance(seed);
    const LatentResult alone = LearnLatent(instance.problem, kLambda, instance.options);
    instance.options.run.threads = 3;
    const LatentResult together = LearnLatent(instance.problem, kLambda, instance.options);
    EXPECT_EQ(alone.weights, together.weights) << seed;
    EXPECT_EQ(alone.rounds.size(), together.rounds.size()) << seed;
  }
}

TEST(Cccp, StaysAtW0AsAlphaGrows) {
  Instance instance = RandomInstance(2);
  instance.options.proximity.alpha = 1e9;
  const LatentResult result = LearnLatent(instance.problem, kLambda, instance.options);
  EXPECT_NEAR((result.weights - instance.options.proximity.center).norm(), 0, 1e-7);
}

TEST(Cccp, StartsAtTheCenterWithinTheBoxIfNotTold) {
  const DenseVector center{{2, -3}};
  EXPECT_EQ(StartOf({}, 2), DenseVector::Zero(2));
  EXPECT_EQ(StartOf({.proximity = {.alpha = 1, .center = center}}, 2), center);
  EXPECT_EQ(StartOf({.proximity = {.alpha = 1, .center = center}, .box = Box::NonNegative(2)}, 2),
            (DenseVector{{2, 0}}));
  EXPECT_EQ(StartOf({.start = center, .proximity = {.alpha = 1, .center = 2 * center}}, 2), center);
}

}  // namespace
}  // namespace structlab::structured_learning
