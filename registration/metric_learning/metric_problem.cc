#include "registration/metric_learning/metric_problem.h"

#include <algorithm>
#include <utility>

#include "registration/deformable/label_field.h"

namespace structlab::registration {

MetricProblem::MetricProblem(std::vector<const TrainingPair*> pairs, size_t class_index,
                             std::vector<double> scales, double eta)
    : pairs_(std::move(pairs)), class_index_(class_index), scales_(std::move(scales)), eta_(eta) {}

double MetricProblem::Loss(int i, Output, const Hidden& field) const {
  const Eigen::MatrixXf& losses = pairs_[i]->losses[class_index_];
  double sum = 0;
  for (size_t p = 0; p < field.size(); ++p) {
    sum += static_cast<double>(losses(field[p], static_cast<Eigen::Index>(p)));
  }
  return sum;
}

MetricProblem::DenseVector MetricProblem::JointFeature(int i, Output, const Hidden& field) const {
  const TrainingPair& pair = *pairs_[i];
  DenseVector feature = DenseVector::Zero(dimension());
  for (size_t m = 0; m < pair.costs.size(); ++m) {
    double sum = 0;
    for (size_t p = 0; p < field.size(); ++p) {
      sum += static_cast<double>(pair.costs[m](field[p], static_cast<Eigen::Index>(p)));
    }
    feature[static_cast<Eigen::Index>(m)] = -scales_[m] * sum;
  }
  int64_t steps = 0;
  for (const auto& [p, q] : pair.grid.Neighbors()) {
    steps += (pair.labels[field[p]] - pair.labels[field[q]]).lpNorm<1>();
  }
  feature[dimension() - 1] = -scales_.back() * static_cast<double>(steps) * pair.step / pair.grid.spacing();
  return feature / pair.points_of_class[class_index_];
}

MetricProblem::Hidden MetricProblem::Minimum(int i, const WeightsView& weights, double loss_weight) const {
  const TrainingPair& pair = *pairs_[i];
  std::vector<double> of_metrics;
  for (size_t m = 0; m < pair.costs.size(); ++m) {
    of_metrics.push_back(scales_[m] * weights[static_cast<Eigen::Index>(m)]);
  }
  Eigen::MatrixXf costs = WeightedCosts(pair, of_metrics);
  if (loss_weight != 0) {
    const double of_energy = loss_weight * pair.points_of_class[class_index_];
    costs += static_cast<float>(of_energy) * pair.losses[class_index_];
  }
  const double smoothness = scales_.back() * weights[dimension() - 1];
  return MinimizeLabelField(costs, pair.grid, pair.labels, pair.step, smoothness, FieldMinimizer::kFastPd)
      .labels;
}

}  // namespace structlab::registration
