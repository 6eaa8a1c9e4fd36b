#include "structured_learning/problem/tabulated_latent.h"

#include <utility>

#include "common/random_stream.h"

namespace structlab::structured_learning {

TabulatedLatentProblem::TabulatedLatentProblem(std::vector<Eigen::MatrixXd> features,
                                               std::vector<Eigen::VectorXd> losses, int num_hidden,
                                               double eta)
    : features_(std::move(features)), losses_(std::move(losses)), num_hidden_(num_hidden), eta_(eta) {}

int TabulatedLatentProblem::Complete(int i, const WeightsView& weights) const {
  int best = 0;
  const auto score = [&](int h) { return JointFeature(i, 0, h).dot(weights) - CompletionPenalty(i, h); };
  for (int h = 1; h < num_hidden_; ++h) {
    if (score(h) > score(best)) best = h;
  }
  return best;
}

TabulatedLatentProblem::Explained TabulatedLatentProblem::Predict(int i, const WeightsView& weights) const {
  return Best(i, features_[i].transpose() * weights);
}

TabulatedLatentProblem::Explained TabulatedLatentProblem::LossAugmentedInference(
    int i, const WeightsView& weights) const {
  return Best(i, features_[i].transpose() * weights + losses_[i]);
}

TabulatedLatentProblem::Explained TabulatedLatentProblem::Best(int, const Eigen::VectorXd& scores) const {
  int best = 0;
  scores.maxCoeff(&best);
  return {best / num_hidden_, best % num_hidden_};
}

TabulatedLatentProblem RandomLatent(uint64_t seed, const LatentShape& shape) {
  common::RandomStream random(seed, "random latent problem");
  const auto count = [&](int lowest, int highest) {
    return lowest + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(highest - lowest + 1)));
  };
  const int samples = count(1, shape.max_samples), dimension = count(1, shape.max_dimension);
  const int outputs = count(2, shape.max_outputs), hidden = count(1, shape.max_hidden);
  std::vector<Eigen::MatrixXd> features;
  std::vector<Eigen::VectorXd> losses;
  for (int i = 0; i < samples; ++i) {
    features.push_back(Eigen::MatrixXd::NullaryExpr(
        dimension, outputs * hidden, [&](Eigen::Index, Eigen::Index) { return random.Normal(); }));
    losses.push_back(
        Eigen::VectorXd::NullaryExpr(outputs * hidden, [&](Eigen::Index) { return random.Uniform(0, 2); }));
    if (shape.eta == 0) losses.back().head(hidden).setZero();
  }
  return {std::move(features), std::move(losses), hidden, shape.eta};
}

double LatentObjectiveByEnumeration(const TabulatedLatentProblem& problem, double lambda,
                                    const DenseVector& weights, double alpha, const DenseVector& center) {
  double sum = 0;
  for (int i = 0; i < problem.size(); ++i) {
    double highest = -1e300, explained = -1e300;
    for (int h = 0; h < problem.num_hidden(); ++h) {
      for (int y = 0; y < problem.num_outputs(); ++y) {
        highest = std::max(highest, problem.Loss(i, y, h) + problem.JointFeature(i, y, h).dot(weights));
      }
      explained =
          std::max(explained, problem.JointFeature(i, 0, h).dot(weights) - problem.CompletionPenalty(i, h));
    }
    sum += highest - explained;
  }
  const double proximity = alpha == 0 ? 0 : alpha * (weights - center).squaredNorm();
  return lambda / 2 * weights.squaredNorm() + proximity + sum / problem.size();
}

}  // namespace structlab::structured_learning
