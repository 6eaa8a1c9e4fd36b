// Options of one-slack cutting planes and BMRM: a proximity term, bounds, a start and given planes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_OPTIONS_H_

#include <optional>
#include <vector>

#include "structured_learning/optimization/sample_planes.h"
#include "structured_learning/problem/box.h"

namespace structlab::structured_learning {

// The proximity term alpha |w - center|^2, which keeps the weights near known ones (Dokania 2016, A.11).
struct Proximity {
  double alpha = 0;
  DenseVector center = {};  // w_0; not read if alpha is 0
};

// The options of both methods. They change the objective to
//   P(w) = lambda/2 |w|^2 + alpha |w - w_0|^2 + (1/n) sum_i max_y H_i(y; w)   over  lower <= w <= upper.
struct CuttingPlaneOptions {
  Proximity proximity = {};
  std::optional<Box> box = {};
  // Weights of the first pass, within the box. If missing: the minimum of the model without planes.
  std::optional<DenseVector> start = {};
  // Not owned; may be null. Input: lower bounds on the mean hinge of this problem, with which the model
  // begins. Output: the planes with a positive dual variable in the last model, and the plane of the last
  // pass.
  std::vector<MeanPlane>* planes = nullptr;
};

// Throws common::Error (usage) if alpha is negative or not finite, if w_0 or the start is not finite or has
// another size than the weights, if CheckBox refuses the box, or if the start is outside of it.
void CheckCuttingPlaneOptions(const CuttingPlaneOptions& options, int dimension);

// Both quadratic terms as one, strength/2 |w - center|^2 + constant, by completing the square:
//   strength = lambda + 2 alpha,  center = 2 alpha w_0 / strength,
//   constant = lambda alpha |w_0|^2 / strength.
// Example: for lambda = 1 and alpha = 0.7, half the strength is 1.2 and the center is 0.5833333333 w_0.
struct CenteredRegularizer {
  double strength;
  DenseVector center;
  double constant;

  double ValueAt(const WeightsView& weights) const {
    return strength / 2 * (weights - center).squaredNorm() + constant;
  }
};
CenteredRegularizer CompleteSquare(double lambda, const Proximity& proximity, int dimension);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_OPTIONS_H_
