// A problem that accepts any feature without a check, as a user's problem may; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_UNCHECKED_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_UNCHECKED_PROBLEM_H_

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// Two outputs with the joint features `feature` and -`feature`; output 0 is the true one.
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
