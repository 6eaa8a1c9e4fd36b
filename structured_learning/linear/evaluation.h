// How well scores predict labels: error, F1, area under the curve, confusions.
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

// The labels that scores speak for: of a binary task 0 if the score is positive, else 1; of several the one
// of the highest score, the first of equal ones; of any number all of positive score. None for regression.
void PredictLabels(LinearTask task, std::span<const float> scores, std::vector<uint32_t>& labels);

// One label against all others. A quotient by 0 counts as 0.
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

// The areas under the curves of labels, each against all others by its own score: the probability that an
// example that has the label has a higher score than one that has it not, where an equal score counts one
// half.
struct AreasByLabel {
  // Of each label; none where there is no example of one kind, or no score.
  std::vector<std::optional<double>> of;
  std::optional<double> macro;  // the mean of those that there are
};

enum class KeptScores {
  kBinary,  // of binary tasks alone
  kAll,     // of all outputs, for AreasUnderCurves
};

// Each example counts once, whatever its importance. Memory: O(labels + pairs of labels that were confused),
// and for a binary task 8 bytes an example, of which the area under the curve is made; that takes 16 more
// for a moment. With KeptScores::kAll another task takes 4 bytes a label and example, at most 16 for each
// label that an example has, and 20 more an example for a moment.
class Evaluation {
 public:
  static constexpr size_t kMaxKeptScores = size_t{1} << 28;  // 1 GiB

  // Of so many labels; a binary task has two.
  Evaluation(LinearTask task, size_t num_labels, KeptScores kept = KeptScores::kBinary,
             size_t max_kept_scores = kMaxKeptScores);

  // `scores` are those of the outputs, as many for each example; labels are below the number of labels.
  // Throws common::Error (usage) where more scores than said would be kept.
  void Add(const ExampleView& example, std::span<const float> scores);

  int64_t examples() const { return examples_; }
  // The share of examples whose labels are not exactly those predicted; 0 for regression.
  double ErrorRate() const { return Mean(static_cast<double>(mistakes_)); }
  // The share of pairs of an example and a label that are wrong.
  double HammingLoss() const;
  double MeanSquaredError() const { return Mean(squared_error_); }  // of regression
  // Squared error of the best constant prediction, which is the mean of the targets.
  double ConstantSquaredError() const { return targets_.variance(); }
  // The error of the constant prediction that has the least, the label of most examples; of tasks with one
  // label. 0 without examples.
  double ConstantErrorRate() const;
  const std::vector<LabelQuality>& labels() const { return labels_; }
  double MicroF1() const;  // of the sums over all labels
  double MacroF1() const;  // the mean over labels
  // The probability that an example of label 0 has a higher score than one of label 1; none unless the task
  // is binary and both are there.
  std::optional<double> AreaUnderCurve() const;
  // Of a binary task both are AreaUnderCurve(), since the score of label 1 is that of label 0 with the other
  // sign. None for other tasks without KeptScores::kAll. O(labels * examples * log examples).
  AreasByLabel AreasUnderCurves() const;
  // How often, for tasks with one label, each (truth, prediction) was met.
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
  // Of all examples, one after the other; a vector would need as much again while it grows.
  std::deque<float> kept_scores_;
  size_t num_outputs_ = 0;
  std::vector<std::vector<int64_t>> examples_of_;  // each label, if scores are kept; they rise
  std::vector<uint32_t> predicted_, truth_;        // of the current example; their memory is kept
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_
