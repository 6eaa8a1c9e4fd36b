#include "structured_learning/problem/multiclass.h"

#include <cmath>
#include <limits>
#include <string>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force.h"
#include "structured_learning/problem/random_multiclass.h"

namespace structlab::structured_learning {
namespace {

// The error message of the constructor.
template <class... Arguments>
std::string Refusal(Arguments... arguments) {
  return common::MessageOf([&] { MulticlassProblem problem(arguments...); });
}

TEST(Multiclass, OraclesAreBruteForce) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const auto outputs = ListOutputs(problem);
    const BruteForce brute(problem, outputs);
    const DenseVector weights = RandomWeights(seed, problem.dimension());
    for (int i = 0; i < problem.size(); ++i) {
      EXPECT_EQ(problem.Predict(i, weights), brute.Predict(i, weights));
      EXPECT_EQ(problem.LossAugmentedInference(i, weights), brute.LossAugmentedInference(i, weights));
      EXPECT_EQ(problem.SlackRescaledInference(i, weights), brute.SlackRescaledInference(i, weights));
    }
  }
}

TEST(Multiclass, OraclesFindTheHighestPieceOfTheHinge) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = RandomMulticlass(seed);
    const SlackRescaled slack(problem);
    const auto outputs = ListOutputs(problem);
    const DenseVector weights = RandomWeights(seed, problem.dimension());
    for (int i = 0; i < problem.size(); ++i) {
      const int y = problem.LossAugmentedInference(i, weights);
      EXPECT_NEAR(PlaneOf(problem, i, y).ValueAt(weights), BruteForce(problem, outputs).Hinge(i, weights),
                  1e-13);
      const int z = slack.LossAugmentedInference(i, weights);
      EXPECT_NEAR(PlaneOf(slack, i, z).ValueAt(weights), BruteForce(slack, outputs).Hinge(i, weights), 1e-13);
    }
  }
}

TEST(Multiclass, TiesGoToTheLowestClass) {
  const MulticlassProblem problem(Eigen::MatrixXd{{1.0}}, {1}, 3);
  const DenseVector zero = DenseVector::Zero(3);
  EXPECT_EQ(problem.Predict(0, zero), 0);
  EXPECT_EQ(problem.LossAugmentedInference(0, zero), 0);
  EXPECT_EQ(problem.SlackRescaledInference(0, zero), 0);
}

TEST(Multiclass, TheTruthHasNoLossAndNoPlane) {
  const MulticlassProblem problem = RandomMulticlass(3);
  for (int i = 0; i < problem.size(); ++i) {
    EXPECT_EQ(problem.Loss(i, problem.truth(i)), 0);
    EXPECT_TRUE(PlaneOf(problem, i, problem.truth(i)).plane.entries().empty());
  }
}

// Among classes 0 to 4 with losses 2, 0, 1, 2, 2 these are the first, the fourth and the last.
TEST(Multiclass, DrawsLossMaximizersUniformly) {
  Eigen::MatrixXd losses = Eigen::MatrixXd::Zero(5, 5);
  losses.row(1) << 2, 0, 1, 2, 2;
  const MulticlassProblem problem(Eigen::MatrixXd{{1.0, 1.0}}, {1, 3}, losses);
  common::RandomStream stream(5, "multiclass_test"), same(5, "multiclass_test");
  std::vector<int> counts(5), of_all(5);
  constexpr int kDraws = 30000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const int y = problem.RandomLossMaximizer(0, stream);
    EXPECT_EQ(problem.RandomLossMaximizer(0, same), y);
    ++counts[y];
  }
  double chi_squared = 0;
  for (const int y : {0, 3, 4}) chi_squared += std::pow(counts[y] - kDraws / 3.0, 2) / (kDraws / 3.0);
  EXPECT_LT(chi_squared, 13.8);  // 2 degrees of freedom, 0.1%
  EXPECT_EQ(counts[1] + counts[2], 0);
  // Without a loss all classes are equal, including the true one.
  for (int draw = 0; draw < 200; ++draw) ++of_all[problem.RandomLossMaximizer(1, stream)];
  for (const int count : of_all) EXPECT_GT(count, 0);
}

TEST(MulticlassDeathTest, WeightsOfAnotherSizeAreABug) {
  const MulticlassProblem problem = RandomMulticlass(3);
  const DenseVector weights = DenseVector::Zero(problem.dimension() - 1);
  EXPECT_DEATH(problem.Predict(0, weights), "bug: weights.size\\(\\) == dimension\\(\\)");
  EXPECT_DEATH(problem.LossAugmentedInference(0, weights), "bug: ");
  EXPECT_DEATH(problem.SlackRescaledInference(0, weights), "bug: ");
}

TEST(Multiclass, RefusesAnEmptyTrainingSet) {
  EXPECT_EQ(Refusal(Eigen::MatrixXd(2, 0), std::vector<int>{}, 3),
            "labels: expected at least one sample, found an empty training set");
}

TEST(Multiclass, RefusesALabelOutOfRange) {
  EXPECT_EQ(Refusal(Eigen::MatrixXd{{1.0, 2.0}}, std::vector<int>{0, 3}, 3),
            "sample 1: expected a label from 0 to 2, found 3");
  EXPECT_NE(Refusal(Eigen::MatrixXd{{1.0, 2.0}}, std::vector<int>{-1, 0}, 3), "no error");
}

TEST(Multiclass, RefusesFeaturesThatAreNotFinite) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Refusal(Eigen::MatrixXd{{1.0, 2.0}, {3.0, nan}}, std::vector<int>{0, 1}, 2),
            "sample 1, feature 1: expected a finite number, found nan");
  EXPECT_NE(Refusal(Eigen::MatrixXd{{-infinity}}, std::vector<int>{0}, 2), "no error");
}

TEST(Multiclass, RefusesCountsThatDiffer) {
  EXPECT_NE(Refusal(Eigen::MatrixXd{{1.0, 2.0}}, std::vector<int>{0}, 2), "no error");
  EXPECT_NE(Refusal(Eigen::MatrixXd{{1.0}}, std::vector<int>{0}, 0), "no error");
}

TEST(Multiclass, RefusesMoreWeightsThanAnIntCounts) {
  const Eigen::MatrixXd input = Eigen::MatrixXd::Zero(1 << 20, 1);
  const std::vector<int> label{0};
  EXPECT_EQ(Refusal(input, label, 2048),
            "inputs: expected at most 2147483647 weights, rows times classes, found 2147483648");
  EXPECT_EQ(Refusal(input, label, 2047), "no error");
  EXPECT_EQ(Refusal(Eigen::MatrixXd{{1.0}}, label, 46341),
            "num_classes: expected at most 46340, found 46341");
}

TEST(Multiclass, RefusesLossesThatAreNone) {
  const Eigen::MatrixXd input{{1.0}};
  const std::vector<int> label{0};
  EXPECT_EQ(Refusal(input, label, Eigen::MatrixXd{{0.0, 1.0}, {1.0, 0.0}}), "no error");
  EXPECT_NE(Refusal(input, label, Eigen::MatrixXd{{0.0, -1.0}, {1.0, 0.0}}), "no error");
  EXPECT_NE(Refusal(input, label, Eigen::MatrixXd{{0.0, std::nan("")}, {1.0, 0.0}}), "no error");
  EXPECT_NE(Refusal(input, label, Eigen::MatrixXd{{0.5, 1.0}, {1.0, 0.0}}), "no error");
  EXPECT_NE(Refusal(input, label, Eigen::MatrixXd{{0.0, 1.0}}), "no error");
}

}  // namespace
}  // namespace structlab::structured_learning
