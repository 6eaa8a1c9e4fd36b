// Stop rules, observers and traces, shared by all iterative methods: minimisers, learners, pursuits and
// paths.
#ifndef STRUCTLAB_COMMON_RUN_CONTROL_H_
#define STRUCTLAB_COMMON_RUN_CONTROL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace structlab::common {

// Why a run ended.
enum class Ending {
  kOptimal,                 // the value is proved to be the optimum, up to rounding
  kConverged,               // the method reached a local optimum or a fixed point
  kHeuristicallyConverged,  // a heuristic rule detected convergence; nothing is proved
  kGapReached,              // the value is proved to be within the gap of the stop rule
  kIterationLimit,
  kTimeLimit,
  kInterrupted,        // the flag was set, or the observer asked to stop
  kNumericalBreakdown  // a value is not finite, or double precision allows no further progress
};

// "optimal", "converged", "heuristically converged", "gap reached", "iteration limit", "time limit",
// "interrupted", "numerical breakdown".
std::string_view EndingName(Ending ending);

// The state of a run at one moment. All quantities are minimised.
struct TracePoint {
  double iteration = 0;  // in the method's own unit: a sweep, a step, a pass (oracle calls / n)
  double seconds = 0;    // wall-clock time since the start
  double value = 0;      // minimised quantity: an energy, a primal objective; +infinity or NaN if unknown
  double bound = 0;      // lower bound of the optimum: a dual objective; -infinity or NaN if unknown

  double gap() const { return value - bound; }
};

// When to stop a run before it converges. A limit that is not set never stops it.
//
//     const StopRule rule = {.seconds = 60, .gap = 1e-6};
struct StopRule {
  double iterations = std::numeric_limits<double>::infinity();  // >= 0, in the method's own unit
  double seconds = std::numeric_limits<double>::infinity();     // wall-clock time, >= 0
  double gap = -std::numeric_limits<double>::infinity();        // stop at value - bound <= gap
  const std::atomic<bool>* interrupted = nullptr;  // not owned; set by a signal or another thread
};

// Throws Error(kUsage) for limits of iterations or seconds that are negative or NaN, and for a gap of NaN.
void CheckStopRule(const StopRule& rule);

// Called for every new point of the trace, in the thread of the method. Returns false to stop the run.
using Observer = std::function<bool(const TracePoint&)>;

// The arguments that every iterative method takes besides its problem and its options.
struct RunControl {
  StopRule stop = {};
  Observer observer = {};  // may be empty
  uint64_t seed = 1;       // seed of the method's random streams
  // >= 1. Methods that can use more threads take less time with them; the result never changes.
  int threads = 1;
};

// Keeps the clock and the trace of one run, and tells the method when to stop. The constructor starts the
// clock. For traces with further values see graphical_models/model/trace_recorder.h and
// structured_learning/optimization/learning_monitor.h.
//
//   RunRecorder run(control);
//   for (double step = 1;; ++step) {
//     ...
//     if (const auto ending = run.Record(step, value, bound)) return Result(*ending, run.Take());
//   }
//
// Not thread-safe, except that another thread may set the flag of the rule.
class RunRecorder {
 public:
  // Throws as CheckStopRule.
  explicit RunRecorder(const RunControl& control);

  // Adds a point to the trace and calls the observer. Returns the reason to stop, or nothing. If several
  // reasons apply, returns the first of: kGapReached (only with a bound), kInterrupted, kTimeLimit,
  // kIterationLimit.
  std::optional<Ending> Record(double iteration, double value,
                               double bound = -std::numeric_limits<double>::infinity());

  // For checks within an iteration: kInterrupted or kTimeLimit, or nothing. Reads the clock only if there is
  // a time limit.
  std::optional<Ending> MustStop() const;
  // Like MustStop; kIterationLimit if the number of iterations has reached the limit. Adds no point to the
  // trace.
  std::optional<Ending> MustStopAfter(double iterations) const;

  double seconds() const;
  const StopRule& rule() const { return rule_; }
  const std::vector<TracePoint>& trace() const { return trace_; }
  // Moves the trace out of the recorder, which is empty afterwards.
  std::vector<TracePoint> Take();

 private:
  StopRule rule_;
  Observer observer_;
  std::chrono::steady_clock::time_point start_;
  bool observer_stops_ = false;
  std::vector<TracePoint> trace_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_RUN_CONTROL_H_
