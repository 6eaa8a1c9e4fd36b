// The exact step of Frank-Wolfe methods where the weights are bounded.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// The step in [0, 1] that minimises the negative dual along V + step * direction,
//   h(step) = lambda sum_j phi_j(V_j + step direction_j) - step loss_change,   phi_j' = clip to [lower_j,
//   upper_j].
// Its slope rises and is linear between the steps where a weight meets or leaves a bound, so the minimum is
// found exactly by walking along these, O(d + m log m) for m of them. The source's step (5.38) takes all
// weights as free; it is never longer than this one.
double BoxLineSearch(const DenseVector& sum, const DenseVector& direction, const DenseVector& lower,
                     const DenseVector& upper, double lambda, double loss_change);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BOX_LINE_SEARCH_H_
