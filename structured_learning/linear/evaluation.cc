#include "structured_learning/linear/evaluation.h"

#include <algorithm>
#include <string>

#include "common/error.h"
#include "common/statistics.h"

namespace structlab::structured_learning {

void PredictLabels(LinearTask task, std::span<const float> scores, std::vector<uint32_t>& labels) {
  labels.clear();
  switch (task) {
    case LinearTask::kBinary:
      labels.push_back(scores[0] > 0 ? 0 : 1);
      return;
    case LinearTask::kOneVsRest:
    case LinearTask::kMulticlass:
      if (scores.empty()) return;
      labels.push_back(
          static_cast<uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()));
      return;
    case LinearTask::kMultiLabel:
      for (uint32_t c = 0; c < scores.size(); ++c) {
        if (scores[c] > 0) labels.push_back(c);
      }
      return;
    case LinearTask::kRegression:
      return;
  }
}

Evaluation::Evaluation(LinearTask task, size_t num_labels, KeptScores kept, size_t max_kept_scores)
    : task_(task),
      kept_(HasOneOutput(task) ? KeptScores::kBinary : kept),
      max_kept_scores_(max_kept_scores),
      labels_(num_labels) {
  if (kept_ == KeptScores::kAll) examples_of_.resize(num_labels);
}

// `truth` and predicted_ are in increasing order.
void Evaluation::Count(std::span<const uint32_t> truth) {
  for (const uint32_t label : predicted_) {
    const bool is_right = std::binary_search(truth.begin(), truth.end(), label);
    ++(is_right ? labels_[label].true_positives : labels_[label].false_positives);
  }
  for (const uint32_t label : truth) {
    labels_[label].false_negatives += !std::binary_search(predicted_.begin(), predicted_.end(), label);
  }
}

// Keeps the scores of the latest example, whose labels are truth_.
void Evaluation::Keep(std::span<const float> scores) {
  num_outputs_ = scores.size();
  if (kept_scores_.size() + scores.size() > max_kept_scores_) {
    common::ThrowUsageError(
        "KeptScores", "at most " + std::to_string(max_kept_scores_) + " scores of all examples",
        std::to_string(kept_scores_.size() + scores.size()) + ", " + std::to_string(scores.size()) +
            " for each of " + std::to_string(examples_) + " examples",
        "take fewer examples, or omit areas by label");
  }
  kept_scores_.insert(kept_scores_.end(), scores.begin(), scores.end());
  for (const uint32_t label : truth_) examples_of_[label].push_back(examples_ - 1);
}

void Evaluation::Add(const ExampleView& example, std::span<const float> scores) {
  ++examples_;
  if (task_ == LinearTask::kRegression) {
    const double error = static_cast<double>(scores[0]) - example.target;
    squared_error_ += error * error;
    targets_.Add(example.target);
    return;
  }
  PredictLabels(task_, scores, predicted_);
  truth_.assign(example.labels.begin(), example.labels.end());
  std::sort(truth_.begin(), truth_.end());
  truth_.erase(std::unique(truth_.begin(), truth_.end()), truth_.end());
  mistakes_ += truth_ != predicted_;
  Count(truth_);
  if (task_ != LinearTask::kMultiLabel && truth_.size() == 1 && predicted_.size() == 1) {
    ++confusions_[{truth_[0], predicted_[0]}];
  }
  if (kept_ == KeptScores::kAll) Keep(scores);
  if (task_ == LinearTask::kBinary) {
    binary_scores_.push_back(scores[0]);
    binary_labels_.push_back(truth_[0] == 0 ? 1 : 0);
  }
}

double Evaluation::ConstantErrorRate() const {
  int64_t max_count = 0;
  for (const LabelQuality& label : labels_)
    max_count = std::max(max_count, label.true_positives + label.false_negatives);
  return examples_ == 0 ? 0 : 1 - Mean(static_cast<double>(max_count));
}

double Evaluation::HammingLoss() const {
  int64_t wrong = 0;
  for (const LabelQuality& label : labels_) wrong += label.false_positives + label.false_negatives;
  return labels_.empty() ? 0 : Mean(static_cast<double>(wrong) / static_cast<double>(labels_.size()));
}

double Evaluation::MicroF1() const {
  LabelQuality all;
  for (const LabelQuality& label : labels_) {
    all.true_positives += label.true_positives;
    all.false_positives += label.false_positives;
    all.false_negatives += label.false_negatives;
  }
  return all.F1();
}

double Evaluation::MacroF1() const {
  double sum = 0;
  for (const LabelQuality& label : labels_) sum += label.F1();
  return labels_.empty() ? 0 : sum / static_cast<double>(labels_.size());
}

std::optional<double> Evaluation::AreaUnderCurve() const {
  const auto positives = std::count(binary_labels_.begin(), binary_labels_.end(), 1);
  if (positives == 0 || positives == static_cast<std::ptrdiff_t>(binary_labels_.size())) return std::nullopt;
  const std::vector<double> scores(binary_scores_.begin(), binary_scores_.end());
  return common::AreaUnderCurve(scores, binary_labels_);
}

std::optional<double> Evaluation::AreaOf(uint32_t label) const {
  const auto examples = static_cast<size_t>(examples_);
  const bool has_both = !examples_of_[label].empty() && examples_of_[label].size() < examples;
  if (label >= num_outputs_ || !has_both) return std::nullopt;
  std::vector<double> scores(examples);
  for (size_t i = 0; i < examples; ++i) scores[i] = kept_scores_[num_outputs_ * i + label];
  std::vector<int> is_label(examples);
  for (const int64_t example : examples_of_[label]) is_label[example] = 1;
  return common::AreaUnderCurve(scores, is_label);
}

AreasByLabel Evaluation::AreasUnderCurves() const {
  AreasByLabel areas;
  if (task_ == LinearTask::kBinary) {
    areas.macro = AreaUnderCurve();
    areas.of.assign(labels_.size(), areas.macro);
    return areas;
  }
  areas.of.resize(labels_.size());
  if (kept_ != KeptScores::kAll) return areas;
  double sum = 0;
  size_t known = 0;
  for (uint32_t label = 0; label < areas.of.size(); ++label) {
    areas.of[label] = AreaOf(label);
    if (!areas.of[label]) continue;
    sum += *areas.of[label];
    ++known;
  }
  if (known > 0) areas.macro = sum / static_cast<double>(known);
  return areas;
}

}  // namespace structlab::structured_learning
