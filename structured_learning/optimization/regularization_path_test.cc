#include "structured_learning/optimization/regularization_path.h"

#include <gtest/gtest.h>

#include "structured_learning/optimization/bcfw.h"
#include "structured_learning/problem/worked_examples.h"

namespace structlab::structured_learning {
namespace {

BcfwOptions Cyclic() {
  BcfwOptions options;
  options.sampling = BlockSampling::kCyclic;
  options.passes_between_gaps = 1;
  return options;
}

TEST(RegularizationPath, HasTheBreakpointsOfTheWorkedExample) {
  PathOptions options;
  options.optimizer = Cyclic();
  options.optimizer.gap_first = true;
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), options);
  ASSERT_EQ(path.segments.size(), 29u);
  EXPECT_NEAR(path.first_lambda, 11.9444444444, 1e-10);
  EXPECT_NEAR(path.segments[1].lambda_high, 11.3157894737, 1e-10);
  EXPECT_NEAR(path.segments[26].lambda_high, 0.7253528388, 1e-10);
  EXPECT_NEAR(path.segments[27].lambda_high, 0.5469722025, 1e-10);
  EXPECT_NEAR(path.segments[28].lambda_high, 0.2240530775, 1e-10);
  EXPECT_EQ(path.segments[28].lambda_low, 0);
  EXPECT_TRUE(path.complete);
}

// With kappa1 = 0.95 no oracle ties, so that the count of oracle calls does not depend on rounding.
TEST(RegularizationPath, StopsHeuristicallyAsInTheWorkedExample) {
  PathOptions options;
  options.kappa1 = 0.95;
  options.kappa2 = 0.05;
  options.optimizer = Cyclic();
  options.optimizer.stopping = StoppingRule::kHeuristic;
  const RegularizationPath path = ComputeRegularizationPath(WorkedExampleT3(), options);
  EXPECT_EQ(path.segments.size(), 98u);
  EXPECT_NEAR(path.passes * 3, 171, 1e-9);
}

}  // namespace
}  // namespace structlab::structured_learning
