// What every learner gives back: the model, how it ended, and how it got there.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_

#include <vector>

#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

enum class Termination {
  kConverged,           // the gap reached the tolerance, proved by an exact oracle pass over all samples
  kHeuristicConverged,  // the sum of stale block gaps reached it; the true gap may be larger
  kPassLimit,
  kTimeLimit,
  kInterrupted,        // the caller's observer asked to stop
  kNumericalBreakdown  // a value was not finite or no further progress is possible in double precision
};

const char* Describe(Termination termination);

// One reading of the objective. Quantities that the method does not have at that point are NaN.
struct TracePoint {
  double passes = 0;   // oracle calls / n so far, exact-gap passes included
  double seconds = 0;  // wall time so far
  double primal = 0;   // P(w)
  double dual = 0;     // D(alpha), a lower bound on the optimum
  double gap = 0;      // primal - dual, >= 0 up to rounding
};

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
  Termination termination = Termination::kPassLimit;
  std::vector<TracePoint> trace;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
