// Several minimisers one after the other within one stop rule.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSION_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Gives each minimiser a part of the time and the iterations that are left, and keeps the best of all they
// find. An iteration is what the minimiser that runs calls one; the trace counts them and the seconds on from
// where the last one ended.
//
//   SolverSequence solvers(run);
//   solvers.Run(2, [&](const common::RunControl& part) { return MinimizeTrws(energy, {.run = part}); });
//   solvers.Run(1, [&](const common::RunControl& part) {
//     return SubgraphDescent(graph, {.run = part, .start = solvers.result().labeling});
//   });
//   return solvers.Take();
//
// What one leaves of its part is for those after it. Not thread-safe. Deterministic if the minimisers are.
class SolverSequence {
 public:
  // Starts the clock. Throws common::Error(kUsage) for a rule with a negative or NaN limit.
  explicit SolverSequence(const common::RunControl& run);

  // Calls minimize(run), whose stop rule allows one of `parts` >= 1 equal parts of the time left and of the
  // iterations left, these rounded up; all else is that of the whole, and the observer is told what comes
  // into the trace. Does not call it
  //   after an ending kOptimal, kGapReached or kInterrupted, which stays;
  //   with no time left, after which the ending is kTimeLimit;
  //   with no iterations left, after which it is kIterationLimit;
  // but the first one is always called, so that there is a labeling.
  void Run(int parts, const std::function<MapResult(const common::RunControl&)>& minimize);

  // What is left of the time, at least 0.
  double seconds_left() const { return std::max(0.0, run_.stop.seconds - clock_.seconds()); }
  // Whether the time is up, or the flag is set.
  bool MustStop() const { return clock_.MustStop().has_value(); }
  // And of the iterations.
  double iterations_left() const;

  // After the first Run. The labeling is the first of the best ones; the bound is the highest, but not above
  // the energy, which rounding could make it; the moves are those of all. The ending is that of the minimiser
  // that was called last, unless Run says otherwise, but kTimeLimit in place of kConverged and
  // kIterationLimit once an earlier one ran out of its part of the time: what came after depends on how fast
  // the machine is.
  const MapResult& result() const { return *result_; }
  // Leaves out the points of the trace from `begin` on that show no change, except the last one.
  void ThinTrace(size_t begin);
  MapResult Take() { return *std::move(result_); }

 private:
  bool IsDone() const;
  std::optional<common::Ending> NothingLeft(double seconds_left, double iterations_left) const;
  void Add(MapResult next, double start);

  common::RunControl run_;
  TraceRecorder clock_;
  std::optional<MapResult> result_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSION_H_
