// Some examples of a localisation problem, without a copy of their images.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_SUBSET_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_SUBSET_H_

#include <utility>
#include <vector>

#include "common/stop_point.h"
#include "structured_learning/localization/localization_problem.h"

namespace structlab::structured_learning {

// Example i is example `examples[i]` of the problem, which must outlive it. For cross-validation: learners
// see a part of the examples, and the words of all images are in memory once. Oracles are stop points
// (common/stop_point.h).
class LocalizationSubset {
 public:
  using Output = LocalizationProblem::Output;

  LocalizationSubset(const LocalizationProblem& problem, std::vector<int> examples)
      : problem_(&problem), examples_(std::move(examples)) {}

  int size() const { return static_cast<int>(examples_.size()); }
  int dimension() const { return problem_->dimension(); }
  Output truth(int i) const { return problem_->truth(examples_[i]); }
  double Loss(int i, const Output& y) const { return problem_->Loss(examples_[i], y); }
  SparseVector JointFeature(int i, const Output& y) const { return problem_->JointFeature(examples_[i], y); }
  Output Predict(int i, const WeightsView& weights) const { return problem_->Predict(examples_[i], weights); }
  Output LossAugmentedInference(int i, const WeightsView& weights) const {
    common::StopPoint();
    return problem_->LossAugmentedInference(examples_[i], weights);
  }
  Output SlackRescaledInference(int i, const WeightsView& weights) const {
    common::StopPoint();
    return problem_->SlackRescaledInference(examples_[i], weights);
  }
  OracleCertificate certificate() const { return problem_->certificate(); }
  BoundedOutput<Output> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const {
    common::StopPoint();
    return problem_->LossAugmentedInferenceWithBound(examples_[i], weights);
  }
  BoundedOutput<Output> SlackRescaledInferenceWithBound(int i, const WeightsView& weights) const {
    common::StopPoint();
    return problem_->SlackRescaledInferenceWithBound(examples_[i], weights);
  }

 private:
  const LocalizationProblem* problem_;
  std::vector<int> examples_;
};

static_assert(SlackRescalable<LocalizationSubset>);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_LOCALIZATION_SUBSET_H_
