// How a learner is run: common/run_control.h, where an iteration is a pass, n oracle calls, and the gap is
// the duality gap P - D.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_

#include <cstdint>

#include "common/run_control.h"  // IWYU pragma: export

namespace structlab::structured_learning {

// The usual run of a learner: it ends when P - D is at most `gap`, or after so many passes, those that only
// measure the gap included; both may be changed afterwards, and there is no limit of time. With a gap of 0 it
// runs into one of the limits, or, block-coordinate Frank-Wolfe, into what rounding leaves
// (kNumericalBreakdown), without an average.
common::RunControl LearningRun(double gap = 1e-3, double passes = 1000, uint64_t seed = 0);

// Throw common::Error (usage) where lambda is not finite and > 0, the gap is not set, negative or not finite,
// or a limit is negative or NaN. Every learner calls both.
void CheckLambda(double lambda);
void CheckLearningRun(const common::RunControl& run);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
