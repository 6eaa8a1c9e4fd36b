// Runs several minimisers one after another under one stop rule.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_SOLVER_SEQUENCE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_SOLVER_SEQUENCE_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Gives each minimiser a share of the remaining time and iterations, and keeps the best results of all. An
// iteration is whatever the running minimiser counts as one. The trace continues the iterations and seconds
// of the previous minimisers.
//
//     SolverSequence solvers(run);
//     solvers.Run(2, [&](const common::RunControl& part) { return MinimizeTrws(energy, {.run = part}); });
//     solvers.Run(1, [&](const common::RunControl& part) {
//       return SubgraphDescent(graph, {.run = part, .start = solvers.result().labeling});
//     });
//     return solvers.Take();
//
// Time and iterations that a minimiser does not use are left to the following ones. Not thread-safe.
// Deterministic if the minimisers are.
class SolverSequence {
 public:
  // Starts the clock. Throws common::Error(kUsage) for a negative or NaN limit.
  explicit SolverSequence(const common::RunControl& run);

  // Calls minimize(part). The stop rule of `part` allows one of `parts` >= 1 equal shares of the remaining
  // time and of the remaining iterations (rounded up); everything else is as in the whole run, and the
  // observer gets the points of the common trace. The first call always runs, so that there is a labeling.
  // Later calls do nothing
  //   - after an ending kOptimal, kGapReached or kInterrupted, which is kept;
  //   - if no time is left: the ending becomes kTimeLimit;
  //   - if no iterations are left: the ending becomes kIterationLimit.
  void Run(int parts, const std::function<MapResult(const common::RunControl&)>& minimize);

  // The remaining seconds, at least 0.
  double seconds_left() const { return std::max(0.0, run_.stop.seconds - clock_.seconds()); }
  // Whether the time is up or the interrupt flag is set.
  bool MustStop() const { return clock_.MustStop().has_value(); }
  // The remaining iterations.
  double iterations_left() const;

  // The result so far; valid after the first Run. The labeling is the first one of lowest energy. The bound
  // is the highest, but at most the energy, which it could exceed by rounding. `moves` is the sum over all
  // minimisers. The ending is that of the last minimiser, unless Run replaced it. But once a minimiser has
  // run out of its share of the time, kTimeLimit replaces kConverged and kIterationLimit: all that followed
  // depends on the speed of the machine.
  const MapResult& result() const { return *result_; }
  // Removes points of the trace, from index `begin` on, that show no change; keeps the last one.
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

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_SOLVER_SEQUENCE_H_
