// What a structured prediction problem is to a learner (Dokania 2016, sections 2.4 and 5.3).
//
// Samples i = 0..size-1 with outputs y in Y_i, the true one y_i; joint feature Phi(x_i, y) in R^d; loss
// Delta(y_i, y) >= 0, zero at y_i. A prediction maximises the score w'Phi(x_i, y). With
//   Psi_i(y) = Phi(x_i, y_i) - Phi(x_i, y)      and      H_i(y; w) = Delta(y_i, y) - w'Psi_i(y)
// every learner of this folder minimises
//   P(w) = lambda/2 |w|^2 + (1/n) sum_i max_y H_i(y; w)                                       (5.3, 5.4)
// For other scalings of the same problem (C, no 1/n) see optimization/regularization.h.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_STRUCTURED_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_STRUCTURED_PROBLEM_H_

#include <concepts>
#include <utility>

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

using WeightsView = Eigen::Ref<const DenseVector>;

// The interface of a problem. All members are const, thread-safe and deterministic; ties of an oracle go to
// the lexicographically lowest output. A problem without a loss-augmented oracle does not compile: with
// plain prediction in its place a learner would optimise another objective, and nobody would notice.
template <class P>
concept StructuredProblem = requires(const P& problem, int i, const typename P::Output& y,
                                     const WeightsView& weights) {
  { problem.size() } -> std::convertible_to<int>;       // n >= 1
  { problem.dimension() } -> std::convertible_to<int>;  // d
  { problem.truth(i) } -> std::convertible_to<typename P::Output>;
  { problem.Loss(i, y) } -> std::convertible_to<double>;  // Delta(y_i, y)
  // Phi(x_i, y), a DenseVector or a compressed SparseVector.
  requires FeatureVector<std::remove_cvref_t<decltype(problem.JointFeature(i, y))>>;
  // argmax_y w'Phi(x_i, y).
  { problem.Predict(i, weights) } -> std::same_as<typename P::Output>;
  // argmax_y Delta(y_i, y) + w'Phi(x_i, y), which also maximises H_i(y; w).
  { problem.LossAugmentedInference(i, weights) } -> std::same_as<typename P::Output>;
};

template <class P>
using FeatureOf = std::remove_cvref_t<decltype(std::declval<const P&>().JointFeature(
    0, std::declval<const typename P::Output&>()))>;

// One linear piece of a sample's hinge: value(w) = loss - w'plane. Margin rescaling: plane = Psi_i(y).
template <FeatureVector Feature>
struct Plane {
  Feature plane;
  double loss = 0;

  double ValueAt(const WeightsView& weights) const { return loss - Dot(plane, weights); }
};

// The piece that output y adds to the hinge of sample i. A problem may have a member of this name that says
// otherwise, as SlackRescaled does.
template <StructuredProblem P>
Plane<FeatureOf<P>> PlaneOf(const P& problem, int i, const typename P::Output& y) {
  if constexpr (requires { problem.PlaneOf(i, y); }) {
    return problem.PlaneOf(i, y);
  } else {
    return {Combine(1, problem.JointFeature(i, problem.truth(i)), -1, problem.JointFeature(i, y)),
            problem.Loss(i, y)};
  }
}

// A problem that can also find argmax_y Delta(y_i, y) (1 - w'Psi_i(y)).
template <class P>
concept SlackRescalable = StructuredProblem<P> &&
    requires(const P& problem, int i, const WeightsView& weights) {
  { problem.SlackRescaledInference(i, weights) } -> std::same_as<typename P::Output>;
};

// The same samples under slack rescaling (Tsochantaridis et al. 2005): the hinge of sample i is
// max_y Delta(y_i, y) (1 - w'Psi_i(y)), so that its pieces are Delta Psi_i(y) instead of Psi_i(y).
// Every learner takes it in place of the problem, which must outlive it.
template <SlackRescalable P>
class SlackRescaled {
 public:
  using Output = typename P::Output;

  explicit SlackRescaled(const P& problem) : problem_(&problem) {}

  int size() const { return problem_->size(); }
  int dimension() const { return problem_->dimension(); }
  decltype(auto) truth(int i) const { return problem_->truth(i); }
  double Loss(int i, const Output& y) const { return problem_->Loss(i, y); }
  FeatureOf<P> JointFeature(int i, const Output& y) const { return problem_->JointFeature(i, y); }
  Output Predict(int i, const WeightsView& weights) const { return problem_->Predict(i, weights); }
  Output LossAugmentedInference(int i, const WeightsView& weights) const {
    return problem_->SlackRescaledInference(i, weights);
  }
  Plane<FeatureOf<P>> PlaneOf(int i, const Output& y) const {
    const double loss = problem_->Loss(i, y);
    return {Combine(loss, problem_->JointFeature(i, problem_->truth(i)), -loss, problem_->JointFeature(i, y)),
            loss};
  }

 private:
  const P* problem_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_STRUCTURED_PROBLEM_H_
