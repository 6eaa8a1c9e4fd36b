#include "structured_learning/optimization/cutting_plane/cutting_plane.h"

#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/n_slack_cutting_plane.h"
#include "structured_learning/problem/mean_hinge.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

TEST(OneSlackCuttingPlane, NeedsFourCutsOnT3) {
  const LearningResult result = LearnOneSlackCuttingPlane(WorkedExampleT3(), 0.1, LearningRun(1e-6));
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_EQ(result.trace.size(), 5U);  // a pass for each cut and the last for the proof
  EXPECT_EQ(result.passes, 5);
  EXPECT_EQ(result.gap_passes, 0);
  EXPECT_NEAR(result.primal, 0.0981069959, kPrinted);
}

// The gap is at most eps, not eps/lambda as the thesis says below equation 2.59.
TEST(OneSlackCuttingPlane, StopsWithAGapBelowTheToleranceOnT3) {
  const LearningResult result = LearnOneSlackCuttingPlane(WorkedExampleT3(), 0.1, LearningRun(0.05));
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  EXPECT_EQ(result.trace.size(), 4U);
  EXPECT_NEAR(result.primal, 0.1271794872, kPrinted);
  EXPECT_NEAR(result.dual, 0.0978754579, kPrinted);
  EXPECT_NEAR(result.gap, 0.0293040293, kPrinted);
}

TEST(Bmrm, ReturnsTheBestIterateAndNeedsNoMorePasses) {
  for (const MulticlassProblem& problem : {WorkedExampleT3(), WorkedExampleT3n()}) {
    for (const double lambda : {1.0, 0.1, 0.01}) {
      SCOPED_TRACE(lambda);
      const common::RunControl options = LearningRun(1e-4);
      const LearningResult bundle = LearnBmrm(problem, lambda, options);
      const LearningResult cuts = LearnOneSlackCuttingPlane(problem, lambda, options);
      EXPECT_LE(bundle.passes, cuts.passes);
      EXPECT_NEAR(PrimalObjective(problem, lambda, bundle.weights), bundle.primal, 1e-14);
      for (size_t t = 0; t < bundle.trace.size(); ++t) {
        EXPECT_LE(bundle.trace[t].value, cuts.trace[t].value);
        EXPECT_EQ(bundle.trace[t].bound, cuts.trace[t].bound);  // the same cuts
        if (t > 0) {
          EXPECT_LE(bundle.trace[t].value, bundle.trace[t - 1].value);
        }
      }
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
