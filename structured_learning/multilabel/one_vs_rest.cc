#include "structured_learning/multilabel/one_vs_rest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Row = Eigen::Array<float, 1, Eigen::Dynamic>;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void CheckOptions(const OneVsRestOptions& options) {
  if (options.cost > 0 && std::isfinite(options.cost) && options.relative_gap > 0 &&
      options.max_passes >= 1) {
    return;
  }
  common::ThrowUsageError("one-vs-rest", "a cost and a gap above 0, and at least 1 pass",
                          common::FormatShort(options.cost) + ", " +
                              common::FormatShort(options.relative_gap) + ", " +
                              std::to_string(options.max_passes));
}

class Descent {
 public:
  Descent(const MultiLabelData& data, const OneVsRestOptions& options)
      : data_(data),
        options_(options),
        is_hinge_(options.loss == TagLoss::kHinge),
        most_(is_hinge_ ? static_cast<float>(options.cost) : std::numeric_limits<float>::infinity()),
        shift_(is_hinge_ ? 0 : static_cast<float>(0.5 / options.cost)),
        weights_(Rows::Zero(data.features.cols(), data.num_tags)),
        alpha_(Rows::Zero(data.features.rows(), data.num_tags)),
        score_(data.num_tags),
        step_(data.num_tags) {
    for (Eigen::Index i = 0; i < data.features.rows(); ++i) {
      double square = 0;
      for (Features::InnerIterator at(data.features, i); at; ++at) square += at.value() * at.value();
      squares_.push_back(square);
      // A row that is 0 has the loss 1 whatever the weights.
      if (!(square > 0)) alpha_.row(i).setConstant(is_hinge_ ? most_ : static_cast<float>(2 * options.cost));
    }
  }

  OneVsRest Run() {
    common::RandomStream random(options_.seed, "one-vs-rest");
    OneVsRest result;
    while (result.passes < options_.max_passes && !IsInterrupted()) {
      for (const int row : random.Permutation(static_cast<int>(data_.features.rows()))) {
        if (IsInterrupted()) break;
        Visit(row);
      }
      ++result.passes;
      if (result.passes % 4 != 0 && result.passes < options_.max_passes) continue;
      Measure(result);
      if (result.is_converged) break;
    }
    if (!result.is_converged) Measure(result);
    result.weights = weights_;
    return result;
  }

 private:
  bool IsInterrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  void ScoreRow(Eigen::Index row) {
    score_.setZero();
    for (Features::InnerIterator at(data_.features, row); at; ++at) {
      score_ += static_cast<float>(at.value()) * weights_.row(at.col()).array();
    }
  }

  // With beta = y alpha: the gradient of alpha is y w.x - 1 + shift alpha.
  void Visit(Eigen::Index row) {
    const double square = squares_[static_cast<size_t>(row)];
    if (!(square > 0)) return;
    ScoreRow(row);
    auto alpha = alpha_.row(row).array();
    const float inverse = static_cast<float>(1 / (square + shift_));
    // As if the row had no tag, then those it has again.
    step_ = alpha;
    alpha = (alpha - (-score_ - 1 + shift_ * alpha) * inverse).max(0).min(most_);
    for (const int tag : data_.tags[static_cast<size_t>(row)]) {
      const float before = step_[tag];
      alpha[tag] = std::clamp(before - (score_[tag] - 1 + shift_ * before) * inverse, 0.0F, most_);
    }
    step_ -= alpha;  // -(new - old), as y = -1
    for (const int tag : data_.tags[static_cast<size_t>(row)]) step_[tag] = -step_[tag];
    for (Features::InnerIterator at(data_.features, row); at; ++at) {
      weights_.row(at.col()).array() += static_cast<float>(at.value()) * step_;
    }
  }

  void Measure(OneVsRest& result) {
    const double square = weights_.cast<double>().squaredNorm();
    double losses = 0, sum = 0, squares = 0;
    for (Eigen::Index row = 0; row < data_.features.rows(); ++row) {
      ScoreRow(row);
      for (const int tag : data_.tags[static_cast<size_t>(row)]) score_[tag] = -score_[tag];
      const Row losses_here = (1 + score_).max(0);
      losses += is_hinge_ ? losses_here.cast<double>().sum() : losses_here.cast<double>().square().sum();
      sum += alpha_.row(row).cast<double>().sum();
      squares += alpha_.row(row).cast<double>().squaredNorm();
    }
    result.primal = square / 2 + options_.cost * losses;
    result.dual = sum - square / 2 - (is_hinge_ ? 0 : squares / (4 * options_.cost));
    result.is_converged = result.primal - result.dual <= options_.relative_gap * std::abs(result.primal);
  }

  const MultiLabelData& data_;
  const OneVsRestOptions& options_;
  bool is_hinge_;
  float most_, shift_;
  Rows weights_, alpha_;
  Row score_, step_;
  std::vector<double> squares_;
};

}  // namespace

OneVsRest TrainOneVsRest(const MultiLabelData& data, const OneVsRestOptions& options) {
  CheckMultiLabelData(data, "one-vs-rest");
  CheckOptions(options);
  return Descent(data, options).Run();
}

Eigen::MatrixXd TagScores(const OneVsRest& machines, const Features& features) {
  if (features.cols() != machines.weights.rows()) {
    common::ThrowUsageError("one-vs-rest",
                            std::to_string(machines.weights.rows()) + " features as in training",
                            std::to_string(features.cols()));
  }
  return features * machines.weights.cast<double>();
}

}  // namespace structlab::structured_learning
