// How well scores predict labels: error, F1, area under the curve, confusions.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

// Each example counts once, whatever its importance. Memory: O(labels + pairs of labels that were confused),
// and for a binary task 8 bytes an example, of which the area under the curve is made; that takes 16 more
// for a moment.
class Evaluation {
 public:
  // Of so many labels; a binary task has two.
  Evaluation(LinearTask task, size_t num_labels);

  // `scores` are those of the outputs, labels are below the number of labels.
  void Add(const ExampleView& example, std::span<const float> scores);

  int64_t examples() const { return examples_; }
  // The share of examples whose labels are not exactly those predicted; 0 for regression.
  double ErrorRate() const { return Mean(static_cast<double>(mistakes_)); }
  // The share of pairs of an example and a label that are wrong.
  double HammingLoss() const;
  double MeanSquaredError() const { return Mean(squared_error_); }  // of regression
  const std::vector<LabelQuality>& labels() const { return labels_; }
  double MicroF1() const;  // of the sums over all labels
  double MacroF1() const;  // the mean over labels
  // The probability that an example of label 0 has a higher score than one of label 1; none unless the task
  // is binary and both are there.
  std::optional<double> AreaUnderCurve() const;
  // How often, for tasks with one label, each (truth, prediction) was met.
  const std::map<std::pair<uint32_t, uint32_t>, int64_t>& confusions() const { return confusions_; }

 private:
  double Mean(double sum) const { return examples_ == 0 ? 0 : sum / static_cast<double>(examples_); }
  void Count(std::span<const uint32_t> truth);

  LinearTask task_;
  int64_t examples_ = 0, mistakes_ = 0;
  double squared_error_ = 0;
  std::vector<LabelQuality> labels_;
  std::map<std::pair<uint32_t, uint32_t>, int64_t> confusions_;
  std::vector<float> binary_scores_;
  std::vector<int> binary_labels_;
  std::vector<uint32_t> predicted_, truth_;  // of the current example; their memory is kept
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EVALUATION_H_
