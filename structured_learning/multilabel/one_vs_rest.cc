#include "structured_learning/multilabel/one_vs_rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/multilabel/logistic_step.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Row = FloatRow;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void CheckOptions(const OneVsRestOptions& options) {
  if (options.cost > 0 && std::isfinite(options.cost) && options.relative_gap > 0) return;
  common::ThrowUsageError(
      "one-vs-rest", "a cost and a gap above 0",
      fmt::format("{} and {}", common::FormatShort(options.cost), common::FormatShort(options.relative_gap)));
}

// The cost, twice the cost, and its inverse must be in the range of floats.
void CheckCost(double cost) {
  if (cost >= 1e-30 && cost <= 1e30) return;
  common::ThrowUsageError("one-vs-rest", "a cost from 1e-30 to 1e30", common::FormatShort(cost));
}

[[noreturn]] void RefuseSize(const std::string& expected, const std::string& found) {
  common::ThrowUsageError("one-vs-rest", expected, found,
                          "scale features, such as by rows=standardized, or change the cost");
}

class Descent {
 public:
  Descent(const MultiLabelData& data, const OneVsRestOptions& options)
      : data_(data),
        options_(options),
        run_(options.run),
        cost_(static_cast<float>(options.cost)),
        most_(options.loss == TagLoss::kSquaredHinge ? std::numeric_limits<float>::infinity() : cost_),
        shift_(options.loss == TagLoss::kSquaredHinge ? static_cast<float>(0.5 / options.cost) : 0),
        weights_(Rows::Zero(data.features.cols(), data.num_tags)),
        alpha_(Rows::Zero(data.features.rows(), data.num_tags)),
        score_(data.num_tags),
        margin_(data.num_tags),
        step_(data.num_tags) {
    for (Eigen::Index i = 0; i < data.features.rows(); ++i) {
      double square = 0;
      for (Features::InnerIterator at(data.features, i); at; ++at) square += at.value() * at.value();
      squares_.push_back(square);
      const auto rounded = static_cast<float>(square);
      if (!(rounded > 0 && std::isfinite(rounded)) && !IsZero(i)) {
        RefuseSize("features whose squares are in the range of floats",
                   fmt::format("|x|^2 = {} of row {}", common::FormatShort(square), i + 1));
      }
      // A row that is 0 has the margin 0 for all weights.
      if (!(square > 0)) {
        alpha_.row(i).setConstant(options.loss == TagLoss::kHinge          ? cost_
                                  : options.loss == TagLoss::kSquaredHinge ? 2 * cost_
                                                                           : cost_ / 2);
      }
    }
  }

  OneVsRest Run() {
    common::RandomStream random(options_.run.seed, "one-vs-rest");
    OneVsRest result;
    const auto is_over = [&] { return run_.MustStopAfter(static_cast<double>(result.passes)).has_value(); };
    std::optional<common::Ending> ending;
    while (!ending) {
      if (!is_over()) {
        Pass(random);
        ++result.passes;
      }
      if (result.passes % 4 != 0 && !is_over()) continue;
      Measure(result);
      ending = Record(result);
    }
    result.ending = *ending;
    const double tags = static_cast<double>(data_.num_tags), rows = static_cast<double>(data_.tags.size());
    const double loss_at_zero = options_.loss == TagLoss::kLogistic ? std::log(2.0) : 1;
    if (result.primal > options_.cost * rows * tags * loss_at_zero) TakeBestMultiples(result);
    result.weights = weights_;
    result.trace = run_.Take();
    return result;
  }

 private:
  bool IsZero(Eigen::Index row) const {
    for (Features::InnerIterator at(data_.features, row); at; ++at) {
      if (at.value() != 0) return false;
    }
    return true;
  }

  void Pass(common::RandomStream& random) {
    for (const int row : random.Permutation(static_cast<int>(data_.features.rows()))) {
      if (run_.MustStop()) return;
      Visit(row);
    }
  }

  void ScoreRow(Eigen::Index row) {
    score_.setZero();
    for (Features::InnerIterator at(data_.features, row); at; ++at) {
      score_ += static_cast<float>(at.value()) * weights_.row(at.col()).array();
    }
  }

  // y w . x for all tags; y = -1 for tags that the row lacks.
  void FindMargins(Eigen::Index row) {
    ScoreRow(row);
    margin_ = -score_;
    for (const int tag : data_.tags[row]) margin_[tag] = score_[tag];
  }

  void Visit(Eigen::Index row) {
    const auto square = static_cast<float>(squares_[row]);
    if (!(square > 0)) return;
    FindMargins(row);
    auto alpha = alpha_.row(row).array();
    step_ = alpha;
    if (options_.loss == TagLoss::kLogistic) {
      alpha = LogisticOptimum(margin_, alpha, cost_, square);
    } else {
      alpha = (alpha - (margin_ - 1 + shift_ * alpha) / (square + shift_)).max(0).min(most_);
    }
    step_ -= alpha;  // -(new - old), as y = -1
    for (const int tag : data_.tags[row]) step_[tag] = -step_[tag];
    for (Features::InnerIterator at(data_.features, row); at; ++at) {
      weights_.row(at.col()).array() += static_cast<float>(at.value()) * step_;
    }
  }

  // The terms of the dual for one row, besides -|w|^2 / 2: -sum alpha log(alpha / C) + (C - alpha) log(1 -
  // alpha / C).
  double Entropy(Eigen::Index row) const {
    const Eigen::ArrayXd share = alpha_.row(row).transpose().cast<double>().array() / options_.cost;
    const auto term = [](const Eigen::ArrayXd& p) {
      return (p > 0).select(p * p.max(1e-300).log(), 0).sum();
    };
    return -options_.cost * (term(share) + term((1 - share).max(0)));
  }

  void Measure(OneVsRest& result) {
    const double square = weights_.cast<double>().squaredNorm();
    double losses = 0, gains = 0;  // the dual is gains - square / 2
    for (Eigen::Index row = 0; row < data_.features.rows(); ++row) {
      FindMargins(row);
      if (options_.loss == TagLoss::kLogistic) {
        // log(1 + exp(-z)), where z may be far below 0.
        const Eigen::ArrayXd z = margin_.transpose().cast<double>();
        losses += ((-z).max(0) + (1 + (-z.abs()).exp()).log()).sum();
        gains += Entropy(row);
        continue;
      }
      const Row losses_here = (1 - margin_).max(0);
      gains += alpha_.row(row).cast<double>().sum();
      if (options_.loss == TagLoss::kHinge) {
        losses += losses_here.cast<double>().sum();
      } else {
        losses += losses_here.cast<double>().square().sum();
        gains -= alpha_.row(row).cast<double>().squaredNorm() / (4 * options_.cost);
      }
    }
    result.primal = square / 2 + options_.cost * losses;
    result.dual = gains - square / 2;
    if (!std::isfinite(result.primal) || !std::isfinite(result.dual)) {
      RefuseSize("finite objectives", "infinity or NaN");
    }
  }

  // Adds a point to the trace. Returns why to stop, if at all.
  std::optional<common::Ending> Record(const OneVsRest& result) {
    const auto ending = run_.Record(static_cast<double>(result.passes), result.primal, result.dual);
    const bool is_small = result.primal - result.dual <= options_.relative_gap * std::abs(result.primal);
    return is_small ? common::Ending::kGapReached : ending;
  }

  // The sum of the losses at the margins z.
  Eigen::ArrayXd Derivatives(const Eigen::ArrayXd& z) const {
    if (options_.loss == TagLoss::kLogistic) return -1 / (1 + z.exp());
    if (options_.loss == TagLoss::kHinge) return -(z < 1).cast<double>();
    return -2 * (1 - z).max(0);
  }

  // Before convergence the weights may be worse than 0. Multiplies the weights of each tag by the factor from
  // 0 to 1 with the lowest primal, which is where its derivative changes its sign.
  void TakeBestMultiples(OneVsRest& result) {
    Rows margins(alpha_.rows(), alpha_.cols());
    for (Eigen::Index row = 0; row < margins.rows(); ++row) {
      FindMargins(row);
      margins.row(row) = margin_;
    }
    const Eigen::ArrayXd squares = weights_.cast<double>().colwise().squaredNorm().transpose();
    Eigen::ArrayXd low = Eigen::ArrayXd::Zero(data_.num_tags), high = low + 1;
    for (int step = 0; step < 50; ++step) {
      const Eigen::ArrayXd factor = (low + high) / 2;
      Eigen::ArrayXd slope = factor * squares;
      for (Eigen::Index row = 0; row < margins.rows(); ++row) {
        const Eigen::ArrayXd z = margins.row(row).transpose().cast<double>().array();
        slope += options_.cost * z * Derivatives(factor * z);
      }
      low = (slope > 0).select(low, factor);
      high = (slope > 0).select(factor, high);
    }
    weights_ *= low.cast<float>().matrix().asDiagonal();
    const double dual = result.dual;  // dual of the weights before this multiplication
    Measure(result);
    result.dual = dual;
    if (Record(result) == common::Ending::kGapReached) result.ending = common::Ending::kGapReached;
  }

  const MultiLabelData& data_;
  const OneVsRestOptions& options_;
  common::RunRecorder run_;
  float cost_, most_, shift_;
  Rows weights_, alpha_;
  Row score_, margin_, step_;
  std::vector<double> squares_;
};

}  // namespace

OneVsRest TrainOneVsRest(const MultiLabelData& data, const OneVsRestOptions& options) {
  CheckMultiLabelData(data, "one-vs-rest");
  CheckOptions(options);
  CheckCost(options.cost);
  return Descent(data, options).Run();
}

Eigen::MatrixXd TagScores(const OneVsRest& machines, const Features& features) {
  if (features.cols() != machines.weights.rows()) {
    common::ThrowUsageError("one-vs-rest", fmt::format("{} features as in training", machines.weights.rows()),
                            std::to_string(features.cols()));
  }
  return features * machines.weights.cast<double>();
}

}  // namespace structlab::structured_learning
