#include "structured_learning/problem/mean_hinge.h"

#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force.h"
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

}  // namespace
}  // namespace structlab::structured_learning
