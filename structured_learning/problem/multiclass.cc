#include "structured_learning/problem/multiclass.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

using common::ThrowDataError;

// The lowest index of a maximum entry.
int ArgMax(const Eigen::VectorXd& values) {
  int best = 0;
  for (int k = 1; k < values.size(); ++k) {
    if (values[k] > values[best]) best = k;
  }
  return best;
}

Eigen::MatrixXd ZeroOneLosses(int num_classes) {
  // For more classes the number of losses exceeds an int, and they take more than 16 GiB.
  if (num_classes < 1 || num_classes > 46340) {
    ThrowDataError("num_classes", num_classes < 1 ? "at least 1" : "at most 46340",
                   std::to_string(num_classes));
  }
  return Eigen::MatrixXd::Ones(num_classes, num_classes) -
         Eigen::MatrixXd::Identity(num_classes, num_classes);
}

void CheckLosses(const Eigen::MatrixXd& losses) {
  if (losses.rows() != losses.cols() || losses.rows() < 1) {
    ThrowDataError("losses", "a square matrix with a row for each class",
                   fmt::format("{} x {}", losses.rows(), losses.cols()));
  }
  for (int a = 0; a < losses.rows(); ++a) {
    for (int b = 0; b < losses.cols(); ++b) {
      const double loss = losses(a, b);
      if (a == b ? loss != 0 : !(loss >= 0 && std::isfinite(loss))) {
        ThrowDataError(fmt::format("losses({}, {})", a, b),
                       a == b ? "0 for the true class" : "a finite value of at least 0",
                       common::FormatDouble(loss));
      }
    }
  }
}

void CheckSamples(const Eigen::MatrixXd& inputs, const std::vector<int>& labels, int num_classes) {
  if (labels.empty()) ThrowDataError("labels", "at least one sample", "an empty training set");
  if (inputs.cols() != static_cast<int>(labels.size())) {
    ThrowDataError("inputs", fmt::format("a column for each of the {} labels", labels.size()),
                   fmt::format("{} columns", inputs.cols()));
  }
  const int64_t weights = int64_t{inputs.rows()} * num_classes;
  if (inputs.rows() > std::numeric_limits<int>::max() || weights > std::numeric_limits<int>::max()) {
    ThrowDataError("inputs", "at most 2147483647 weights, rows times classes", std::to_string(weights));
  }
  for (int i = 0; i < inputs.cols(); ++i) {
    const std::string sample = fmt::format("sample {}", i);
    if (labels[i] < 0 || labels[i] >= num_classes) {
      ThrowDataError(sample, fmt::format("a label from 0 to {}", num_classes - 1), std::to_string(labels[i]));
    }
    for (int k = 0; k < inputs.rows(); ++k) {
      if (!std::isfinite(inputs(k, i))) {
        ThrowDataError(fmt::format("{}, feature {}", sample, k), "a finite number",
                       common::FormatDouble(inputs(k, i)));
      }
    }
  }
}

}  // namespace

MulticlassProblem::MulticlassProblem(Eigen::MatrixXd inputs, std::vector<int> labels, int num_classes)
    : MulticlassProblem(std::move(inputs), std::move(labels), ZeroOneLosses(num_classes)) {}

MulticlassProblem::MulticlassProblem(Eigen::MatrixXd inputs, std::vector<int> labels, Eigen::MatrixXd losses)
    : inputs_(std::move(inputs)), labels_(std::move(labels)), losses_(std::move(losses)) {
  CheckLosses(losses_);
  CheckSamples(inputs_, labels_, num_classes());
}

SparseVector MulticlassProblem::JointFeature(int i, int y) const {
  SparseVector feature;
  for (int k = 0; k < input_dimension(); ++k) {
    if (inputs_(k, i) != 0) feature.Add(y * input_dimension() + k, inputs_(k, i));
  }
  return feature;
}

Eigen::VectorXd MulticlassProblem::Scores(int i, const WeightsView& weights) const {
  STRUCTLAB_CHECK(weights.size() == dimension());
  const Eigen::Map<const Eigen::MatrixXd> by_class(weights.data(), input_dimension(), num_classes());
  return by_class.transpose() * inputs_.col(i);
}

int MulticlassProblem::Predict(int i, const WeightsView& weights) const { return ArgMax(Scores(i, weights)); }

int MulticlassProblem::LossAugmentedInference(int i, const WeightsView& weights) const {
  return ArgMax(Scores(i, weights) + losses_.row(labels_[i]).transpose());
}

int MulticlassProblem::SlackRescaledInference(int i, const WeightsView& weights) const {
  const Eigen::VectorXd scores = Scores(i, weights);
  const Eigen::ArrayXd margins = scores[labels_[i]] - scores.array();  // w'Psi_i(y)
  return ArgMax(losses_.row(labels_[i]).transpose().array() * (1 - margins));
}

int MulticlassProblem::RandomLossMaximizer(int i, common::RandomStream& stream) const {
  const double largest = losses_.row(labels_[i]).maxCoeff();
  std::vector<int> maximizers;
  for (int y = 0; y < num_classes(); ++y) {
    if (Loss(i, y) == largest) maximizers.push_back(y);
  }
  return maximizers[stream.UniformIndex(maximizers.size())];
}

}  // namespace structlab::structured_learning
