// Weights of metrics as a structured problem whose hidden values are label fields.
#ifndef STRUCTLAB_REGISTRATION_METRIC_LEARNING_METRIC_PROBLEM_H_
#define STRUCTLAB_REGISTRATION_METRIC_LEARNING_METRIC_PROBLEM_H_

#include <span>
#include <variant>
#include <vector>

#include "registration/metric_learning/training_pair.h"
#include "structured_learning/problem/latent_problem.h"

namespace structlab::registration {

// For one class of structure (Dokania 2016, (A.7) to (A.15)). A sample is a pair of images; its output, that
// the segmentations agree, is no choice; the hidden value D is a label for each control point.
//
//   joint feature  Phi = -1/N (s_1 sum_p u_1(d_p), ..., s_M sum_p u_M(d_p), s_p sum_(p,q) |d_p - d_q|_1)
//
// with displacements in spacings, so that the score v'Phi is minus 1/N times the energy of Register's label
// fields with weights s_m v_m of the metrics and the smoothness s_p v_p. N is the number of points that have
// the class, TrainingPair::points_of_class: energy and loss are both divided by it, so that a point's loss of
// 0 to 1 stands beside that point's costs, whatever the grid. The loss is TrainingPair::losses, the penalty
// of a completion eta times it: Complete is (A.13), LossAugmentedInference (A.15). All three oracles are
// FastPD, which is not exact. Thread-safe; the pairs must outlive it.
class MetricProblem {
 public:
  using Output = std::monostate;
  using Hidden = std::vector<int>;  // labels
  using Answer = structured_learning::ExplainedOutput<Output, Hidden>;
  using DenseVector = structured_learning::DenseVector;
  using WeightsView = structured_learning::WeightsView;

  // The scales s: one a metric, then that of the smoothness. Pairs must have the class.
  MetricProblem(std::vector<const TrainingPair*> pairs, size_t class_index, std::vector<double> scales,
                double eta);

  int size() const { return static_cast<int>(pairs_.size()); }
  int dimension() const { return static_cast<int>(scales_.size()); }
  Output truth(int) const { return {}; }
  double Loss(int i, Output, const Hidden& field) const;
  DenseVector JointFeature(int i, Output, const Hidden& field) const;
  Hidden Complete(int i, const WeightsView& weights) const { return Minimum(i, weights, eta_); }
  double CompletionPenalty(int i, const Hidden& field) const { return eta_ * Loss(i, {}, field); }
  Answer Predict(int i, const WeightsView& weights) const { return {{}, Minimum(i, weights, 0)}; }
  Answer LossAugmentedInference(int i, const WeightsView& weights) const {
    return {{}, Minimum(i, weights, -1)};
  }

 private:
  // argmin_D of the energy plus loss_weight times the loss.
  Hidden Minimum(int i, const WeightsView& weights, double loss_weight) const;

  std::vector<const TrainingPair*> pairs_;
  size_t class_index_;
  std::vector<double> scales_;
  double eta_;
};
static_assert(structured_learning::LatentStructuredProblem<MetricProblem>);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_METRIC_LEARNING_METRIC_PROBLEM_H_
