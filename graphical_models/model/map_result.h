// What every minimiser returns.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Why a minimiser stopped.
enum class Ending {
  kOptimal,         // the energy is proved to be the minimum; `lower_bound` is the same
  kConverged,       // the method has nothing more to do: a local minimum, or a fixed point
  kIterationLimit,  // as many iterations as were allowed
  kTimeLimit,       // as many seconds as were allowed
  kInterrupted,     // the caller asked it to stop
  kGapReached,      // the energy is as near to the lower bound as was asked for
};

// "optimal", "converged", "iteration limit", "time limit", "interrupted", "gap reached".
std::string_view EndingName(Ending ending);

// Where a minimiser stood at one moment.
struct TracePoint {
  double seconds;      // wall-clock time since the start
  int64_t iteration;   // the method says what one is
  double energy;       // of the best labeling so far: never rises; +infinity while there is none
  double lower_bound;  // the best so far: never falls; -infinity while there is none
};

// Minimised energies everywhere. All but the seconds of the trace is deterministic, unless the time limit or
// an interruption ended it.
struct MapResult {
  Labeling labeling;  // the best that was found, one label a variable
  double energy = 0;  // of `labeling`, as the model itself evaluates it; +infinity if it is forbidden
  double lower_bound = -std::numeric_limits<double>::infinity();  // on every labeling; -infinity: none known
  std::vector<TracePoint>
      trace;  // ends with `energy`; its bounds are at most `lower_bound`, but for rounding
  Ending ending = Ending::kConverged;
  int64_t moves = 0;  // minimum cuts that a move-making minimiser solved; 0 for the others
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
