// What the one-slack cutting planes and BMRM can add to their objective: a proximity term and bounds.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_OPTIONS_H_

#include <optional>
#include <vector>

#include "structured_learning/optimization/frank_wolfe/box.h"
#include "structured_learning/optimization/sample_planes.h"

namespace structlab::structured_learning {

// alpha |w - center|^2: keeps the weights near known ones (Dokania 2016, A.11).
struct Proximity {
  double alpha = 0;
  DenseVector center = {};  // w_0; not read where alpha is 0
};

// The objective is then
//   P(w) = lambda/2 |w|^2 + alpha |w - w_0|^2 + (1/n) sum_i max_y H_i(y; w)   over  lower <= w <= upper.
struct CuttingPlaneOptions {
  Proximity proximity = {};
  std::optional<Box> box = {};
  // Weights of the first pass, within the box. Without them: the minimum of the model without planes.
  std::optional<DenseVector> start = {};
  // Not owned; may be null. At the start: lower bounds on the mean hinge of this problem, with which the
  // model begins. At the end: the planes that hold up the last model, and that of the last pass.
  std::vector<MeanPlane>* planes = nullptr;
};

// Throws common::Error (usage) where alpha is negative or not finite, w_0 or the start has another size than
// the weights or is not finite, the box is refused by CheckBox, or the start is outside of it.
void CheckCuttingPlaneOptions(const CuttingPlaneOptions& options, int dimension);

// The two quadratic terms as one: strength/2 |w - center|^2 + constant, by completing the square:
//   strength = lambda + 2 alpha,  center = 2 alpha w_0 / strength,  constant = lambda alpha |w_0|^2 /
//   strength.
// lambda = 1, alpha = 0.7: half the strength is 1.2, and the center 0.5833333333 w_0.
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
