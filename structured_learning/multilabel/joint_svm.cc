#include "structured_learning/multilabel/joint_svm.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

void CheckOptions(const JointSvmOptions& options) {
  if (options.cost > 0 && std::isfinite(options.cost) && options.relative_gap > 0 &&
      options.max_passes >= 1) {
    return;
  }
  common::ThrowUsageError("joint SVM", "a cost and a gap above 0, and at least 1 pass",
                          common::FormatShort(options.cost) + ", " +
                              common::FormatShort(options.relative_gap) + ", " +
                              std::to_string(options.max_passes));
}

// W in three parts: S = sum alpha_i s_i 1_i x_i', u = sum alpha_i s_i x_i and v = S' shift.
class Descent {
 public:
  Descent(const MultiLabelData& data, const JointSvmOptions& options)
      : data_(data),
        options_(options),
        vectors_(data.tags, data.num_tags, options.coding),
        s_(Eigen::MatrixXd::Zero(data.num_tags, data.features.cols())),
        u_(Eigen::VectorXd::Zero(data.features.cols())),
        v_(Eigen::VectorXd::Zero(data.features.cols())),
        alpha_(data.tags.size(), 0) {
    for (size_t i = 0; i < data.tags.size(); ++i) {
      const TagList& tags = data.tags[i];
      scales_.push_back(vectors_.Scale(tags));
      shifts_.push_back(vectors_.ShiftOf(tags));
      double square = 0;
      for (Features::InnerIterator at(data.features, static_cast<Eigen::Index>(i)); at; ++at) {
        square += at.value() * at.value();
      }
      diagonal_.push_back(square * vectors_.Square(tags));
      if (!(diagonal_.back() > 0)) alpha_[i] = options.cost;
    }
  }

  JointSvm Run() {
    common::RandomStream random(options_.seed, "joint svm");
    JointSvm svm;
    const auto rows = static_cast<int>(alpha_.size());
    std::vector<int> order(alpha_.size());
    std::iota(order.begin(), order.end(), 0);
    while (svm.passes < options_.max_passes) {
      const std::vector<int> permutation = random.Permutation(rows);
      double change = 0;
      for (const int row : permutation) {
        if (options_.interrupted != nullptr && *options_.interrupted) break;
        change = std::max(change, Visit(static_cast<size_t>(row)));
      }
      ++svm.passes;
      if (options_.interrupted != nullptr && *options_.interrupted) break;
      // The gap costs a pass: only where it may be small, and now and then.
      if (change > 0.1 * options_.cost && svm.passes % 5 != 0) continue;
      Measure(svm);
      if (svm.primal - svm.dual <= options_.relative_gap * std::max(1.0, std::abs(svm.primal))) {
        svm.is_converged = true;
        break;
      }
    }
    Measure(svm);
    svm.is_converged = svm.primal - svm.dual <= options_.relative_gap * std::max(1.0, std::abs(svm.primal));
    svm.weights = s_;
    svm.shared = u_;
    svm.shift = vectors_.shift();
    svm.alpha = alpha_;
    return svm;
  }

 private:
  // <psi_i, W x_i>
  double Margin(size_t i) const {
    double own = 0, shared = 0, shifted = 0;
    for (Features::InnerIterator at(data_.features, static_cast<Eigen::Index>(i)); at; ++at) {
      const Eigen::Index f = at.col();
      double sum = 0;
      for (const int tag : data_.tags[i]) sum += s_(tag, f);
      own += sum * at.value();
      shared += u_[f] * at.value();
      shifted += v_[f] * at.value();
    }
    return scales_[i] * (own - shifts_[i] * shared - shifted + vectors_.shift_square() * shared);
  }

  // By how much alpha_i has changed.
  double Visit(size_t i) {
    if (!(diagonal_[i] > 0)) return 0;
    const double before = alpha_[i];
    const double gradient = 1 - Margin(i);
    alpha_[i] = std::clamp(before + gradient / diagonal_[i], 0.0, options_.cost);
    const double change = alpha_[i] - before;
    if (change == 0) return 0;
    const double step = change * scales_[i];
    for (Features::InnerIterator at(data_.features, static_cast<Eigen::Index>(i)); at; ++at) {
      const Eigen::Index f = at.col();
      const double value = step * at.value();
      for (const int tag : data_.tags[i]) s_(tag, f) += value;
      u_[f] += value;
      v_[f] += shifts_[i] * value;
    }
    return std::abs(change);
  }

  void Measure(JointSvm& svm) const {
    double square = 0, slacks = 0, sum = 0;
    for (size_t i = 0; i < alpha_.size(); ++i) {
      const double margin = Margin(i);
      square += alpha_[i] * margin;
      slacks += std::max(0.0, 1 - margin);
      sum += alpha_[i];
    }
    svm.primal = square / 2 + options_.cost * slacks;
    svm.dual = sum - square / 2;
  }

  const MultiLabelData& data_;
  const JointSvmOptions& options_;
  TagVectors vectors_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> s_;
  Eigen::VectorXd u_, v_;
  std::vector<double> alpha_, scales_, shifts_, diagonal_;
};

}  // namespace

JointSvm TrainJointSvm(const MultiLabelData& data, const JointSvmOptions& options) {
  CheckMultiLabelData(data, "joint SVM");
  CheckOptions(options);
  return Descent(data, options).Run();
}

Eigen::MatrixXd TagScores(const JointSvm& svm, const Features& features) {
  if (features.cols() != svm.weights.cols()) {
    common::ThrowUsageError("joint SVM", std::to_string(svm.weights.cols()) + " features as in training",
                            std::to_string(features.cols()));
  }
  Eigen::MatrixXd scores = features * svm.weights.transpose();
  const Eigen::VectorXd shared = features * svm.shared;
  scores.noalias() -= shared * svm.shift.transpose();
  return scores;
}

Eigen::MatrixXd DecodeByNeighbors(const JointSvm& svm, const std::vector<TagList>& training_tags,
                                  const TagVectors& vectors, const Features& features,
                                  const NeighborDecoding& decoding) {
  return DecodeTagScores(TagScores(svm, features), training_tags, vectors, decoding);
}

}  // namespace structlab::structured_learning
