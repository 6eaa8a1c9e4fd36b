#include "structured_learning/problem/worked_examples.h"

#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::structured_learning {
namespace {

constexpr double kPrinted = 6e-11;  // half of the last of ten digits, and rounding

void ExpectOptima(const MulticlassProblem& problem, const std::vector<WorkedOptimum>& optima) {
  for (const WorkedOptimum& expected : optima) {
    SCOPED_TRACE(expected.lambda);
    const ExactOptimum found = SolveExactly(problem, ListOutputs(problem), expected.lambda);
    EXPECT_NEAR(found.primal, expected.primal, kPrinted);
    EXPECT_NEAR(found.dual, expected.primal, kPrinted);
    // A gap of g leaves w within sqrt(2 g / lambda) of the optimum.
    const double radius = std::sqrt(2 * std::max(0.0, found.primal - found.dual) / expected.lambda);
    for (size_t j = 0; j < expected.weights.size(); ++j) {
      EXPECT_NEAR(found.weights[static_cast<int>(j)], expected.weights[j], kPrinted + radius)
          << "component " << j;
    }
  }
}

// The printed values of one optimum, combined by the equations.
void ExpectPartsFit(const MulticlassProblem& problem, const WorkedOptimum& optimum) {
  SCOPED_TRACE(optimum.lambda);
  if (optimum.mean_hinge && optimum.squared_norm) {
    EXPECT_NEAR(optimum.lambda / 2 * *optimum.squared_norm + *optimum.mean_hinge, optimum.primal, kPrinted);
  }
  if (optimum.weights.empty()) return;
  const DenseVector weights =
      Eigen::Map<const DenseVector>(optimum.weights.data(), static_cast<long>(optimum.weights.size()));
  // Each weight is rounded, by which |w|^2 moves by 2 |w|_1 times that, and a hinge by |Psi|_1 <= 6 times.
  if (optimum.squared_norm) {
    EXPECT_NEAR(weights.squaredNorm(), *optimum.squared_norm, (2 * weights.lpNorm<1>() + 1) * kPrinted);
  }
  if (optimum.mean_hinge) {
    EXPECT_NEAR(MeanHinge(problem, weights), *optimum.mean_hinge, 7 * kPrinted);
  }
  if (optimum.multipliers.empty()) return;
  DenseVector combined = DenseVector::Zero(problem.dimension());
  std::vector<double> mass(problem.size(), 0.0);
  double loss = 0;
  for (const auto& [sample, output, value] : optimum.multipliers) {
    const double share = value / problem.size();
    AddScaled(PlaneOf(problem, sample, output).plane, share / optimum.lambda, combined);
    loss += share * problem.Loss(sample, output);
    mass[sample] += value;
  }
  EXPECT_LE((combined - weights).cwiseAbs().maxCoeff(), kPrinted);
  EXPECT_NEAR(loss - optimum.lambda / 2 * combined.squaredNorm(), optimum.primal, kPrinted);  // D* = P*
  for (const double sum : mass) EXPECT_DOUBLE_EQ(sum, 1);
}

TEST(WorkedExamples, PrintedPartsFitTogether) {
  for (const WorkedOptimum& optimum : OptimaOfT3()) ExpectPartsFit(WorkedExampleT3(), optimum);
  for (const WorkedOptimum& optimum : OptimaOfT3n()) ExpectPartsFit(WorkedExampleT3n(), optimum);
}

TEST(WorkedExamples, HaveThePrintedOptima) {
  ExpectOptima(WorkedExampleT3(), OptimaOfT3());
  ExpectOptima(WorkedExampleT3n(), OptimaOfT3n());
}

TEST(WorkedExamples, HaveThePrintedOptimaInABox) {
  const MulticlassProblem problem = WorkedExampleT3n();
  const ExactOptimum positive = SolveExactly(problem, ListOutputs(problem), 0.1, {.lower = 0});
  EXPECT_NEAR(positive.primal, 0.574, 1e-11);
  EXPECT_NEAR(positive.dual, 0.574, 1e-11);
  const DenseVector expected_positive{{0.4, 0, 0, 0.8, 0.8, 0.2}};
  EXPECT_LT((positive.weights - expected_positive).norm(), 1e-5);
  EXPECT_GE(positive.weights.minCoeff(), 0);

  const ExactOptimum box = SolveExactly(problem, ListOutputs(problem), 0.1, {.lower = -0.2, .upper = 0.2});
  EXPECT_NEAR(box.primal, 0.7585, 1e-11);
  EXPECT_NEAR(box.dual, 0.7585, 1e-11);
  const DenseVector expected_box{{0, -0.2, -0.2, 0.2, 0.2, -0.1}};
  EXPECT_LT((box.weights - expected_box).norm(), 1e-5);
}

}  // namespace
}  // namespace structlab::structured_learning
