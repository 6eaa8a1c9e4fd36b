// The result of every learner: the weights, why it stopped, and the trace of the run.
//
//     const bool is_proved = result.ending == common::Ending::kGapReached;
//     if (is_proved) SaveModel({result.weights, result.lambda, facts}, path);
//
// Save and load the weights with model.h. The problem predicts with them: problem.Predict(i, result.weights).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_

#include <cmath>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "structured_learning/problem/feature_vector.h"
#include "structured_learning/problem/oracle_certificate.h"

namespace structlab::structured_learning {

struct LearningResult {
  DenseVector weights;
  double lambda = 0;
  // At the end; NaN if the method does not know them. The primal is an upper bound of P(w) if the oracle has
  // a bound, and may be too low if the certificate is kNone; the gap is then not certified and may be
  // negative.
  double primal = 0, dual = 0, gap = 0;
  double passes = 0;  // all oracle calls / n
  // The part of `passes` that measured the gap. It includes the full passes of the hybrid BCFW and all passes
  // of batch Frank-Wolfe, although these also give the step. It does not include the passes of the cutting
  // planes, which are made for the planes.
  double gap_passes = 0;
  double seconds = 0;
  // kGapReached: proved by an oracle pass over all samples. kNumericalBreakdown: not finite, or
  // IsDualTooHigh. kHeuristicallyConverged: the sum of stale block gaps reached the tolerance, or an inexact
  // oracle finds no more violations; the true gap may be larger. EndingName(ending) is the text.
  common::Ending ending = common::Ending::kIterationLimit;
  OracleCertificate certificate = OracleCertificate::kExact;  // of the problem's oracle
  // The value of a point is P(w), its bound D(alpha); NaN if the method does not know them at that point.
  std::vector<common::TracePoint> trace;
};

// Whether the dual is above the primal by more than rounding: 1e-6 of 1 + |primal|. Only an oracle or a loss
// that breaks its contract gives such values; then the gap proves nothing. False for NaN.
inline bool IsDualTooHigh(double primal, double dual) {
  return dual - primal > 1e-6 * (1 + std::abs(primal));
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_RESULT_H_
