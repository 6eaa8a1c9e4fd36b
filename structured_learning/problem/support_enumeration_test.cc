#include "structured_learning/problem/support_enumeration.h"

#include <cmath>

#include "gtest/gtest.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

TEST(MinimiseBySupports, GivesThePrintedOptimaAndWeights) {
  for (const auto& [problem, optima] :
       {std::pair(WorkedExampleT3(), OptimaOfT3()), std::pair(WorkedExampleT3n(), OptimaOfT3n())}) {
    for (const WorkedOptimum& expected : optima) {
      SCOPED_TRACE(expected.lambda);
      const ExactOptimum found = MinimiseBySupports(PiecesOf(problem, ListOutputs(problem)), expected.lambda);
      EXPECT_NEAR(found.primal, expected.primal, kPrinted);
      EXPECT_NEAR(found.dual, expected.primal, kPrinted);
      for (size_t j = 0; j < expected.weights.size(); ++j) {
        EXPECT_NEAR(found.weights[static_cast<int>(j)], expected.weights[j], kPrinted) << "component " << j;
      }
      if (expected.squared_norm) {
        EXPECT_NEAR(found.weights.squaredNorm(), *expected.squared_norm, kPrinted);
      }
      if (expected.mean_hinge) {
        EXPECT_NEAR(MeanHinge(problem, found.weights), *expected.mean_hinge, kPrinted);
      }
    }
  }
}

TEST(MinimiseBySupports, EqualsAnInteriorPointMethodAndProvesIt) {
  int problems = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const MulticlassProblem problem = RandomMulticlass(seed);
    if (problem.size() > 3) continue;
    SCOPED_TRACE(seed);
    ++problems;
    for (const double lambda : {1.0, 0.03}) {
      const ExactOptimum found = MinimiseBySupports(PiecesOf(problem, ListOutputs(problem)), lambda);
      const ExactOptimum other = SolveExactly(problem, ListOutputs(problem), lambda);
      EXPECT_LE(found.primal - found.dual, 1e-13);
      EXPECT_GE(found.primal - found.dual, -1e-13);
      EXPECT_NEAR(found.primal, other.primal, 1e-10);
      // P is lambda-strongly convex; at least the rounding of P.
      const double gap = std::max(1e-15, other.primal - found.dual);
      EXPECT_LE((found.weights - other.weights).norm(), std::sqrt(2 * gap / lambda));
    }
  }
  EXPECT_GE(problems, 20);
}

}  // namespace
}  // namespace structlab::structured_learning
