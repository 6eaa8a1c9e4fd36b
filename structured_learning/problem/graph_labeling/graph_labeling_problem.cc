#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"

#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "fmt/format.h"

namespace structlab::structured_learning {
namespace {

// Offsets within the pairwise weights of kThreeConstants.
constexpr int kBothZero = 0, kBothOne = 1, kDifferent = 2;

std::string NameOf(int i) { return fmt::format("graph {}", i); }

// X'y, the sum of the rows of the nodes with label 1.
DenseVector SumOfOnes(const GraphSample& sample, const BinaryLabels& y) {
  DenseVector sum = DenseVector::Zero(sample.num_features());
  std::visit(
      [&](const auto& rows) {
        for (int node = 0; node < sample.num_nodes(); ++node) {
          if (y[node] != 0) sum += rows.row(node).transpose();
        }
      },
      sample.features);
  return sum;
}

DenseVector SumOfAll(const GraphSample& sample) {
  return SumOfOnes(sample, BinaryLabels(sample.labels.size(), 1));
}

// X d: one number for each node.
DenseVector Products(const GraphSample& sample, const DenseVector& direction) {
  return std::visit([&](const auto& rows) { return DenseVector(rows * direction); }, sample.features);
}

}  // namespace

GraphLabelingProblem::GraphLabelingProblem(GraphSamples samples, GraphLabelingOptions options)
    : samples_(std::move(samples)),
      options_(std::move(options)),
      inference_(&FindGraphInference(options_.inference)),
      inference_options_(options_.inference_options.For(inference_->name, inference_->options)) {
  CheckOptions();
  if (samples_.empty()) common::ThrowDataError("problem", "at least one graph", "none");
  num_features_ = samples_[0]->num_features();
  num_pairwise_ = options_.pairwise == PairwiseWeights::kThreeConstants
                      ? 3
                      : static_cast<int>(samples_[0]->edge_features.cols());
  CheckSamples();
  SetLossFactors();
  for (int i = 0; i < size(); ++i) {
    feature_sums_.push_back(SumOfAll(sample(i)));
    truth_features_.push_back(ComputeJointFeature(i, truth(i)));
  }
}

void GraphLabelingProblem::CheckOptions() const {
  for (const double weight : options_.class_weights) {
    if (!(weight >= 0) || !std::isfinite(weight)) {
      common::ThrowUsageError("class_weights", "finite numbers of at least 0", common::FormatDouble(weight));
    }
  }
}

void GraphLabelingProblem::CheckSamples() const {
  for (int i = 0; i < size(); ++i) {
    const GraphSample& graph = sample(i);
    CheckGraphSample(graph, NameOf(i));
    if (graph.num_features() != num_features_) {
      common::ThrowDataError(NameOf(i), fmt::format("{} node features, as in graph 0", num_features_),
                             std::to_string(graph.num_features()));
    }
    if (options_.pairwise == PairwiseWeights::kThreeConstants) continue;
    if (graph.edge_features.cols() != num_pairwise_) {
      common::ThrowDataError(NameOf(i), fmt::format("{} edge features, as in graph 0", num_pairwise_),
                             std::to_string(graph.edge_features.cols()));
    }
    if (options_.pairwise != PairwiseWeights::kNonNegative || graph.edges.empty()) continue;
    Eigen::Index edge, feature;
    const double lowest = num_pairwise_ == 0 ? 0 : graph.edge_features.minCoeff(&edge, &feature);
    if (lowest < 0) {
      common::ThrowDataError(fmt::format("{}, edge {}", NameOf(i), edge),
                             fmt::format("a feature {} of at least 0", feature), common::FormatDouble(lowest),
                             "shift or split the feature, or take unconstrained pairwise weights");
    }
  }
}

void GraphLabelingProblem::SetLossFactors() {
  std::array<double, 2> totals = {0, 0};
  std::vector<double> sums(size(), 0.0);
  for (int i = 0; i < size(); ++i) {
    for (int node = 0; node < sample(i).num_nodes(); ++node) {
      const double weight = sample(i).loss_weights[node];
      totals[truth(i)[node]] += weight;
      sums[i] += weight;
    }
  }
  if (options_.loss == GraphLoss::kClassBalanced && !(totals[0] > 0 && totals[1] > 0)) {
    common::ThrowDataError("problem", "nodes of both labels with a loss weight above 0",
                           totals[1] > 0 ? "only label 1" : "only label 0",
                           "the class-balanced loss needs both; take another loss");
  }
  for (int i = 0; i < size(); ++i) {
    std::array<double, 2> factors = options_.class_weights;
    for (int label = 0; label < 2; ++label) {
      if (options_.loss == GraphLoss::kWrongShare) {
        if (!(sums[i] > 0)) common::ThrowDataError(NameOf(i), "a loss weight above 0", "none");
        factors[label] /= sums[i];
      } else if (options_.loss == GraphLoss::kClassBalanced) {
        factors[label] *= size() / (2 * totals[label]);  // (4.8): J = totals[0] / totals[1]
      }
    }
    loss_factors_.push_back(factors);
  }
}

Box GraphLabelingProblem::WeightBounds() const {
  Box box = Box::Unbounded(dimension());
  const int first = 2 * num_features_;
  if (options_.pairwise == PairwiseWeights::kNonNegative) {
    box.lower.tail(num_pairwise_).setZero();
  } else if (options_.pairwise == PairwiseWeights::kThreeConstants) {
    box.lower[first + kBothZero] = box.lower[first + kBothOne] = 0;
    box.upper[first + kDifferent] = 0;
  }
  return box;
}

double GraphLabelingProblem::Loss(int i, const Output& y) const {
  double loss = 0;
  for (int node = 0; node < sample(i).num_nodes(); ++node) {
    if (y[node] != truth(i)[node]) loss += LossOfNode(i, node);
  }
  return loss;
}

DenseVector GraphLabelingProblem::JointFeature(int i, const Output& y) const {
  const bool is_truth_itself = &y == &truth(i);  // learners ask for it with each plane
  return is_truth_itself ? truth_features_[i] : ComputeJointFeature(i, y);
}

DenseVector GraphLabelingProblem::ComputeJointFeature(int i, const Output& y) const {
  const GraphSample& graph = sample(i);
  DenseVector feature = DenseVector::Zero(dimension());
  const DenseVector ones = SumOfOnes(graph, y);
  feature.head(num_features_) = feature_sums_[i] - ones;
  feature.segment(num_features_, num_features_) = ones;
  const int first = 2 * num_features_;
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [p, q] = graph.edges[e];
    if (options_.pairwise == PairwiseWeights::kThreeConstants) {
      feature[first + (y[p] != y[q] ? kDifferent : y[p] == 0 ? kBothZero : kBothOne)] += 1;
    } else if (y[p] != y[q]) {
      feature.tail(num_pairwise_) -= graph.edge_features.row(e).transpose();
    }
  }
  return feature;
}

BinaryGraphEnergy GraphLabelingProblem::EnergyOf(int i, const WeightsView& weights) const {
  const GraphSample& graph = sample(i);
  const auto weights_of_zero = weights.head(num_features_);
  const DenseVector products =
      Products(graph, weights_of_zero - weights.segment(num_features_, num_features_));
  BinaryGraphEnergy energy{.graph = &graph, .constant = -weights_of_zero.dot(feature_sums_[i])};
  energy.cost_of_one.assign(products.begin(), products.end());
  if (options_.pairwise != PairwiseWeights::kThreeConstants) {
    const DenseVector costs = graph.edge_features * weights.tail(num_pairwise_);
    energy.disagreement.assign(costs.begin(), costs.end());
    return energy;
  }
  // -w_{ab} = -w_00 + (w_00 - w_11) / 2 (a + b) + ((w_00 + w_11) / 2 - w_01) [a != b].
  const auto pairwise = weights.tail(3);
  const double slope = (pairwise[kBothZero] - pairwise[kBothOne]) / 2;
  const double cost = (pairwise[kBothZero] + pairwise[kBothOne]) / 2 - pairwise[kDifferent];
  energy.constant -= static_cast<double>(graph.edges.size()) * pairwise[kBothZero];
  for (const NodePair& edge : graph.edges) {
    for (const int node : edge) energy.cost_of_one[node] += slope;
  }
  energy.disagreement.assign(graph.edges.size(), cost);
  return energy;
}

BinaryGraphEnergy GraphLabelingProblem::LossAugmentedEnergyOf(int i, const WeightsView& weights) const {
  BinaryGraphEnergy energy = EnergyOf(i, weights);
  for (int node = 0; node < sample(i).num_nodes(); ++node) {
    const double loss = LossOfNode(i, node);
    if (truth(i)[node] == 0) {
      energy.cost_of_one[node] -= loss;
    } else {
      energy.cost_of_one[node] += loss;
      energy.constant -= loss;
    }
  }
  return energy;
}

BinaryLabels GraphLabelingProblem::Predict(int i, const WeightsView& weights) const {
  common::StopPoint();
  return inference_->minimize(EnergyOf(i, weights), inference_options_).labels;
}

BinaryLabels GraphLabelingProblem::LossAugmentedInference(int i, const WeightsView& weights) const {
  common::StopPoint();
  return inference_->minimize(LossAugmentedEnergyOf(i, weights), inference_options_).labels;
}

BoundedOutput<BinaryLabels> GraphLabelingProblem::LossAugmentedInferenceWithBound(
    int i, const WeightsView& weights) const {
  common::StopPoint();
  GraphMinimum found = inference_->minimize(LossAugmentedEnergyOf(i, weights), inference_options_);
  return {std::move(found.labels), -found.lower_bound - truth_features_[i].dot(weights)};
}

}  // namespace structlab::structured_learning
