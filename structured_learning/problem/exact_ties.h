// A multiclass problem whose oracle treats nearly equal values as ties, so that rounding does not decide; for
// tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXACT_TIES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXACT_TIES_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {

// The oracle returns the lowest class whose value is within 1e-10 of the maximum. On the worked examples two
// wrong classes often tie, and otherwise rounding would decide which path is taken. It has no
// RandomLossMaximizer.
class WithExactTies {
 public:
  using Output = int;
  explicit WithExactTies(MulticlassProblem problem) : problem_(std::move(problem)) {}

  int size() const { return problem_.size(); }
  int dimension() const { return problem_.dimension(); }
  int truth(int i) const { return problem_.truth(i); }
  double Loss(int i, int y) const { return problem_.Loss(i, y); }
  SparseVector JointFeature(int i, int y) const { return problem_.JointFeature(i, y); }
  int Predict(int i, const WeightsView& weights) const { return problem_.Predict(i, weights); }
  int LossAugmentedInference(int i, const WeightsView& weights) const {
    std::vector<double> values;
    for (int y = 0; y < problem_.num_classes(); ++y) {
      values.push_back(Loss(i, y) + Dot(JointFeature(i, y), weights));
    }
    const double highest = *std::max_element(values.begin(), values.end());
    int y = 0;
    while (values[y] < highest - 1e-10) ++y;
    return y;
  }

 private:
  MulticlassProblem problem_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXACT_TIES_H_
