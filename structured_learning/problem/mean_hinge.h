// The empirical term of the objective at given weights, by one oracle pass.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_

#include <vector>

#include "common/parallel.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// (1/n) sum_i max_y H_i(y; w). n oracle calls, on the threads of the pool or, without one, on the caller's
// alone; the terms are added in the order of the samples, so that the sum has the same bits for any number of
// threads. A problem may have a faster member with this name and these arguments.
template <StructuredProblem P>
double MeanHinge(const P& problem, const WeightsView& weights, common::ThreadPool* pool = nullptr) {
  if constexpr (requires { problem.MeanHinge(weights, pool); }) {
    return problem.MeanHinge(weights, pool);
  } else {
    std::vector<double> hinges(problem.size());
    common::ThreadPool alone(1);
    common::ParallelFor(pool != nullptr ? *pool : alone, problem.size(), [&](int64_t sample) {
      const int i = static_cast<int>(sample);
      hinges[i] = PlaneOf(problem, i, problem.LossAugmentedInference(i, weights)).ValueAt(weights);
    });
    double sum = 0;
    for (const double hinge : hinges) sum += hinge;
    return sum / problem.size();
  }
}

// P(w) = lambda/2 |w|^2 + mean hinge. Costs and threads as of the mean hinge.
template <StructuredProblem P>
double PrimalObjective(const P& problem, double lambda, const WeightsView& weights,
                       common::ThreadPool* pool = nullptr) {
  return lambda / 2 * weights.squaredNorm() + MeanHinge(problem, weights, pool);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
