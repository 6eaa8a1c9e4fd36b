// The exact step length of Frank-Wolfe methods when the weights are bounded.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// The step in [0, 1] that minimises the negative dual along V + step * direction,
//   h(step) = lambda sum_j phi_j(V_j + step direction_j) - step loss_change,
// where the derivative phi_j' is clipping to [lower_j, upper_j]. The slope of h increases, and it is linear
// between the steps at which a weight reaches or leaves a bound. So a walk along these m steps finds the
// minimum exactly, in O(d + m log m). The source's step (5.38) treats all weights as free; it is never longer
// than this one.
double BoxLineSearch(const DenseVector& sum, const DenseVector& direction, const DenseVector& lower,
                     const DenseVector& upper, double lambda, double loss_change);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_
