// The dual iterate of Frank-Wolfe methods for structured SVMs (Dokania 2016, sections 2.4.3, 5.3 and 5.5).
// Only for authors of learners; users call bcfw.h.
//
// Block i of the dual is a point of the simplex over the outputs of sample i. It is stored as
//   w_i = 1/(lambda n) sum_y alpha_i(y) Psi_i(y)      and      l_i = 1/n sum_y alpha_i(y) Delta(y_i, y),
// with V = sum_i w_i and l = sum_i l_i. The weights are w = V, or w = clip(V) if they are bounded. Then
//   D = l - lambda V'w + lambda/2 |w|^2                        (5.14 at the best beta)
//   g_i = lambda (w_i - w_s)'w - (l_i - l_s)                   (5.33), the gap of block i,
// for the corner s of block i that its oracle finds at w. The gaps of the blocks add up to P(w) - D. The
// source drops a factor 1/n in (2.80); (2.81), (5.33) and (5.39) are right.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_DUAL_STATE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_DUAL_STATE_H_

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "structured_learning/optimization/frank_wolfe/box_line_search.h"
#include "structured_learning/optimization/learning_options.h"
#include "structured_learning/problem/box.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// The comparison of a block with one of its corners.
struct BlockComparison {
  double gap;               // g_i if the corner is the oracle's at the current w
  double squared_distance;  // |w_i - w_s|^2; 0 if the gap is not positive, since it is then not needed
};

// The step length by exact line search along the segment from a block to its corner. It minimises over [0, 1]
// the negative dual without bounds; with bounds, an upper bound of it, since clipping is 1-Lipschitz (5.38).
inline double StepLength(const BlockComparison& comparison, double lambda) {
  if (comparison.squared_distance <= 0) return comparison.gap > 0 ? 1 : 0;
  return std::clamp(comparison.gap / (lambda * comparison.squared_distance), 0.0, 1.0);
}

// The dual state of any problem. Memory: one plane for each sample, dense or sparse like the problem's joint
// feature.
template <StructuredProblem P>
class GeneralDualState {
 public:
  using Problem = P;
  using Output = typename P::Output;
  struct Corner {
    Output output;
    Plane<FeatureOf<P>> plane;
    // By how much the sample's hinge may exceed the plane, at the weights where the oracle found it; above 0
    // only if the oracle has a bound (oracle_certificate.h).
    double bound_excess = 0;
  };

  // w = 0: all weight on the true outputs. The problem must outlive the state.
  GeneralDualState(const P& problem, double lambda, std::optional<Box> box = {})
      : problem_(&problem),
        lambda_(lambda),
        box_(std::move(box)),
        sum_(DenseVector::Zero(problem.dimension())),
        block_losses_(problem.size(), 0.0) {
    CheckLambda(lambda);
    if (problem.size() < 1) {
      common::ThrowDataError("problem", "at least one sample", "an empty training set");
    }
    if (box_) CheckBox(*box_, problem.dimension());
    planes_.reserve(problem.size());
    for (int i = 0; i < problem.size(); ++i) {
      Plane<FeatureOf<P>> zero = PlaneOf(problem, i, Output(problem.truth(i)));
      planes_.push_back(std::move(zero.plane));
    }
    Clip();
  }

  const P& problem() const { return *problem_; }
  int size() const { return problem_->size(); }
  double lambda() const { return lambda_; }
  const DenseVector& weights() const { return weights_; }

  double loss() const { return loss_; }
  double block_loss(int i) const { return block_losses_[i]; }
  double BlockDotWeights(int i) { return Dot(planes_[i], weights_); }     // w_i'w
  double SumDotWeights() const { return sum_.dot(weights_); }             // V'w
  double SquaredNormOfWeights() const { return weights_.squaredNorm(); }  // |w|^2

  // V in the internal layout of the state, and the conversion to the layout of the weights.
  const DenseVector& raw_sum() const { return sum_; }
  DenseVector FromRaw(const DenseVector& raw) const { return raw; }
  DenseVector ClippedToBox(const DenseVector& sum) const { return box_ ? box_->Clip(sum) : sum; }

  void SetCorner(int i, const Output& output, Corner& corner) {
    corner.output = output;
    corner.plane = PlaneOf(*problem_, i, output);
    corner.bound_excess = 0;
  }
  // The oracle of block i at w.
  void FindCorner(int i, Corner& corner) {
    if constexpr (BoundsItsHinge<P>) {
      if (CertificateOf(*problem_) == OracleCertificate::kUpperBound) {
        const BoundedOutput<Output> found = problem_->LossAugmentedInferenceWithBound(i, weights_);
        SetCorner(i, found.output, corner);
        corner.bound_excess = std::max(0.0, found.hinge_bound - corner.plane.ValueAt(weights_));
        return;
      }
    }
    SetCorner(i, problem_->LossAugmentedInference(i, weights_), corner);
  }
  static double BoundExcess(const Corner& corner) { return corner.bound_excess; }
  // H_i(y; w) for the corner's output y.
  double HingeAt(int, const Corner& corner) { return corner.plane.ValueAt(weights_); }

  BlockComparison Compare(int i, const Corner& corner) {
    const double scale = 1 / (lambda_ * size());
    const double gap =
        lambda_ * Dot(planes_[i], weights_) - block_losses_[i] + corner.plane.ValueAt(weights_) / size();
    if (gap <= 0) return {gap, 0};
    return {gap, SquaredNorm(Combine(scale, corner.plane.plane, -1, planes_[i]))};
  }

  // w_i, l_i <- (1 - step) times themselves + step times the corner. Updates V, l and w.
  void Move(int i, const Corner& corner, double step) {
    const double scale = 1 / (lambda_ * size());
    FeatureOf<P> moved = Combine(1 - step, planes_[i], step * scale, corner.plane.plane);
    AddScaled(moved, 1, sum_);
    AddScaled(planes_[i], -1, sum_);
    planes_[i] = std::move(moved);
    MoveLoss(i, corner, step);
    Clip();
  }

  // The inner products of a corner's plane with those of other corners of block i, in their order.
  void PlaneProducts(int, const Corner& found, const std::vector<Corner>& corners,
                     std::vector<double>* products) const {
    products->clear();
    for (const Corner& corner : corners) products->push_back(Product(found.plane.plane, corner.plane.plane));
  }
  // H_i(y; w) for each corner.
  void Hinges(int, const std::vector<Corner>& corners, std::vector<double>* values) const {
    values->clear();
    for (const Corner& corner : corners) values->push_back(corner.plane.ValueAt(weights_));
  }
  // w_i <- the sum of share times plane over the corners. Updates l_i, V, l and w. Shares are alpha / (lambda
  // n).
  void MoveToCombination(int i, const std::vector<Corner>& corners, const std::vector<double>& shares) {
    AddScaled(planes_[i], -1, sum_);
    FeatureOf<P> plane = Combine(0, planes_[i], 0, planes_[i]);
    double block_loss = 0;
    for (size_t c = 0; c < corners.size(); ++c) {
      if (shares[c] == 0) continue;
      plane = Combine(1, plane, shares[c], corners[c].plane.plane);
      block_loss += lambda_ * shares[c] * corners[c].plane.loss;
    }
    AddScaled(plane, 1, sum_);
    planes_[i] = std::move(plane);
    loss_ += block_loss - block_losses_[i];
    block_losses_[i] = block_loss;
    Clip();
  }

  // The step in [0, 1] that maximises the dual. Without a box it is StepLength.
  double ExactStep(int i, const Corner& corner, const BlockComparison& comparison) const {
    if (!box_ || comparison.gap <= 0) return StepLength(comparison, lambda_);
    DenseVector direction = DenseVector::Zero(sum_.size());
    AddScaled(corner.plane.plane, 1 / (lambda_ * size()), direction);
    AddScaled(planes_[i], -1, direction);
    return BoxLineSearch(sum_, direction, box_->lower, box_->upper, lambda_,
                         corner.plane.loss / size() - block_losses_[i]);
  }

  // |V - V_s|^2, for a corner of each block.
  double SquaredDistance(const std::vector<Corner>& corners) const {
    return DifferenceFrom(corners).squaredNorm();
  }

  // As ExactStep, for a common step of all blocks, each to its corner. `gap` is the sum of their gaps.
  double ExactStepOfAll(const std::vector<Corner>& corners, double gap) const {
    if (!box_ || gap <= 0) return StepLength({gap, SquaredDistance(corners)}, lambda_);
    double loss = 0;
    for (const Corner& corner : corners) loss += corner.plane.loss / size();
    return BoxLineSearch(sum_, -DifferenceFrom(corners), box_->lower, box_->upper, lambda_, loss - loss_);
  }

  // Moves every block by the same step and computes V anew as the sum of the blocks.
  void MoveAll(const std::vector<Corner>& corners, double step) {
    const double scale = 1 / (lambda_ * size());
    sum_.setZero();
    for (int i = 0; i < size(); ++i) {
      planes_[i] = Combine(1 - step, planes_[i], step * scale, corners[i].plane.plane);
      AddScaled(planes_[i], 1, sum_);
      MoveLoss(i, corners[i], step);
    }
    Clip();
  }

  // lambda <- lambda / factor; the planes, and so w, do not change. The dual variable of each wrong output is
  // divided by the factor; the rest goes to the true output, whose plane and loss are 0 (section 5.6.1).
  void DivideLambda(double factor) {
    lambda_ /= factor;
    for (double& loss : block_losses_) loss /= factor;
    loss_ /= factor;
  }

  // Computes V and l anew as sums over the blocks, which removes the drift of many small updates.
  void Refresh() {
    sum_.setZero();
    loss_ = 0;
    for (int i = 0; i < size(); ++i) {
      AddScaled(planes_[i], 1, sum_);
      loss_ += block_losses_[i];
    }
    Clip();
  }

 private:
  // V - V_s.
  DenseVector DifferenceFrom(const std::vector<Corner>& corners) const {
    DenseVector difference = sum_;
    const double scale = 1 / (lambda_ * size());
    for (const Corner& corner : corners) AddScaled(corner.plane.plane, -scale, difference);
    return difference;
  }
  void MoveLoss(int i, const Corner& corner, double step) {
    const double change = step * (corner.plane.loss / size() - block_losses_[i]);
    block_losses_[i] += change;
    loss_ += change;
  }
  void Clip() { weights_ = ClippedToBox(sum_); }

  const P* problem_;
  double lambda_;
  std::optional<Box> box_;
  DenseVector sum_;      // V
  DenseVector weights_;  // w
  std::vector<FeatureOf<P>> planes_;
  std::vector<double> block_losses_;
  double loss_ = 0;
};

namespace internal {
template <class P>
struct DualStateOf {
  using type = GeneralDualState<P>;
};
template <class P>
requires requires { typename P::FastDualState; }
struct DualStateOf<P> {
  using type = typename P::FastDualState;
};
}  // namespace internal

// The dual state for a problem: the problem's FastDualState if it declares one, otherwise GeneralDualState.
template <StructuredProblem P>
using DualState = typename internal::DualStateOf<P>::type;

// D, a lower bound on the optimum.
template <class State>
double DualObjective(const State& state) {
  return state.loss() - state.lambda() * state.SumDotWeights() +
         state.lambda() / 2 * state.SquaredNormOfWeights();
}

// P(w) - D by an oracle pass, as far as the oracle sees. Sets the block gaps, which add up to it; if
// `corners` is given, the oracle's answers; and if `excess` is given, by how much the true gap may be larger
// according to an oracle that has a bound.
template <class State, class Gaps>
double ExactGap(State& state, Gaps* gaps, std::vector<typename State::Corner>* corners = nullptr,
                double* excess = nullptr) {
  if (excess != nullptr) *excess = 0;
  if (corners != nullptr) corners->resize(state.size());
  typename State::Corner scratch;
  double gap = 0;
  for (int i = 0; i < state.size(); ++i) {
    typename State::Corner& corner = corners == nullptr ? scratch : (*corners)[i];
    state.FindCorner(i, corner);
    const double block_gap = state.HingeAt(i, corner) / state.size() - state.block_loss(i) +
                             state.lambda() * state.BlockDotWeights(i);
    gap += block_gap;
    if (excess != nullptr) *excess += State::BoundExcess(corner) / state.size();
    if (gaps != nullptr) gaps->Set(i, block_gap);
  }
  return gap;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_DUAL_STATE_H_
