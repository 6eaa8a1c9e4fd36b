// The mean hinge (the empirical term of the objective) and the objective at given weights, by one oracle
// pass.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_

#include <vector>

#include "common/parallel.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// (1/n) sum_i max_y H_i(y; w), by n oracle calls. They run on the threads of the pool, or in the caller's
// thread if there is no pool. The terms are added in the order of the samples, so the sum has the same bits
// for any number of threads. With an oracle that is not exact, the result is an upper bound if the oracle has
// one, otherwise possibly too low (oracle_certificate.h). If the problem has a member MeanHinge with the
// arguments (weights, pool), that member is called instead.
template <StructuredProblem P>
double MeanHinge(const P& problem, const WeightsView& weights, common::ThreadPool* pool = nullptr) {
  if constexpr (requires { problem.MeanHinge(weights, pool); }) {
    return problem.MeanHinge(weights, pool);
  } else {
    std::vector<double> hinges(problem.size());
    common::ThreadPool alone(1);
    common::ParallelFor(pool != nullptr ? *pool : alone, problem.size(), [&](int64_t sample) {
      const int i = static_cast<int>(sample);
      hinges[i] = HighestPlaneWithBound(problem, i, weights).hinge_bound;
    });
    double sum = 0;
    for (const double hinge : hinges) sum += hinge;
    return sum / problem.size();
  }
}

// P(w) = lambda/2 |w|^2 + mean hinge. Cost and threads as for MeanHinge.
//
//     const double training_objective = PrimalObjective(problem, result.lambda, result.weights);
//     const double test_objective = PrimalObjective(test_problem, result.lambda, result.weights);
template <StructuredProblem P>
double PrimalObjective(const P& problem, double lambda, const WeightsView& weights,
                       common::ThreadPool* pool = nullptr) {
  return lambda / 2 * weights.squaredNorm() + MeanHinge(problem, weights, pool);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MEAN_HINGE_H_
