// The model of the cutting planes when the weights are bounded or drawn to a center.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_RESTRICTED_PLANE_BUNDLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_RESTRICTED_PLANE_BUNDLE_H_

#include <vector>

#include "structured_learning/optimization/cutting_plane/cutting_plane_options.h"
#include "structured_learning/optimization/cutting_plane/simplex_qp.h"

namespace structlab::structured_learning {

// Minimises  J(w) = R(w) + xi,  R(w) = strength/2 |w - c|^2 + constant,  over lower <= w <= upper, xi >= 0
// and xi >= loss_k - w'plane_k for every plane k, through its dual
//   D(beta) = min_w R(w) + sum_k beta_k (loss_k - w'plane_k),   beta >= 0, sum beta <= 1,
// whose minimum over the box is at w = clip(V), V = c + (1/strength) sum_k beta_k plane_k.
//
// D is concave and differentiable, and quadratic between the points where a weight reaches a bound. Method: a
// Newton step (the SimplexQp of the weights that are free at beta, with the others at their bounds) and an
// exact search along it (BoxLineSearch). The step raises D unless beta is the maximum, and the curvature of D
// is bounded, so D converges to the maximum; it gets there as soon as the right weights are free. Without
// bounds it is one SimplexQp. When other weights become free, the products of the planes are computed again:
// O(k^2 d) for k planes. Memory: d + k numbers for each plane; no plane is removed. Deterministic. Not
// thread-safe.
class RestrictedPlaneBundle {
 public:
  // `box` must pass CheckBox.
  RestrictedPlaneBundle(CenteredRegularizer regularizer, Box box);

  // O(k d).
  void Add(const MeanPlane& plane);
  // Solves until J(w) - D(beta) is at most `tolerance`, and updates the members below. If the tolerance is
  // not reached, the outcome says so; the members are then still valid, and the lower bound is still a bound.
  // The rounds of the outcome are Newton steps.
  SimplexQp::Outcome Solve(double tolerance);

  int size() const { return static_cast<int>(planes_.size()); }
  // In the box.
  const DenseVector& weights() const { return weights_; }
  // max(0, max_k loss_k - w'plane_k) at weights().
  double slack() const { return slack_; }
  // D(beta).
  double lower_bound() const { return lower_bound_; }
  // The objective at `weights`, given the mean hinge there.
  double Primal(const DenseVector& weights, double mean_hinge) const {
    return regularizer_.ValueAt(weights) + mean_hinge;
  }
  // The planes with beta > 0 in the last solution; their mean_hinge is 0.
  std::vector<MeanPlane> SupportPlanes() const;

 private:
  DenseVector Combination(const DenseVector& coefficients) const;
  double ProductOfFree(const DenseVector& a, const DenseVector& b) const;
  void MoveTo(const DenseVector& beta);
  void UpdateFree();

  CenteredRegularizer regularizer_;
  Box box_;
  std::vector<DenseVector> planes_;
  std::vector<double> losses_;
  SimplexQp qp_;
  DenseVector beta_;
  DenseVector sum_;      // V
  DenseVector weights_;  // clip(V)
  DenseVector values_;   // loss_k - w'plane_k, the gradient of D
  DenseVector
      free_;  // 1 where V is between the bounds, 0 elsewhere; the products of qp_ are over these weights
  double slack_ = 0;
  double lower_bound_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_RESTRICTED_PLANE_BUNDLE_H_
