// The trace of a minimiser, and when it has to stop.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

// Is told how far a minimiser is.
class TraceObserver {
 public:
  virtual ~TraceObserver() = default;
  // Every point of the trace when it is made, in the thread of the minimiser.
  virtual void See(const TracePoint& point) = 0;
};

// When to stop before the method is done, and who is told how far it is. What is left out never stops it.
struct StopRule {
  int64_t iterations = std::numeric_limits<int64_t>::max();  // >= 0
  double seconds = std::numeric_limits<double>::infinity();  // wall-clock time, >= 0
  double gap = -std::numeric_limits<double>::infinity();     // energy - bound at most this, >= 0 to be of use
  const std::atomic<bool>* interrupted = nullptr;            // not owned; set by a signal or another thread
  TraceObserver* observer = nullptr;                         // not owned
};

// Collects the trace of one run. The clock starts with the object.
//
//   TraceRecorder trace(rule);
//   for (int64_t iteration = 1;; ++iteration) {
//     ...
//     if (const auto ending = trace.Record(iteration, energy, bound)) return Result(*ending, trace);
//   }
//
// Not thread-safe, but for the flag of the rule. A point takes 32 bytes.
class TraceRecorder {
 public:
  // Throws common::Error(kUsage) for a negative or NaN limit.
  explicit TraceRecorder(const StopRule& rule = {});

  // Adds a point with the best energy and the best bound of all calls so far. Returns why to stop, the first
  // that applies, or nothing: kOptimal (the bound is as high as the energy), kGapReached, kInterrupted,
  // kTimeLimit, kIterationLimit.
  std::optional<Ending> Record(int64_t iteration, double energy,
                               double lower_bound = -std::numeric_limits<double>::infinity());

  // kInterrupted or kTimeLimit; for checks within an iteration. Costs one reading of the clock.
  std::optional<Ending> MustStop() const;

  double seconds() const;
  double best_energy() const { return best_energy_; }
  double best_bound() const { return best_bound_; }

  // The points so far; the recorder keeps none.
  std::vector<TracePoint> Take();

 private:
  StopRule rule_;
  std::chrono::steady_clock::time_point start_;
  double best_energy_ = std::numeric_limits<double>::infinity();
  double best_bound_ = -std::numeric_limits<double>::infinity();
  std::vector<TracePoint> points_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_
