// Weighted averages of dual iterates (Lacoste-Julien et al. 2013, section 3.6).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_ITERATE_AVERAGE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_ITERATE_AVERAGE_H_

#include <cstdint>

#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::structured_learning {

// Iterate k = 1, 2, ... has a weight proportional to k. An average of feasible dual points is feasible, so
// the averages of V and l have a dual value and a gap.
class IterateAverage {
 public:
  int64_t count() const { return count_; }

  // Adds the current iterate of the state. O(d).
  template <class State>
  void Add(const State& state) {
    ++count_;
    const double share = 2.0 / (static_cast<double>(count_) + 1);
    if (count_ == 1) {
      sum_ = state.raw_sum();
      loss_ = state.loss();
    } else {
      sum_ += share * (state.raw_sum() - sum_);
      loss_ += share * (state.loss() - loss_);
    }
  }

  // Sets weights, primal, dual and gap of the result to those of the average. Makes one oracle pass, which
  // the caller counts.
  template <class State>
  void Finish(const State& state, LearningResult* result) const {
    const DenseVector sum = state.FromRaw(sum_);
    result->weights = state.ClippedToBox(sum);
    const double lambda = state.lambda();
    const double squared_norm = result->weights.squaredNorm();
    result->dual = loss_ - lambda * sum.dot(result->weights) + lambda / 2 * squared_norm;
    result->primal = lambda / 2 * squared_norm + MeanHinge(state.problem(), result->weights);
    result->gap = result->primal - result->dual;
  }

 private:
  int64_t count_ = 0;
  DenseVector sum_;
  double loss_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_ITERATE_AVERAGE_H_
