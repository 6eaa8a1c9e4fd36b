// The empirical term of the objective at given weights, by one oracle pass.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_

#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// (1/n) sum_i max_y H_i(y; w). A problem may have a faster member of this name.
template <StructuredProblem P>
double MeanHinge(const P& problem, const WeightsView& weights) {
  if constexpr (requires { problem.MeanHinge(weights); }) {
    return problem.MeanHinge(weights);
  } else {
    double sum = 0;
    for (int i = 0; i < problem.size(); ++i) {
      sum += PlaneOf(problem, i, problem.LossAugmentedInference(i, weights)).ValueAt(weights);
    }
    return sum / problem.size();
  }
}

// P(w) = lambda/2 |w|^2 + mean hinge. n oracle calls.
template <StructuredProblem P>
double PrimalObjective(const P& problem, double lambda, const WeightsView& weights) {
  return lambda / 2 * weights.squaredNorm() + MeanHinge(problem, weights);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
