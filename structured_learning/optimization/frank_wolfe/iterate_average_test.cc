#include "structured_learning/optimization/frank_wolfe/iterate_average.h"

#include "gtest/gtest.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

template <class P>
void ExpectWeightedMean(const P& problem, const std::optional<Box>& box) {
  constexpr double kLambda = 0.2;
  DualState<P> state(problem, kLambda, box);
  IterateAverage average;
  DenseVector sum = DenseVector::Zero(problem.dimension());
  double loss = 0, total = 0;
  typename DualState<P>::Corner corner;
  for (int k = 1; k <= 12; ++k) {
    const int i = k % problem.size();
    state.FindCorner(i, corner);
    state.Move(i, corner, 1.0 / k);
    average.Add(state);
    sum += k * state.FromRaw(state.raw_sum());
    loss += k * state.loss();
    total += k;
  }
  sum /= total;
  loss /= total;
  EXPECT_EQ(average.count(), 12);
  LearningResult result;
  average.Finish(state, &result);
  const DenseVector weights = state.ClippedToBox(sum);
  EXPECT_LE((result.weights - weights).norm(), 1e-13 * (1 + weights.norm()));
  EXPECT_NEAR(result.primal, PrimalObjective(problem, kLambda, weights), 1e-12);
  EXPECT_NEAR(result.dual, loss - kLambda * sum.dot(weights) + kLambda / 2 * weights.squaredNorm(), 1e-12);
  EXPECT_NEAR(result.gap, result.primal - result.dual, 1e-15);
  EXPECT_GE(result.gap, -1e-12);
}

TEST(IterateAverage, WeighsIterateKByK) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem multiclass = RandomMulticlass(seed);
    ExpectWeightedMean(multiclass, {});
    ExpectWeightedMean(multiclass, Box::Symmetric(multiclass.dimension(), 0.1));
    const ChainProblem chains = RandomChains(seed);
    ExpectWeightedMean(chains, {});
    ExpectWeightedMean(chains, Box::NonNegative(chains.dimension()));
  }
}

}  // namespace
}  // namespace structlab::structured_learning
