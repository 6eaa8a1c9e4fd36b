#include "structured_learning/problem/mean_hinge.h"

#include "common/parallel.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

template <class P>
void ExpectObjective(const P& problem, const OutputsOf<P>& outputs, const DenseVector& weights) {
  const double objective = BruteForce(problem, outputs).Objective(0.3, weights);
  EXPECT_NEAR(PrimalObjective(problem, 0.3, weights), objective, 1e-13 * (1 + objective));
  EXPECT_NEAR(MeanHinge(problem, weights), objective - 0.15 * weights.squaredNorm(), 1e-13 * (1 + objective));
}

TEST(MeanHinge, IsTheMeanOfTheHighestPieces) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const DenseVector weights = RandomWeights(seed, problem.dimension());
    ExpectObjective(problem, ListOutputs(problem), weights);
    ExpectObjective(SlackRescaled(problem), ListOutputs(problem), weights);
  }
}

// The very same bits, also with more threads than there are groups of samples.
TEST(MeanHinge, DoesNotDependOnThreads) {
  const ChainProblem chains = RandomChains(3, {.num_features = 10,
                                               .num_labels = 5,
                                               .sequences = 301,
                                               .max_length = 9,
                                               .values = ChainValues::kNormal});
  const DenseVector weights = RandomWeights(3, chains.dimension());
  const MulticlassProblem classes = RandomMulticlass(4);
  const DenseVector class_weights = RandomWeights(4, classes.dimension());
  const ChainErrors errors = MeasureErrors(chains, weights);
  ASSERT_GT(errors.label_error, 0);
  for (const int threads : {1, 2, 4, 50}) {
    SCOPED_TRACE(threads);
    common::ThreadPool pool(threads);
    for (int again = 0; again < 20; ++again) {
      EXPECT_EQ(MeanHinge(chains, weights, &pool), MeanHinge(chains, weights));
      EXPECT_EQ(PrimalObjective(chains, 0.3, weights, &pool), PrimalObjective(chains, 0.3, weights));
      EXPECT_EQ(MeanHinge(classes, class_weights, &pool), MeanHinge(classes, class_weights));
      const ChainErrors same = MeasureErrors(chains, weights, &pool);
      EXPECT_EQ(same.label_error, errors.label_error);
      EXPECT_EQ(same.sequence_error, errors.sequence_error);
      EXPECT_EQ(same.mean_loss, errors.mean_loss);
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
