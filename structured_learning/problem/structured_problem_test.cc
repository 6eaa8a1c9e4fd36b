#include "structured_learning/problem/structured_problem.h"

#include "gtest/gtest.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {
namespace {

// All members of a problem except one.
struct WithoutLossAugmentedInference {
  using Output = int;
  int size() const { return 1; }
  int dimension() const { return 1; }
  int truth(int) const { return 0; }
  double Loss(int, int) const { return 0; }
  DenseVector JointFeature(int, int) const { return DenseVector::Zero(1); }
  int Predict(int, const WeightsView&) const { return 0; }
};

struct Complete : WithoutLossAugmentedInference {
  int LossAugmentedInference(int, const WeightsView&) const { return 0; }
};

struct WithFeaturesOfAnotherType : Complete {
  std::vector<double> JointFeature(int, int) const { return {0}; }
};

struct WithAnOracleOfAnotherOutput : Complete {
  std::vector<int> LossAugmentedInference(int, const WeightsView&) const { return {}; }
};

static_assert(StructuredProblem<Complete>);
static_assert(!StructuredProblem<WithoutLossAugmentedInference>);
static_assert(!StructuredProblem<WithFeaturesOfAnotherType>);
static_assert(!StructuredProblem<WithAnOracleOfAnotherOutput>);
static_assert(!SlackRescalable<Complete>);
static_assert(StructuredProblem<SlackRescaled<MulticlassProblem>>);

TEST(StructuredProblem, SlackRescalingScalesThePlanesByTheLoss) {
  const MulticlassProblem problem(Eigen::MatrixXd{{2.0}}, {0}, Eigen::MatrixXd{{0.0, 3.0}, {1.0, 0.0}});
  const DenseVector weights{{0.25, -0.5}};
  const auto margin = PlaneOf(problem, 0, 1);
  const auto slack = PlaneOf(SlackRescaled(problem), 0, 1);
  EXPECT_EQ(margin.ValueAt(weights), 3 - 1.5);
  EXPECT_EQ(slack.ValueAt(weights), 3 * (1 - 1.5));
}

}  // namespace
}  // namespace structlab::structured_learning
