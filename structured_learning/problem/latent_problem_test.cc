#include "structured_learning/problem/latent_problem.h"

#include <string>

#include "common/parallel.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/tabulated_latent.h"

namespace structlab::structured_learning {
namespace {

struct NoLossAugmentedInference {
  using Output = int;
  using Hidden = std::string;
  int size() const { return 1; }
  int dimension() const { return 1; }
  int truth(int) const { return 0; }
  double Loss(int, int, const std::string&) const { return 0; }
  DenseVector JointFeature(int, int, const std::string&) const { return DenseVector::Zero(1); }
  std::string Complete(int, const WeightsView&) const { return ""; }
  ExplainedOutput<int, std::string> Predict(int, const WeightsView&) const { return {0, ""}; }
};
struct AllOracles : NoLossAugmentedInference {
  ExplainedOutput<int, std::string> LossAugmentedInference(int, const WeightsView&) const { return {0, ""}; }
};
static_assert(!LatentStructuredProblem<NoLossAugmentedInference>);
static_assert(LatentStructuredProblem<AllOracles>);
static_assert(StructuredProblem<CompletedProblem<AllOracles>>);
static_assert(StructuredProblem<CompletedProblem<TabulatedLatentProblem>>);

constexpr LatentShape kShapes[] = {{}, {.eta = 0.5}, {.eta = 50}};

double MeanOf(const CompletedProblem<TabulatedLatentProblem>& completed, const DenseVector& weights) {
  return MeanHinge(completed, weights) + completed.MeanPenalty();
}

// The tangent of a concave function lies above it and touches it.
TEST(CompletedProblem, BoundsTheObjectiveFromAboveAndTouchesItWhereItWasCompleted) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem problem = RandomLatent(seed, kShapes[seed % 3]);
    const DenseVector at = RandomWeights(seed, problem.dimension());
    const CompletedProblem completed(problem, at);
    EXPECT_NEAR(MeanOf(completed, at), LatentObjectiveByEnumeration(problem, 0, at),
                1e-12 * (1 + MeanOf(completed, at)));
    for (uint64_t other = 0; other < 20; ++other) {
      const DenseVector weights = 3 * RandomWeights(1000 + other, problem.dimension());
      EXPECT_GE(MeanOf(completed, weights), LatentObjectiveByEnumeration(problem, 0, weights) - 1e-11);
    }
  }
}

TEST(CompletedProblem, CompletesAgainWithTheGainThatItSays) {
  int total_changed = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const TabulatedLatentProblem problem = RandomLatent(seed, kShapes[seed % 3]);
    CompletedProblem completed(problem, RandomWeights(seed, problem.dimension()));
    const DenseVector then = RandomWeights(seed + 1, problem.dimension());
    const double before = MeanOf(completed, then);
    const auto change = completed.Complete(then);
    EXPECT_NEAR(before - MeanOf(completed, then), change.mean_gain, 1e-12 * (1 + before));
    EXPECT_EQ(change.mean_gain > 0, change.changed > 0);
    EXPECT_EQ(change.kept, 0);
    for (int i = 0; i < problem.size(); ++i) {
      EXPECT_EQ(completed.hidden(i), problem.Complete(i, then));
      EXPECT_EQ(completed.truth(i).hidden, completed.hidden(i));
    }
    EXPECT_EQ(completed.Complete(then).changed, 0);
    total_changed += change.changed;
  }
  EXPECT_GT(total_changed, 100);
}

// Finds the worst hidden value after it was asked to.
struct Forgetful : TabulatedLatentProblem {
  bool fails = false;
  int Complete(int i, const WeightsView& weights) const {
    return fails ? TabulatedLatentProblem::Complete(i, -weights)
                 : TabulatedLatentProblem::Complete(i, weights);
  }
};

TEST(CompletedProblem, KeepsAHiddenValueThatIsBetterThanTheNewOne) {
  Forgetful problem{RandomLatent(7, {.max_samples = 5, .max_hidden = 4})};
  ASSERT_GT(problem.num_hidden(), 1);
  const DenseVector weights = RandomWeights(7, problem.dimension());
  CompletedProblem completed(problem, weights);
  problem.fails = true;
  const auto change = completed.Complete(weights);
  EXPECT_EQ(change.kept, problem.size());
  EXPECT_EQ(change.changed, 0);
  EXPECT_EQ(change.mean_gain, 0);
  for (int i = 0; i < problem.size(); ++i) {
    EXPECT_EQ(completed.hidden(i), problem.TabulatedLatentProblem::Complete(i, weights));
  }
}

TEST(CompletedProblem, PlanesAreThoseOfItsTruth) {
  const TabulatedLatentProblem problem = RandomLatent(3, {.eta = 1});
  const CompletedProblem completed(problem, RandomWeights(3, problem.dimension()));
  DenseVector mean = DenseVector::Zero(problem.dimension());
  for (int i = 0; i < problem.size(); ++i) {
    const DenseVector truth = completed.JointFeature(i, completed.truth(i));
    mean += truth / problem.size();
    for (int y = 0; y < problem.num_outputs(); ++y) {
      const auto plane = PlaneOf(completed, i, {y, 0});
      EXPECT_EQ(plane.plane, truth - problem.JointFeature(i, y, 0));
      EXPECT_EQ(plane.loss, problem.Loss(i, y, 0));
    }
  }
  EXPECT_NEAR((completed.MeanFeature() - mean).norm(), 0, 1e-14);
}

TEST(CompletedProblem, IsTheSameOnSeveralThreads) {
  const TabulatedLatentProblem problem = RandomLatent(11);
  const DenseVector weights = RandomWeights(11, problem.dimension());
  common::ThreadPool pool(3);
  const CompletedProblem alone(problem, weights), together(problem, weights, &pool);
  for (int i = 0; i < problem.size(); ++i) EXPECT_EQ(alone.hidden(i), together.hidden(i));
}

}  // namespace
}  // namespace structlab::structured_learning
