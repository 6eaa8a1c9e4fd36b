// A multiclass problem whose oracle tells outputs of equal value apart as exact arithmetic would; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXACT_TIES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXACT_TIES_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {

// The oracle answers the lowest of the classes within 1e-10 of the best. On the worked examples two wrong
// classes often tie, and rounding would decide which path is taken. Its loss maximisers cannot be drawn.
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
