// The piecewise linear model of the mean hinge that one-slack cutting planes and bundle methods refine.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_PLANE_BUNDLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_PLANE_BUNDLE_H_

#include <vector>

#include "structured_learning/optimization/cutting_plane/simplex_qp.h"
#include "structured_learning/optimization/sample_planes.h"

namespace structlab::structured_learning {

// Minimises  J(w) = lambda/2 |w|^2 + xi  subject to  xi >= 0 and xi >= loss_k - w'plane_k for every plane k,
// through its dual
//   max sum_k beta_k loss_k - 1/(2 lambda) |sum_k beta_k plane_k|^2,  beta >= 0, sum beta <= 1,
// with w = (1/lambda) sum_k beta_k plane_k. (Dokania 2016, Alg. 3, omits xi >= 0; without it the empty model
// is unbounded.) Memory: d + k numbers for each of the k planes; no plane is removed. Deterministic. Not
// thread-safe.
class PlaneBundle {
 public:
  PlaneBundle(int dimension, double lambda);

  // O(k d).
  void Add(const MeanPlane& plane);
  // Solves until the dual value is within `tolerance` of the maximum, and updates the members below. If the
  // tolerance is not reached, the outcome says so; the members are then still valid, and the lower bound is
  // still a bound.
  SimplexQp::Outcome Solve(double tolerance);

  int size() const { return static_cast<int>(planes_.size()); }
  const DenseVector& weights() const { return weights_; }
  // max(0, max_k loss_k - w'plane_k) at weights().
  double slack() const { return slack_; }
  // The dual value: never above the minimum of J, which is never above the minimum of P.
  double lower_bound() const { return lower_bound_; }
  // P at `weights`, given the mean hinge there.
  double Primal(const DenseVector& weights, double mean_hinge) const {
    return lambda_ / 2 * weights.squaredNorm() + mean_hinge;
  }
  // The planes with beta > 0 in the last solution; their mean_hinge is 0.
  std::vector<MeanPlane> SupportPlanes() const;

 private:
  double lambda_;
  std::vector<DenseVector> planes_;
  std::vector<double> losses_;
  SimplexQp qp_;
  DenseVector weights_;
  double slack_ = 0;
  double lower_bound_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_PLANE_BUNDLE_H_
