// The worked example: four rows, two features, three tags.
#include "experiments/joint_svm/small_problem.h"

#include <gtest/gtest.h>

#include <cmath>

namespace structlab::joint_svm {
namespace {

using Eigen::MatrixXd;
using structured_learning::PerceptronRule;

TEST(Optimum, IsThatOfTheExample) {
  const SmallProblem problem = ExampleProblem(false);
  const MatrixXd plain = problem.tags * problem.tags.transpose();
  EXPECT_NEAR(Optimum(problem, plain, 0.05), 0.17366250, 1e-8);
  EXPECT_NEAR(Optimum(problem, plain, 1), 0.39687500, 1e-8);
  MatrixXd p(3, 3);
  p << 1, 0.3, -0.2, 0.3, 0.8, 0.1, -0.2, 0.1, 1.5;
  EXPECT_NEAR(Optimum(problem, problem.tags * p * p * problem.tags.transpose(), 1), 0.45150039, 1e-8);
}

TEST(LargestMargin, IsThatOfTheExample) {
  EXPECT_NEAR(LargestMargin(ExampleProblem(true)), 0.60043509, 1e-6);
}

TEST(RunPerceptron, CountsTheUpdatesOfTheExample) {
  const SmallProblem problem = ExampleProblem(true);
  const std::pair<double, int> plain[] = {{0.1, 30}, {0.5, 7}, {1, 5}, {2, 2}};
  for (const auto& [step, updates] : plain) {
    const PerceptronOutcome outcome = RunPerceptron(problem, PerceptronRule::kPlain, 1, step);
    EXPECT_EQ(outcome.updates, updates) << step;
    EXPECT_TRUE(outcome.is_separated);
  }
  EXPECT_NEAR(RunPerceptron(problem, PerceptronRule::kPlain, 1, 0.1).margin, 0.58269736, 1e-8);
  EXPECT_NEAR(RunPerceptron(problem, PerceptronRule::kPlain, 1, 2).margin, 0.46861488, 1e-8);
}

// (42) and (43) of the paper are false: with margin 0.55 the normalised rule takes 9 updates, whatever the
// step, where (42) allows 1 / (s Gamma) = 3.33 at s = 0.5; and no margin is above Gamma, which is below 1.
TEST(RunPerceptron, BreaksThePrintedBoundsOfTheNormalisedRule) {
  const SmallProblem problem = ExampleProblem(true);
  for (const double step : {0.1, 0.5, 2.0}) {
    const PerceptronOutcome outcome = RunPerceptron(problem, PerceptronRule::kNormalized, 0.55, step);
    EXPECT_EQ(outcome.updates, 9);
    EXPECT_LT(outcome.margin, 0.6005);
    const double printed = 1 / (step * LargestMargin(problem));
    EXPECT_EQ(static_cast<double>(outcome.updates) > printed, step >= 0.5);
  }
}

TEST(DrawSeparable, IsSeparatedWithUnitLengths) {
  for (uint64_t index = 0; index < 20; ++index) {
    const SmallProblem problem = DrawSeparable(1, index);
    EXPECT_NEAR((problem.features.rowwise().norm().array() - 1).abs().maxCoeff(), 0, 1e-12);
    EXPECT_NEAR((problem.tags.rowwise().norm().array() - 1).abs().maxCoeff(), 0, 1e-12);
    const double largest = LargestMargin(problem);
    EXPECT_GT(largest, 0);
    EXPECT_LE(largest, 1);
    EXPECT_LE(RunPerceptron(problem, PerceptronRule::kPlain, 1, 1).margin, largest * (1 + 1e-5));
  }
}

}  // namespace
}  // namespace structlab::joint_svm
