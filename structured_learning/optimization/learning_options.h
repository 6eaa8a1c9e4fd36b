// How long a learner runs: common/run_control.h, where one iteration is one pass (n oracle calls) and the gap
// is the duality gap P - D.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_

#include <cstdint>

#include "common/run_control.h"  // IWYU pragma: export

namespace structlab::structured_learning {

// The usual run of a learner. It ends when P - D <= `gap` or after `passes` passes, which include those that
// only measure the gap. There is no time limit. All fields may be changed afterwards:
//
//     common::RunControl run = LearningRun(/*gap=*/1e-3, /*passes=*/200);
//     run.stop.seconds = 60;
//
// A smaller gap costs more passes: block-coordinate Frank-Wolfe needs O(1/gap) steps. With a gap of 0 the run
// ends at one of the limits; block-coordinate Frank-Wolfe without an average can also end with
// kNumericalBreakdown, when only rounding is left.
common::RunControl LearningRun(double gap = 1e-3, double passes = 1000, uint64_t seed = 0);

// Throw common::Error (usage) if lambda is not finite and > 0; if the gap is not set, negative or not finite;
// or if a limit is negative or NaN. Every learner calls both.
void CheckLambda(double lambda);
void CheckLearningRun(const common::RunControl& run);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_OPTIONS_H_
