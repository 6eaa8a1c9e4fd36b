// What every learner is told: when to stop, which random numbers to use, whom to keep informed.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_

#include <cstdint>
#include <functional>
#include <limits>

#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_learning {

struct LearningOptions {
  // Absolute duality gap P - D at which a learner stops. With 0 it runs into one of the limits, or,
  // block-coordinate Frank-Wolfe, into what rounding leaves (kNumericalBreakdown), without an average.
  double tolerance = 1e-3;
  // Oracle calls / n, those that only measure the gap included. May be infinite.
  double max_passes = 1000;
  // Wall time. Results of a learner that was stopped by it depend on the machine.
  double max_seconds = std::numeric_limits<double>::infinity();
  // Of the learner's named random streams.
  uint64_t seed = 0;
  // Called with every point of the trace, in the learner's thread; false asks it to stop. May be empty.
  std::function<bool(const TracePoint&)> observe = {};
};

// Throw common::Error (usage) where lambda is not finite and > 0, a tolerance is negative or not finite, or a
// limit is negative or NaN. Every learner calls both.
void CheckLambda(double lambda);
void CheckOptions(const LearningOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
