// The interface that your class must have so that the learners of optimization/ can train it (Dokania 2016,
// sections 2.4 and 5.3).
//
// To train a structured SVM in a program of your own:
// 1. Write a class with the members of the concept StructuredProblem below. There is no base class and
//    nothing to register. Copy from the complete example problem/example_problem.h. For sequences and for
//    classes use ChainProblem (problem/chain_problem.h) or MulticlassProblem (problem/multiclass.h).
// 2. Choose a learner. optimization/frank_wolfe/bcfw.h is the first choice.
// 3. Predict with the learned weights. Save and load them with optimization/model.h.
//
//     const IntervalProblem problem(signals, truths);
//     const LearningResult result = Bcfw(problem, /*lambda=*/0.01, {});
//     const IntervalProblem::Output found = problem.Predict(0, result.weights);
//
// Outputs with a part that no training sample shows: problem/latent_problem.h. Oracles that may miss the
// maximum: problem/oracle_certificate.h.
//
// Notation: samples i = 0..size-1 have outputs y in Y_i; the true output is y_i. Phi(x_i, y) in R^d is the
// joint feature. Delta(y_i, y) >= 0 is the loss, which is 0 at y_i. A prediction maximises the score
// w'Phi(x_i, y). With
//   Psi_i(y) = Phi(x_i, y_i) - Phi(x_i, y)      and      H_i(y; w) = Delta(y_i, y) - w'Psi_i(y)
// every learner of this folder minimises
//   P(w) = lambda/2 |w|^2 + (1/n) sum_i max_y H_i(y; w)                                       (5.3, 5.4)
// If your paper or program has a C, or no 1/n, optimization/regularization.h converts.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_STRUCTURED_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_STRUCTURED_PROBLEM_H_

#include <concepts>
#include <utility>

#include "structured_learning/problem/feature_vector.h"
#include "structured_learning/problem/oracle_certificate.h"

namespace structlab::structured_learning {

using WeightsView = Eigen::Ref<const DenseVector>;

// The members of a problem. All are const, thread-safe and deterministic. When several outputs have the same
// value, an oracle returns the lexicographically lowest. A problem without LossAugmentedInference does not
// compile, because a learner that called Predict instead would minimise another objective without a warning.
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

// One linear piece (a cutting plane) of a sample's hinge: value(w) = loss - w'plane. Under margin rescaling,
// plane = Psi_i(y).
template <FeatureVector Feature>
struct Plane {
  Feature plane;
  double loss = 0;

  double ValueAt(const WeightsView& weights) const { return loss - Dot(plane, weights); }
};

// The piece that output y adds to the hinge of sample i. If the problem has a member PlaneOf(i, y), as
// SlackRescaled does, that member is called instead.
template <StructuredProblem P>
Plane<FeatureOf<P>> PlaneOf(const P& problem, int i, const typename P::Output& y) {
  if constexpr (requires { problem.PlaneOf(i, y); }) {
    return problem.PlaneOf(i, y);
  } else {
    return {Combine(1, problem.JointFeature(i, problem.truth(i)), -1, problem.JointFeature(i, y)),
            problem.Loss(i, y)};
  }
}

// A piece of a sample's hinge, and an upper bound of the whole hinge at the same weights.
template <FeatureVector Feature>
struct BoundedPlane {
  Plane<Feature> plane;
  double hinge_bound = 0;
};

// The piece of the hinge of sample i that the oracle finds at `weights`: the highest one if the oracle is
// exact. The bound is the oracle's if its certificate is kUpperBound, otherwise the value of the piece, which
// proves nothing for kNone. One oracle call.
template <StructuredProblem P>
BoundedPlane<FeatureOf<P>> HighestPlaneWithBound(const P& problem, int i, const WeightsView& weights) {
  if constexpr (BoundsItsHinge<P>) {
    if (CertificateOf(problem) == OracleCertificate::kUpperBound) {
      const BoundedOutput<typename P::Output> found = problem.LossAugmentedInferenceWithBound(i, weights);
      Plane<FeatureOf<P>> plane = PlaneOf(problem, i, found.output);
      const double value = plane.ValueAt(weights);
      // The bound is below the value only by rounding. NaN stays NaN.
      return {std::move(plane), found.hinge_bound < value ? value : found.hinge_bound};
    }
  }
  Plane<FeatureOf<P>> plane = PlaneOf(problem, i, problem.LossAugmentedInference(i, weights));
  const double value = plane.ValueAt(weights);
  return {std::move(plane), value};
}

// The additional member that slack rescaling needs: argmax_y Delta(y_i, y) (1 - w'Psi_i(y)).
template <class P>
concept SlackRescalable = StructuredProblem<P> &&
    requires(const P& problem, int i, const WeightsView& weights) {
  { problem.SlackRescaledInference(i, weights) } -> std::same_as<typename P::Output>;
};

// The same samples under slack rescaling (Tsochantaridis et al. 2005). The hinge of sample i is max_y
// Delta(y_i, y) (1 - w'Psi_i(y)), so its pieces are Delta Psi_i(y) instead of Psi_i(y).
//
// Take it when an output with a large loss should not need a large margin: slack rescaling demands the margin
// 1 from every wrong output and weighs violations by the loss, while margin rescaling (the default) demands
// the margin Delta. Every learner accepts it in place of the problem, except the regularisation path, which
// does not compile with it. The problem must outlive it.
//
//     const ChainProblem chains(samples, ChainLoss::kMeanHamming);
//     const SlackRescaled<ChainProblem> rescaled(chains);
//     const LearningResult result = Bcfw(rescaled, /*lambda=*/0.01, {});
template <SlackRescalable P>
class SlackRescaled {
 public:
  using Output = typename P::Output;
  static constexpr bool kHasBound = requires(const P& problem, const WeightsView& weights) {
    { problem.SlackRescaledInferenceWithBound(0, weights) } -> std::same_as<BoundedOutput<Output>>;
  };

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
  // Needs the member SlackRescaledInferenceWithBound, whose bound is that of the rescaled hinge, if the
  // oracle is not exact but has a bound.
  OracleCertificate certificate() const {
    const OracleCertificate certificate = CertificateOf(*problem_);
    return certificate == OracleCertificate::kUpperBound && !kHasBound ? OracleCertificate::kNone
                                                                       : certificate;
  }
  BoundedOutput<Output> LossAugmentedInferenceWithBound(int i, const WeightsView& weights) const
      requires(kHasBound) {
    return problem_->SlackRescaledInferenceWithBound(i, weights);
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
