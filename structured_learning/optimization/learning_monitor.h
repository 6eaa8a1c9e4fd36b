// The account that a learner keeps while it runs: oracle calls, time, trace, and whether to stop.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "structured_learning/optimization/learning_options.h"

namespace structlab::structured_learning {

// Not thread-safe. `options` must outlive it.
class LearningMonitor {
 public:
  // Throws common::Error for options or a lambda that CheckOptions and CheckLambda refuse, and for a problem
  // without samples.
  LearningMonitor(const LearningOptions& options, double lambda, int num_samples);

  void CountOracleCalls(int64_t calls) { oracle_calls_ += calls; }
  // Calls that only measure the objective or the gap, and give no plane or step; they are counted as oracle
  // calls too.
  void CountGapCalls(int64_t calls) { oracle_calls_ += calls, gap_calls_ += calls; }
  double passes() const { return static_cast<double>(oracle_calls_) / num_samples_; }
  double seconds() const;

  // Adds a point to the trace, shows it to the observer and says whether to stop, the first that applies:
  // a primal that is not finite, gap <= tolerance, the observer, the limit of passes, of time. A dual of NaN
  // (not known) has a gap of NaN, which never converges.
  std::optional<Termination> Record(double primal, double dual = std::numeric_limits<double>::quiet_NaN());

  // The result, with primal, dual and gap of the last point. Call once, after Record.
  LearningResult Finish(DenseVector weights, Termination termination);

 private:
  const LearningOptions& options_;
  double lambda_;
  int num_samples_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int64_t oracle_calls_ = 0;
  int64_t gap_calls_ = 0;
  std::vector<TracePoint> trace_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LEARNING_MONITOR_H_
