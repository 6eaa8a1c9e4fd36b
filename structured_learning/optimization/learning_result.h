// What every learner gives back: the model, how it ended, and how it got there.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_

#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

struct LearningResult {
  DenseVector weights;
  double lambda = 0;
  double primal = 0, dual = 0, gap = 0;  // at the end; NaN where the method does not know them
  double passes = 0;                     // oracle calls / n, all of them
  // Those of them that measured the gap. The full passes of the hybrid BCFW and all those of batch
  // Frank-Wolfe are among them, although they give the step too; those of the cutting planes, made for the
  // planes, are not.
  double gap_passes = 0;
  double seconds = 0;
  // kGapReached: proved by an exact oracle pass over all samples. kHeuristicallyConverged: the sum of stale
  // block gaps reached it; the true gap may be larger.
  common::Ending ending = common::Ending::kIterationLimit;
  // A value is P(w), a bound D(alpha); NaN where the method does not know them at that point.
  std::vector<common::TracePoint> trace;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
