// Records the progress of a minimiser and tells when it must stop.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export

namespace structlab::graphical_models {

// Records the best energy and the best bound so far (common/run_control.h). The clock starts with the object.
//
//     TraceRecorder trace(run);
//     for (int64_t iteration = 1;; ++iteration) {
//       ...
//       if (const auto ending = trace.Record(iteration, energy, bound)) return Result(*ending, trace);
//     }
//
// Not thread-safe, except for the interrupt flag of the stop rule. Memory: 32 bytes per point.
class TraceRecorder {
 public:
  // Throws common::Error(kUsage) for a negative or NaN limit.
  explicit TraceRecorder(const common::RunControl& run = {}) : run_(run) {}

  // Adds a point with the best energy and the best bound of all calls so far. Returns the reason to stop, or
  // nothing to continue. The first that applies is returned: kOptimal (the bound has reached the energy),
  // kGapReached, kInterrupted, kTimeLimit, kIterationLimit.
  std::optional<common::Ending> Record(int64_t iteration, double energy,
                                       double lower_bound = -std::numeric_limits<double>::infinity());

  // kInterrupted, kTimeLimit or nothing; for checks within an iteration.
  std::optional<common::Ending> MustStop() const { return run_.MustStop(); }

  double seconds() const { return run_.seconds(); }
  double best_energy() const { return best_energy_; }
  double best_bound() const { return best_bound_; }

  // Moves the points out of the recorder.
  std::vector<common::TracePoint> Take() { return run_.Take(); }

 private:
  common::RunRecorder run_;
  double best_energy_ = std::numeric_limits<double>::infinity();
  double best_bound_ = -std::numeric_limits<double>::infinity();
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_TRACE_RECORDER_H_
