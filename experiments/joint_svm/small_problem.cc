#include "experiments/joint_svm/small_problem.h"

#include <cmath>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "kernels/functions/gram_blocks.h"
#include "structured_learning/multilabel/kernel_joint_svm.h"

namespace structlab::joint_svm {
namespace {

using common::RandomStream;
using Eigen::MatrixXd;
using kernels::GramBlocks;
using structured_learning::KernelJointSvm;

constexpr double kHardCost = 1e6;  // C of a machine that allows no slack

MatrixXd Products(const SmallProblem& problem, const MatrixXd& output_kernel) {
  const MatrixXd products = (problem.features * problem.features.transpose()).cwiseProduct(output_kernel);
  return (products + products.transpose()) / 2;
}

KernelJointSvm Train(const MatrixXd& products, double cost) {
  common::ThreadPool pool(1);
  GramBlocks<double> gram(kernels::DenseRows<double>(products), pool);
  return structured_learning::TrainKernelJointSvm(
      gram, {.cost = cost, .relative_gap = 1e-9, .run = structured_learning::TrainingRun(20'000)});
}

}  // namespace

SmallProblem ExampleProblem(bool unit_length) {
  SmallProblem problem = {.features = MatrixXd(4, 2), .tags = MatrixXd(4, 3)};
  problem.features << 1, 0.5, 0.2, 1, -0.8, 0.6, -0.4, -1;
  problem.tags << 1, 1, -1, 1, -1, 1, -1, -1, 1, -1, 1, -1;
  if (unit_length) {
    problem.features.rowwise().normalize();
    problem.tags.rowwise().normalize();
  }
  return problem;
}

SmallProblem DrawSeparable(uint64_t seed, uint64_t index) {
  constexpr Eigen::Index kRows = 12, kFeatures = 5, kTags = 4;
  RandomStream random(seed, "separable tags", index);
  SmallProblem problem = {.features = MatrixXd(kRows, kFeatures), .tags = MatrixXd(kRows, kTags)};
  MatrixXd map(kTags, kFeatures);
  for (double& entry : map.reshaped()) entry = random.Normal();
  for (double& entry : problem.features.reshaped()) entry = random.Normal();
  problem.features.rowwise().normalize();
  problem.tags = (problem.features * map.transpose()).unaryExpr([](double score) {
    return (score > 0 ? 1.0 : -1.0) / std::sqrt(static_cast<double>(kTags));
  });
  return problem;
}

MatrixXd DrawMatrix(uint64_t seed, uint64_t index, Eigen::Index size) {
  RandomStream random(seed, "matrix of tags", index);
  MatrixXd matrix(size, size);
  for (double& entry : matrix.reshaped()) entry = random.Normal();
  return matrix + 2 * MatrixXd::Identity(size, size);
}

double Optimum(const SmallProblem& problem, const MatrixXd& output_kernel, double cost) {
  return Train(Products(problem, output_kernel), cost).dual;
}

double LargestMargin(const SmallProblem& problem) {
  const KernelJointSvm svm = Train(Products(problem, problem.tags * problem.tags.transpose()), kHardCost);
  return 1 / std::sqrt(2 * svm.dual);
}

PerceptronOutcome RunPerceptron(const SmallProblem& problem, structured_learning::PerceptronRule rule,
                                double margin, double step) {
  common::ThreadPool pool(1);
  const MatrixXd products = Products(problem, problem.tags * problem.tags.transpose());
  GramBlocks<double> gram(kernels::DenseRows<double>(products), pool);
  const auto perceptron = structured_learning::TrainJointPerceptron(
      gram,
      {.rule = rule, .margin = margin, .step = step, .run = structured_learning::TrainingRun(1'000'000)});
  const Eigen::Map<const Eigen::VectorXd> alpha(perceptron.alpha.data(), products.rows());
  const Eigen::VectorXd scores = products * alpha;
  return {.updates = perceptron.updates,
          .margin = scores.minCoeff() / std::sqrt(alpha.dot(scores)),
          .is_separated = perceptron.ending == common::Ending::kConverged};
}

}  // namespace structlab::joint_svm
