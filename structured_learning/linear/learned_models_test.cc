// Streaming learners make fewer mistakes than chance, and reach the optimum of a convex problem.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "structured_learning/linear/linear_loss.h"
#include "structured_learning/linear/random_samples.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {
namespace {

// The share of wrong predictions; for several labels, over each of them.
double ErrorRate(StreamingLearner& learner, const std::vector<Sample>& samples, uint32_t num_labels) {
  const bool is_any = learner.options().task == LinearTask::kMultiLabel;
  double mistakes = 0;
  for (const Sample& sample : samples) {
    mistakes += !is_any && learner.Judge(sample.view()).mistaken;
    const std::span<const float> scores = learner.Scores(sample.view());
    for (uint32_t c = 0; is_any && c < num_labels; ++c) {
      const bool is_label = std::count(sample.labels.begin(), sample.labels.end(), c) > 0;
      mistakes += ((c < scores.size() && scores[c] > 0) != is_label) / static_cast<double>(num_labels);
    }
  }
  return mistakes / static_cast<double>(samples.size());
}

// More than half of the mistakes that chance makes and the hidden weights do not make are avoided.
TEST(StreamingLearner, EveryTaskAndUpdateLearns) {
  constexpr uint32_t kLabels = 9;
  constexpr int kSamples = 4000;
  for (const LinearTask task : {LinearTask::kOneVsRest, LinearTask::kMulticlass, LinearTask::kMultiLabel}) {
    const bool is_any = task == LinearTask::kMultiLabel;
    const std::vector<Sample> samples = RandomSamples(kSamples, kLabels, 5, 40, is_any);
    const double chance = is_any ? 0.5 : (kLabels - 1.0) / kLabels;
    double least = 0;
    for (const Sample& sample : samples) least += sample.noisy_labels / (kSamples * (is_any ? kLabels : 1.0));
    for (LearnerOptions options : AllOptions(task)) {
      if (options.l2 > 0 || (task == LinearTask::kMulticlass && options.loss != LinearLoss::kHinge)) continue;
      options.bits = 12;
      options.learning_rate = options.update == UpdateRule::kSchedule ? 0.003 : 0.5;
      StreamingLearner learner(options);
      for (int pass = 0; pass < 20; ++pass) {
        for (const Sample& sample : samples) learner.Learn(sample.view());
      }
      EXPECT_LT(ErrorRate(learner, samples, kLabels), (chance + least) / 2)
          << static_cast<int>(task) << " " << static_cast<int>(options.loss) << " "
          << static_cast<int>(options.update) << " " << least;
    }
  }
}

// The optimum of lambda/2 |w|^2 + mean logistic loss, by Newton's method.
Eigen::VectorXd LogisticOptimum(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double lambda) {
  Eigen::VectorXd w = Eigen::VectorXd::Zero(x.cols());
  const double n = static_cast<double>(x.rows());
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Eigen::ArrayXd p = 1 / (1 + ((x * w).array() * y.array()).exp());
    const Eigen::VectorXd gradient = lambda * w - x.transpose() * (p * y.array()).matrix() / n;
    const Eigen::MatrixXd hessian = lambda * Eigen::MatrixXd::Identity(x.cols(), x.cols()) +
                                    x.transpose() * (p * (1 - p)).matrix().asDiagonal() * x / n;
    w -= hessian.ldlt().solve(gradient);
  }
  return w;
}

TEST(StreamingLearner, TheScheduleApproachesTheConvexOptimum) {
  constexpr double kLambda = 0.01;
  std::vector<Sample> samples = RandomSamples(500, 2, 6, 12);
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(500, 12);
  Eigen::VectorXd y(500);
  for (int i = 0; i < 500; ++i) {
    samples[i].importance = 1;
    for (size_t k = 0; k < samples[i].keys.size(); ++k) x(i, samples[i].keys[k]) = samples[i].values[k];
    y[i] = samples[i].labels[0] == 0 ? 1 : -1;
  }
  const auto objective = [&](const Eigen::VectorXd& w) {
    double loss = 0;
    for (int i = 0; i < 500; ++i) loss += LossOf(LinearLoss::kLogistic, x.row(i).dot(w), y[i]);
    return kLambda / 2 * w.squaredNorm() + loss / 500;
  };
  StreamingLearner learner({.update = UpdateRule::kSchedule, .learning_rate = 0.5, .l2 = kLambda});
  for (int pass = 0; pass < 200; ++pass) {
    for (const Sample& sample : samples) learner.Learn(sample.view());
  }
  Eigen::VectorXd w(12);
  for (uint32_t i = 0; i < 12; ++i) w[i] = learner.Weight(i, 0);
  const double optimum = objective(LogisticOptimum(x, y, kLambda));
  EXPECT_GE(objective(w), optimum - 1e-9);
  EXPECT_LT(objective(w), 1.001 * optimum);
}

}  // namespace
}  // namespace structlab::structured_learning
