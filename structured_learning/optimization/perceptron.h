// The structured perceptron (Collins 2002; for classes Lampert and Blaschko 2009).
//
// Take it as a baseline, or where nothing but predictions can be computed: it needs no loss-augmented oracle
// and no lambda. It minimises no objective; frank_wolfe/bcfw.h usually predicts better.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PERCEPTRON_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PERCEPTRON_H_

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

struct PerceptronOptions {
  // An iteration is a pass over the samples in their order.
  common::RunControl run = {.stop = {.iterations = 1000}};
  // Return the mean of the weights after each sample, which predicts better on data that are not separable.
  bool average = false;
};

struct PerceptronResult {
  DenseVector weights;
  int64_t updates = 0;  // wrong predictions, each followed by a step
  // kConverged: a pass without a wrong prediction, so that the last weights predict every sample right.
  // kNumericalBreakdown: a weight is not finite.
  common::Ending ending = common::Ending::kIterationLimit;
  // A value is the number of wrong predictions of a pass. Without bounds.
  std::vector<common::TracePoint> trace = {};
};

// From w = 0: for each sample whose prediction y* = argmax_y w'Phi(x_i, y) is not the true output y_i,
//   w <- w + Phi(x_i, y_i) - Phi(x_i, y*).
// This is a step against the gradient Phi(x_i, y*) - Phi(x_i, y_i) of max_y w'Phi(x_i, y) - w'Phi(x_i, y_i);
// the slides call the step itself the gradient. If some u with |u| = 1 has u'(Phi(x_i, y_i) - Phi(x_i, y)) >=
// gamma for all wrong y, and all these differences are at most R long, there are at most (R / gamma)^2
// updates (Novikoff 1962), and it converges. Otherwise it ends at a limit.
//
//     const PerceptronResult result = LearnPerceptron(problem);
//
// Throws common::Error (data) for a problem without samples, and as RunRecorder does. Deterministic. Runs in
// the caller's thread. A pass: n predictions, and O(d) for each update (with an average, for each sample).
template <StructuredProblem P>
PerceptronResult LearnPerceptron(const P& problem, const PerceptronOptions& options = {}) {
  const int n = problem.size();
  if (n < 1) common::ThrowDataError("problem", "at least one sample", "an empty training set");
  common::RunRecorder recorder(options.run);
  DenseVector weights = DenseVector::Zero(problem.dimension()), sum = weights;
  PerceptronResult result;
  int64_t summands = 0;
  for (int64_t pass = 1;; ++pass) {
    int64_t mistakes = 0;
    std::optional<common::Ending> ending;
    for (int i = 0; i < n && !ending; ++i) {
      const auto predicted = problem.Predict(i, weights);
      if (predicted != problem.truth(i)) {
        AddScaled(problem.JointFeature(i, problem.truth(i)), 1, weights);
        AddScaled(problem.JointFeature(i, predicted), -1, weights);
        ++mistakes;
      }
      if (options.average) sum += weights, ++summands;
      ending = recorder.MustStop();
    }
    result.updates += mistakes;
    const auto stop = recorder.Record(static_cast<double>(pass), static_cast<double>(mistakes));
    if (!ending && mistakes == 0) ending = common::Ending::kConverged;
    if (!ending) ending = stop;
    if (!weights.allFinite()) ending = common::Ending::kNumericalBreakdown;
    if (!ending) continue;
    result.ending = *ending;
    result.weights = options.average ? sum / static_cast<double>(summands) : std::move(weights);
    result.trace = recorder.Take();
    return result;
  }
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PERCEPTRON_H_
