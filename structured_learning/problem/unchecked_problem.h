// A problem that takes any feature, as a user's may; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_UNCHECKED_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_UNCHECKED_PROBLEM_H_

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// Two outputs, 0 the true one, whose joint features are `feature` and its negative.
struct UncheckedProblem {
  using Output = int;
  int samples;
  double feature;

  int size() const { return samples; }
  int dimension() const { return 1; }
  int truth(int) const { return 0; }
  double Loss(int, int y) const { return y; }
  DenseVector JointFeature(int, int y) const { return DenseVector::Constant(1, y == 0 ? feature : -feature); }
  int Predict(int, const WeightsView& weights) const { return weights[0] * feature >= 0 ? 0 : 1; }
  int LossAugmentedInference(int, const WeightsView& weights) const {
    return 2 * weights[0] * feature >= 1 ? 0 : 1;
  }
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_UNCHECKED_PROBLEM_H_
