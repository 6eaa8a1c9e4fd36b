// Counts the oracle calls of a learner, records its trace and decides when to stop. Only for authors of
// learners.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_

#include <cstdint>
#include <limits>
#include <optional>

#include "structured_learning/optimization/learning_options.h"
#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_learning {

// Not thread-safe.
//
//     LearningMonitor monitor(run, lambda, n, CertificateOf(problem));
//     monitor.CountOracleCalls(n);
//     if (const auto stop = monitor.Record(primal, dual)) return monitor.Finish(weights, *stop);
class LearningMonitor {
 public:
  // Throws common::Error for a run or a lambda that CheckLearningRun or CheckLambda refuses, and for a
  // problem without samples.
  LearningMonitor(const common::RunControl& run, double lambda, int num_samples,
                  OracleCertificate certificate = OracleCertificate::kExact);

  void CountOracleCalls(int64_t calls) { oracle_calls_ += calls; }
  // Calls that only measure the objective or the gap and give no plane or step. They count as oracle calls,
  // too.
  void CountGapCalls(int64_t calls) { oracle_calls_ += calls, gap_calls_ += calls; }
  double passes() const { return static_cast<double>(oracle_calls_) / num_samples_; }

  // Adds a point to the trace, shows it to the observer and returns why to stop, if at all. Of several
  // reasons it returns the first in this order: the primal is not finite, or IsDualTooHigh; the gap; the flag
  // or the observer; the time limit; the limit of passes. A dual of NaN (unknown) gives a gap of NaN, which
  // never converges.
  //
  // `primal` is the certified value: with an oracle that has a bound, the one that follows from it. `seen` is
  // the value of the outputs that the oracle found, the same if it is left out. If the gap is closed only as
  // far as the oracle sees, the reason is kHeuristicallyConverged: always with the certificate kNone, where a
  // dual above the primal is also no breakdown.
  std::optional<common::Ending> Record(double primal, double dual = std::numeric_limits<double>::quiet_NaN(),
                                       std::optional<double> seen = {});

  // The reason to stop when no plane or step makes progress: kNumericalBreakdown, or kHeuristicallyConverged
  // if the oracle is not exact.
  common::Ending NoProgress() const;

  // kInterrupted or kTimeLimit; for checks between records.
  std::optional<common::Ending> MustStop() const { return run_.MustStop(); }

  // The result, with primal, dual and gap of the last point. Call once, after Record.
  LearningResult Finish(DenseVector weights, common::Ending ending);

 private:
  common::RunRecorder run_;
  double lambda_;
  int num_samples_;
  OracleCertificate certificate_;
  int64_t oracle_calls_ = 0;
  int64_t gap_calls_ = 0;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_
