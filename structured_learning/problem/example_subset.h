// Some examples of a structured problem.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_SUBSET_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_SUBSET_H_

#include <utility>
#include <vector>

#include "common/stop_point.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// Example i is example `examples[i]` of the problem, which must outlive it. For cross-validation: learners
// see a part of the examples, and the data are in memory once. Oracles are stop points
// (common/stop_point.h). A PlaneOf of the problem's own is not passed on.
//
//     const ExampleSubset<LocalizationProblem> rest(problem, {0, 2, 3});
//     const LearningResult result = LearnBmrm(rest, /*lambda=*/0.01, {});
template <StructuredProblem P>
class ExampleSubset {
 public:
  using Output = typename P::Output;

  ExampleSubset(const P& problem, std::vector<int> examples)
      : problem_(&problem), examples_(std::move(examples)) {}

  int size() const { return static_cast<int>(examples_.size()); }
  int dimension() const { return problem_->dimension(); }
  decltype(auto) truth(int i) const { return problem_->truth(examples_[i]); }
  double Loss(int i, const Output& y) const { return problem_->Loss(examples_[i], y); }
  FeatureOf<P> JointFeature(int i, const Output& y) const { return problem_->JointFeature(examples_[i], y); }
  Output Predict(int i, const WeightsView& weights) const { return problem_->Predict(examples_[i], weights); }
  OracleCertificate certificate() const { return CertificateOf(*problem_); }
  Output LossAugmentedInference(int i, const WeightsView& weights) const {
    common::StopPoint();
    return problem_->LossAugmentedInference(examples_[i], weights);
  }
  Output SlackRescaledInference(int i, const WeightsView& weights) const requires SlackRescalable<P> {
    common::StopPoint();
    return problem_->SlackRescaledInference(examples_[i], weights);
  }
  BoundedOutput<Output> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const requires
      BoundsItsHinge<P> {
    common::StopPoint();
    return problem_->LossAugmentedInferenceWithBound(examples_[i], weights);
  }
  BoundedOutput<Output> SlackRescaledInferenceWithBound(int i, const WeightsView& weights) const requires
      requires(const P& problem) {
    problem.SlackRescaledInferenceWithBound(i, weights);
  }
  {
    common::StopPoint();
    return problem_->SlackRescaledInferenceWithBound(examples_[i], weights);
  }

 private:
  const P* problem_;
  std::vector<int> examples_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_SUBSET_H_
