#include "structured_learning/multilabel/joint_svm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

void CheckOptions(const JointSvmOptions& options) {
  if (options.cost > 0 && std::isfinite(options.cost) && options.relative_gap > 0) return;
  common::ThrowUsageError(
      "joint SVM", "a cost and a gap above 0",
      fmt::format("{} and {}", common::FormatShort(options.cost), common::FormatShort(options.relative_gap)));
}

// Stores W in three parts: S = sum alpha_i s_i 1_i x_i', u = sum alpha_i s_i x_i and v = S' shift.
class Descent {
 public:
  Descent(const MultiLabelData& data, const JointSvmOptions& options)
      : data_(data),
        options_(options),
        run_(options.run),
        vectors_(data.tags, data.num_tags, options.coding),
        s_(Eigen::MatrixXd::Zero(data.num_tags, data.features.cols())),
        u_(Eigen::VectorXd::Zero(data.features.cols())),
        v_(Eigen::VectorXd::Zero(data.features.cols())),
        alpha_(data.tags.size(), 0) {
    // Rows that are nearly full are faster in dense form, which at most doubles the entries.
    is_dense_ = 2 * static_cast<double>(data.features.nonZeros()) >
                static_cast<double>(data.features.rows()) * static_cast<double>(data.features.cols());
    if (is_dense_) dense_ = data.features;
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
    common::RandomStream random(options_.run.seed, "joint svm");
    JointSvm svm;
    const auto is_over = [&] { return run_.MustStopAfter(static_cast<double>(svm.passes)).has_value(); };
    std::optional<common::Ending> ending;
    while (!ending) {
      if (!is_over()) {
        Pass(random);
        ++svm.passes;
      }
      // Measuring the gap costs half a pass. It is measured at least every 50 passes, and when the margins
      // seen at the visits (mostly computed with older weights) indicate that it may be small.
      constexpr double kAhead = 1.5;
      constexpr int kAtLeastEvery = 50;
      const bool is_far = seen_.Gap() > kAhead * Tolerance(seen_.Primal());
      if (is_far && svm.passes % kAtLeastEvery != 0 && !is_over()) continue;
      ending = Measure(svm);
    }
    svm.ending = *ending;
    svm.trace = run_.Take();
    svm.weights = std::move(s_);
    svm.shared = std::move(u_);
    svm.shift = vectors_.shift();
    svm.alpha = std::move(alpha_);
    return svm;
  }

 private:
  // Sums over rows from which both objectives are computed.
  struct Sums {
    double square = 0, losses = 0, alphas = 0;

    void Add(double alpha, double margin, double cost) {
      square += alpha * margin;
      losses += cost * std::max(0.0, 1 - margin);
      alphas += alpha;
    }
    double Primal() const { return square / 2 + losses; }
    double Dual() const { return alphas - square / 2; }
    double Gap() const { return Primal() - Dual(); }
  };

  double Tolerance(double primal) const { return options_.relative_gap * std::max(1.0, std::abs(primal)); }

  // x_i . weights
  double Dot(size_t i, const double* weights) const {
    if (is_dense_) {
      const auto row = static_cast<Eigen::Index>(i);
      return dense_.row(row).dot(Eigen::Map<const Eigen::RowVectorXd>(weights, dense_.cols()));
    }
    const int end = data_.features.outerIndexPtr()[i + 1];
    const int* const at = data_.features.innerIndexPtr();
    const double* const values = data_.features.valuePtr();
    // Two sums, so that the additions overlap.
    double even = 0, odd = 0;
    int k = data_.features.outerIndexPtr()[i];
    for (; k + 1 < end; k += 2) {
      even += weights[at[k]] * values[k];
      odd += weights[at[k + 1]] * values[k + 1];
    }
    if (k < end) even += weights[at[k]] * values[k];
    return even + odd;
  }

  // weights += step x_i
  void AddTo(double* weights, size_t i, double step) const {
    if (is_dense_) {
      const auto row = static_cast<Eigen::Index>(i);
      Eigen::Map<Eigen::RowVectorXd>(weights, dense_.cols()) += step * dense_.row(row);
      return;
    }
    const int end = data_.features.outerIndexPtr()[i + 1];
    const int* const at = data_.features.innerIndexPtr();
    const double* const values = data_.features.valuePtr();
    for (int k = data_.features.outerIndexPtr()[i]; k < end; ++k) weights[at[k]] += step * values[k];
  }

  // <psi_i, W x_i>
  double Margin(size_t i) const {
    const double shared = Dot(i, u_.data()), shifted = Dot(i, v_.data());
    double own = 0;
    for (const int tag : data_.tags[i]) own += Dot(i, s_.data() + tag * s_.cols());
    return scales_[i] * (own - shifts_[i] * shared - shifted + vectors_.shift_square() * shared);
  }

  void Pass(common::RandomStream& random) {
    seen_ = {};
    for (const int row : random.Permutation(static_cast<int>(alpha_.size()))) {
      if (run_.MustStop()) return;
      Visit(static_cast<size_t>(row));
    }
  }

  void Visit(size_t i) {
    const double before = alpha_[i];
    if (!(diagonal_[i] > 0)) {
      seen_.Add(before, 0, options_.cost);
      return;
    }
    const double margin = Margin(i);
    seen_.Add(before, margin, options_.cost);
    alpha_[i] = std::clamp(before + (1 - margin) / diagonal_[i], 0.0, options_.cost);
    const double change = alpha_[i] - before;
    if (change == 0) return;
    const double step = change * scales_[i];
    AddTo(u_.data(), i, step);
    AddTo(v_.data(), i, shifts_[i] * step);
    for (const int tag : data_.tags[i]) AddTo(s_.data() + tag * s_.cols(), i, step);
  }

  // Returns why to stop, if at all.
  std::optional<common::Ending> Measure(JointSvm& svm) {
    Sums sums;
    for (size_t i = 0; i < alpha_.size(); ++i) sums.Add(alpha_[i], Margin(i), options_.cost);
    svm.primal = sums.Primal();
    svm.dual = sums.Dual();
    if (!std::isfinite(svm.primal) || !std::isfinite(svm.dual)) {
      common::ThrowUsageError("joint SVM", "finite objectives", "infinity or NaN",
                              "scale large features, such as by rows=standardized, or lower the cost");
    }
    const auto ending = run_.Record(static_cast<double>(svm.passes), svm.primal, svm.dual);
    return sums.Gap() <= Tolerance(svm.primal) ? common::Ending::kGapReached : ending;
  }

  const MultiLabelData& data_;
  const JointSvmOptions& options_;
  common::RunRecorder run_;
  TagVectors vectors_;
  bool is_dense_ = false;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      dense_;  // the rows in dense form, or empty
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> s_;
  Eigen::VectorXd u_, v_;
  Sums seen_;  // as seen at the visits of a pass, before their steps
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
    common::ThrowUsageError("joint SVM", fmt::format("{} features as in training", svm.weights.cols()),
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
