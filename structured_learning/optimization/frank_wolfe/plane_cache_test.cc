#include "structured_learning/optimization/frank_wolfe/plane_cache.h"

#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/optimization/regularization_path/regularization_path.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

BcfwOptions Cached(uint64_t seed, double tolerance) {
  BcfwOptions options;
  options.plane_cache = 3;
  options.run.stop.gap = tolerance;
  options.run.stop.iterations = 20000;
  options.passes_between_gaps = 3;
  options.run.seed = seed;
  return options;
}

RandomChainsOptions ChainsOf(uint64_t seed) {
  // Every fifth problem has sequences whose inner products are not stored.
  if (seed % 5 == 4)
    return {.num_features = 3, .num_labels = 2, .sequences = 2, .min_length = 66, .max_length = 70};
  return {.values = seed % 2 == 0 ? ChainValues::kOnes : ChainValues::kNormal};
}

// The chains' state computes the same without planes.
TEST(PlaneCache, ChainsAgreeWithExplicitPlanes) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = RandomChains(seed, ChainsOf(seed));
    common::RandomStream random(seed, "plane_cache_test");
    ChainDualState fast(problem, 0.1);
    GeneralDualState<ChainProblem> general(problem, 0.1);
    for (int visit = 0; visit < 6; ++visit) {
      const int i = static_cast<int>(random.UniformIndex(problem.size()));
      std::vector<ChainDualState::Corner> fast_corners(3);
      std::vector<GeneralDualState<ChainProblem>::Corner> general_corners(3);
      std::vector<double> shares;
      for (int c = 0; c < 3; ++c) {
        const auto output = problem.RandomLossMaximizer(i, random);
        fast.SetCorner(i, output, fast_corners[c]);
        general.SetCorner(i, output, general_corners[c]);
        shares.push_back(random.Uniform() / (3 * 0.1 * problem.size()));
      }
      std::vector<double> fast_numbers, general_numbers;
      fast.PlaneProducts(i, fast_corners[0], fast_corners, &fast_numbers);
      general.PlaneProducts(i, general_corners[0], general_corners, &general_numbers);
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(fast_numbers[c], general_numbers[c], 1e-10 * (1 + std::abs(general_numbers[c])));
      fast.Hinges(i, fast_corners, &fast_numbers);
      general.Hinges(i, general_corners, &general_numbers);
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(fast_numbers[c], general_numbers[c], 1e-10 * (1 + std::abs(general_numbers[c])));
      fast.MoveToCombination(i, fast_corners, shares);
      general.MoveToCombination(i, general_corners, shares);
      EXPECT_NEAR((fast.weights() - general.weights()).norm(), 0, 1e-10 * (1 + general.weights().norm()));
      EXPECT_NEAR(fast.loss(), general.loss(), 1e-12);
      EXPECT_NEAR(fast.block_loss(i), general.block_loss(i), 1e-12);
    }
  }
}

template <class P>
void ExpectOptimum(const P& problem, const OutputsOf<P>& outputs, uint64_t seed) {
  for (const double lambda : {1.0, 0.1, 0.01}) {
    SCOPED_TRACE(lambda);
    const LearningResult result = Bcfw(problem, lambda, Cached(seed, 1e-7));
    ASSERT_EQ(result.ending, common::Ending::kGapReached);
    const ExactOptimum optimum = SolveExactly(problem, outputs, lambda);
    EXPECT_NEAR(result.primal, optimum.primal, 1e-7 + 1e-9);
    EXPECT_LE(result.dual, optimum.primal + 1e-9);
    EXPECT_NEAR(result.primal, PrimalObjective(problem, lambda, result.weights), 1e-10);
  }
}

TEST(PlaneCache, LeadsToTheOptimum) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem multiclass = RandomMulticlass(seed);
    ExpectOptimum(multiclass, ListOutputs(multiclass), seed);
    const ChainProblem chains = RandomChains(seed, {.max_length = 3});
    ExpectOptimum(chains, ListOutputs(chains), seed);
  }
}

TEST(PlaneCache, KeepsToTheBox) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = RandomChains(seed, {.max_length = 3});
    const LearningResult result =
        Bcfw(problem, 0.1, Cached(seed, 1e-4), Box::NonNegative(problem.dimension()));
    EXPECT_GE(result.weights.minCoeff(), 0);
    const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), 0.1, {.lower = 0});
    EXPECT_LE(result.dual, optimum.primal + 1e-9);
    EXPECT_GE(result.primal, optimum.primal - 1e-9);
    EXPECT_LE(result.gap, 1e-4);
  }
}

// The path starts from loss maximisers, which the cache has to know.
TEST(PlaneCache, ServesThePath) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const ChainProblem problem = RandomChains(seed, {.max_length = 3});
    PathOptions options;
    options.optimizer = Cached(seed, 0);
    options.lambda_min = 1e-2;
    const RegularizationPath path = ComputeRegularizationPath(problem, options);
    EXPECT_TRUE(path.complete);
    for (const PathSegment& segment : path.segments) {
      const double lambda = std::max(segment.lambda_low, options.lambda_min);
      const ExactOptimum optimum = SolveExactly(problem, ListOutputs(problem), lambda);
      EXPECT_LE(PrimalObjective(problem, lambda, segment.weights) - optimum.primal, options.epsilon + 1e-9);
    }
  }
}

TEST(PlaneCache, IsRefusedWithStepsOfAllBlocks) {
  BcfwOptions options = Cached(1, 1e-3);
  options.hybrid = true;
  EXPECT_THROW(Bcfw(RandomMulticlass(1), 1, options), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
