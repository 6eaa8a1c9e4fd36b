// Measures how well scores predict labels: error, F1, area under the curve, confusions.
//
//     Evaluation evaluation(LinearTask::kOneVsRest, labels.size());
//     for (size_t i = 0; i < batch.size(); ++i) evaluation.Add(batch[i], learner.Scores(batch[i]));
//     std::printf("error %.4f, macro F1 %.4f\n", evaluation.ErrorRate(), evaluation.MacroF1());
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/statistics.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

// Predicts labels from scores:
// - binary: label 0 if the score is positive, otherwise label 1;
// - one of several labels: the label with the highest score, the first of equal ones;
// - any number of labels: all labels with a positive score;
// - regression: none.
void PredictLabels(LinearTask task, std::span<const float> scores, std::vector<uint32_t>& labels);

// Counts for one label against all others. A quotient with divisor 0 counts as 0.
struct LabelQuality {
  int64_t true_positives = 0, false_positives = 0, false_negatives = 0;

  double Precision() const { return Quotient(true_positives, true_positives + false_positives); }
  double Recall() const { return Quotient(true_positives, true_positives + false_negatives); }
  double F1() const {
    return Quotient(2 * true_positives, 2 * true_positives + false_positives + false_negatives);
  }

 private:
  static double Quotient(int64_t part, int64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

// The areas under the ROC curves of the labels, each against all others by its own score: the probability
// that an example with the label has a higher score than an example without it, where equal scores count one
// half.
struct AreasByLabel {
  // One for each label; missing if there is no example of one kind, or no score.
  std::vector<std::optional<double>> of;
  std::optional<double> macro;  // mean of those that are not missing
};

enum class KeptScores {
  kBinary,  // only for binary tasks
  kAll,     // for all outputs, for AreasUnderCurves
};

// Each example counts once, independent of its importance. Memory: O(labels + pairs of labels that were
// confused). For the area under the curve a binary task needs 8 bytes for each example, and 16 more
// temporarily. With KeptScores::kAll another task needs 4 bytes for each pair of label and example, at most
// 16 for each label that an example has, and temporarily 20 more for each example.
class Evaluation {
 public:
  static constexpr size_t kMaxKeptScores = size_t{1} << 28;  // 1 GiB

  // A binary task has two labels.
  Evaluation(LinearTask task, size_t num_labels, KeptScores kept = KeptScores::kBinary,
             size_t max_kept_scores = kMaxKeptScores);

  // Adds an example with the scores of all outputs, whose number is the same for each example. Labels must be
  // below the number of labels. Throws common::Error (usage) if more than max_kept_scores would be kept.
  void Add(const ExampleView& example, std::span<const float> scores);

  int64_t examples() const { return examples_; }
  // The share of examples whose predicted labels differ from their labels; 0 for regression.
  double ErrorRate() const { return Mean(static_cast<double>(mistakes_)); }
  // The share of wrong pairs of an example and a label.
  double HammingLoss() const;
  double MeanSquaredError() const { return Mean(squared_error_); }  // for regression
  // The squared error of the best constant prediction, the mean of the targets.
  double ConstantSquaredError() const { return targets_.variance(); }
  // The error of the best constant prediction, the most frequent label; for tasks with one label. 0 without
  // examples.
  double ConstantErrorRate() const;
  const std::vector<LabelQuality>& labels() const { return labels_; }
  double MicroF1() const;  // from the sums over all labels
  double MacroF1() const;  // mean over labels
  // The probability that an example of label 0 has a higher score than one of label 1. Missing unless the
  // task is binary and both labels occurred.
  std::optional<double> AreaUnderCurve() const;
  // For a binary task both are AreaUnderCurve(), since the score of label 1 is the negative score of label 0.
  // Missing for other tasks without KeptScores::kAll. O(labels * examples * log examples).
  AreasByLabel AreasUnderCurves() const;
  // For tasks with one label: the number of times that each pair (truth, prediction) occurred.
  const std::map<std::pair<uint32_t, uint32_t>, int64_t>& confusions() const { return confusions_; }

 private:
  double Mean(double sum) const { return examples_ == 0 ? 0 : sum / static_cast<double>(examples_); }
  void Count(std::span<const uint32_t> truth);
  void Keep(std::span<const float> scores);
  std::optional<double> AreaOf(uint32_t label) const;

  LinearTask task_;
  KeptScores kept_;
  size_t max_kept_scores_;
  int64_t examples_ = 0, mistakes_ = 0;
  double squared_error_ = 0;
  common::RunningVariance targets_;
  std::vector<LabelQuality> labels_;
  std::map<std::pair<uint32_t, uint32_t>, int64_t> confusions_;
  std::vector<float> binary_scores_;
  std::vector<int> binary_labels_;
  // The scores of all examples, one after the other. A deque, since a vector would temporarily need twice the
  // memory to grow.
  std::deque<float> kept_scores_;
  size_t num_outputs_ = 0;
  std::vector<std::vector<int64_t>> examples_of_;  // for each label, in increasing order, if scores are kept
  std::vector<uint32_t> predicted_, truth_;        // of the current example; their memory is reused
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_
