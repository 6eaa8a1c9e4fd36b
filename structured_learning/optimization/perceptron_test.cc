#include "structured_learning/optimization/perceptron.h"

#include <atomic>
#include <cmath>

#include "common/error.h"
#include "common/random_stream.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/multiclass.h"
#include "structured_learning/problem/random_chains.h"
#include "structured_learning/problem/unchecked_problem.h"

namespace structlab::structured_learning {
namespace {

// Points of `classes` classes that weights of length 1 separate with a margin above 0.
MulticlassProblem SeparableClasses(uint64_t seed, int classes) {
  common::RandomStream stream(seed, "separable classes");
  const auto draw = [&](int size) {
    DenseVector vector(size);
    for (double& value : vector) value = stream.Normal();
    return vector;
  };
  std::vector<DenseVector> centers;
  for (int c = 0; c < classes; ++c) centers.push_back(draw(3));
  Eigen::MatrixXd features(3, 0);
  std::vector<int> labels;
  while (labels.size() < 30) {
    const DenseVector x = 2 * draw(3);
    int best = 0, second = -1;
    for (int c = 1; c < classes; ++c) {
      if (centers[c].dot(x) > centers[best].dot(x)) {
        second = best, best = c;
      } else if (second < 0 || centers[c].dot(x) > centers[second].dot(x)) {
        second = c;
      }
    }
    if (centers[best].dot(x) - centers[second].dot(x) < 0.3) continue;
    features.conservativeResize(3, features.cols() + 1);
    features.col(features.cols() - 1) = x;
    labels.push_back(best);
  }
  return MulticlassProblem(features, labels, classes);
}

TEST(Perceptron, ConvergesWithinNovikoffsBoundOnSeparableData) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const MulticlassProblem problem = SeparableClasses(seed, 2 + static_cast<int>(seed % 3));
    const PerceptronResult result = LearnPerceptron(problem);
    ASSERT_EQ(result.ending, common::Ending::kConverged);
    int64_t mistakes = 0;
    for (const common::TracePoint& point : result.trace) mistakes += static_cast<int64_t>(point.value);
    EXPECT_EQ(mistakes, result.updates);
    // The largest margin of unit weights is that of a structured SVM whose hinge is 0.
    const double lambda = 1e-6;
    const ExactOptimum svm = SolveExactly(problem, ListOutputs(problem), lambda);
    double gamma = std::numeric_limits<double>::infinity(), longest = 0;
    for (int i = 0; i < problem.size(); ++i) {
      EXPECT_EQ(problem.Predict(i, result.weights), problem.truth(i));
      for (int y = 0; y < problem.num_classes(); ++y) {
        if (y == problem.truth(i)) continue;
        const auto plane = PlaneOf(problem, i, y);
        gamma = std::min(gamma, Dot(plane.plane, svm.weights) / svm.weights.norm());
        longest = std::max(longest, SquaredNorm(plane.plane));
      }
    }
    ASSERT_GT(gamma, 0);
    EXPECT_LE(static_cast<double>(result.updates), longest / (gamma * gamma));
  }
}

// By hand: class 1 is the true one, the tie at w = 0 goes to class 0.
TEST(Perceptron, MakesThePrintedStep) {
  const MulticlassProblem problem(Eigen::MatrixXd{{2}, {-1}}, {1}, 2);
  const PerceptronResult result = LearnPerceptron(problem);
  EXPECT_EQ(result.updates, 1);
  EXPECT_EQ(result.trace.size(), 2u);
  const auto step = PlaneOf(problem, 0, 0).plane;
  DenseVector expected = DenseVector::Zero(problem.dimension());
  AddScaled(step, 1, expected);
  EXPECT_EQ(result.weights, expected);
}

TEST(Perceptron, AveragesOverAllSamples) {
  const ChainProblem problem = RandomChains(3, {.sequences = 20});
  PerceptronOptions options;
  options.run.stop.iterations = 4;
  // The mean by hand from runs over one pass after another is the sum over all prefixes of the passes.
  DenseVector weights = DenseVector::Zero(problem.dimension()), sum = weights;
  for (int pass = 0; pass < 4; ++pass) {
    bool is_right = true;
    for (int i = 0; i < problem.size(); ++i) {
      const auto predicted = problem.Predict(i, weights);
      if (predicted != problem.truth(i))
        AddScaled(PlaneOf(problem, i, predicted).plane, 1, weights), is_right = false;
      sum += weights;
    }
    ASSERT_FALSE(is_right);
  }
  EXPECT_LE((LearnPerceptron(problem, options).weights - weights).norm(), 1e-12);
  options.average = true;
  EXPECT_LE((LearnPerceptron(problem, options).weights - sum / (4.0 * problem.size())).norm(), 1e-12);
}

// Four equal samples: the first step is the last. A flag ends the run at the third prediction; the average is
// that of three.
TEST(Perceptron, AveragesOverTheSamplesSeenIfItIsStopped) {
  struct StopsAtThird : MulticlassProblem {
    using MulticlassProblem::MulticlassProblem;
    int Predict(int i, const WeightsView& weights) const {
      *stop = ++calls >= 3;
      return MulticlassProblem::Predict(i, weights);
    }
    std::atomic<bool>* stop = nullptr;
    mutable int calls = 0;
  };
  StopsAtThird problem(Eigen::MatrixXd{{1, 1, 1, 1}}, {1, 1, 1, 1}, 2);
  std::atomic<bool> stop = false;
  problem.stop = &stop;
  PerceptronOptions options;
  options.average = true;
  options.run.stop.interrupted = &stop;
  const PerceptronResult result = LearnPerceptron(problem, options);
  EXPECT_EQ(result.ending, common::Ending::kInterrupted);
  EXPECT_EQ(result.weights, (DenseVector{{-1, 1}}));
}

TEST(Perceptron, EndsAtLimitsAndRefusesEmptyProblems) {
  // Two equal points of different classes.
  const MulticlassProblem contradiction(Eigen::MatrixXd{{1, 1}}, {0, 1}, 2);
  PerceptronOptions options;
  options.run.stop.iterations = 7;
  const PerceptronResult result = LearnPerceptron(contradiction, options);
  EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(result.trace.size(), 7u);
  options.run.observer = [](const common::TracePoint& point) { return point.iteration < 3; };
  EXPECT_EQ(LearnPerceptron(contradiction, options).ending, common::Ending::kInterrupted);
  EXPECT_EQ(LearnPerceptron(UncheckedProblem{.samples = 1, .feature = std::nan("")}).ending,
            common::Ending::kNumericalBreakdown);
  EXPECT_THROW(LearnPerceptron(UncheckedProblem{.samples = 0, .feature = 1}), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
