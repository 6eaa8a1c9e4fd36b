// How everything iterative is run, stopped and watched: minimisers, learners, pursuits and paths.
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
  kConverged,               // the method has nothing more to do: a local optimum, or a fixed point
  kHeuristicallyConverged,  // a rule that proves nothing says that it converged
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
  double value = 0;      // what is minimised: an energy, a primal objective; +infinity or NaN if unknown
  double bound = 0;      // lower bound on it: a dual objective; -infinity or NaN if unknown

  double gap() const { return value - bound; }
};

// When to stop before the method is done. Limits that are not set never stop a run.
struct StopRule {
  double iterations = std::numeric_limits<double>::infinity();  // >= 0, in the method's own unit
  double seconds = std::numeric_limits<double>::infinity();     // wall-clock time, >= 0
  double gap = -std::numeric_limits<double>::infinity();        // value - bound at most this
  const std::atomic<bool>* interrupted = nullptr;  // not owned; set by a signal or another thread
};

// Throws Error(kUsage) for limits of iterations or seconds that are negative or NaN, and for a gap of NaN.
void CheckStopRule(const StopRule& rule);

// Sees every point of the trace when it is made, in the thread of the method. Returns false to stop the run.
using Observer = std::function<bool(const TracePoint&)>;

// What every run takes beside its problem and the options of its method.
struct RunControl {
  StopRule stop = {};
  Observer observer = {};  // may be empty
  uint64_t seed = 1;       // of the method's named random streams
  int threads = 1;         // >= 1; more never change the result
};

// Keeps the clock and the trace of one run, and says when it has to stop. The clock starts with the object.
// Methods keep values of their own beside it: see graphical_models/model/trace_recorder.h and
// structured_learning/optimization/learning_monitor.h.
//
//   RunRecorder run(control);
//   for (double step = 1;; ++step) {
//     ...
//     if (const auto ending = run.Record(step, value, bound)) return Result(*ending, run.Take());
//   }
//
// Not thread-safe, except for the flag of the rule.
class RunRecorder {
 public:
  // Throws as CheckStopRule.
  explicit RunRecorder(const RunControl& control);

  // Adds a point to the trace and shows it to the observer. Returns why to stop, the first that applies:
  // kGapReached (only with a bound), kInterrupted, kTimeLimit, kIterationLimit.
  std::optional<Ending> Record(double iteration, double value,
                               double bound = -std::numeric_limits<double>::infinity());

  // kInterrupted or kTimeLimit; for checks within an iteration. Reads the clock only if there is a time
  // limit.
  std::optional<Ending> MustStop() const;

  double seconds() const;
  const StopRule& rule() const { return rule_; }
  const std::vector<TracePoint>& trace() const { return trace_; }
  // The points so far; the recorder keeps none.
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
