// The step of dual coordinate descent for logistic losses.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LOGISTIC_STEP_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LOGISTIC_STEP_H_

#include <Eigen/Core>

namespace structlab::structured_learning {

using FloatRow = Eigen::Array<float, 1, Eigen::Dynamic>;

// For each entry: the alpha in [0, cost] that maximises the dual, which solves log(alpha / (cost - alpha)) +
// margin + square (alpha - before) = 0. `margin` is y w . x at the alpha `before`; `square` is |x|^2 > 0. The
// error is at most 1e-5 cost if cost * square <= 2, otherwise 1e-6 cost.
FloatRow LogisticOptimum(const FloatRow& margin, const FloatRow& before, float cost, float square);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_LOGISTIC_STEP_H_
