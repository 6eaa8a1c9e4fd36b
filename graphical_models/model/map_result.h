// What every minimiser returns.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Minimised energies everywhere. All but the seconds of the trace is deterministic, unless the time limit or
// an interruption ended it.
struct MapResult {
  Labeling labeling;  // the best that was found, one label a variable
  double energy = 0;  // of `labeling`, as the model itself evaluates it; +infinity if it is forbidden
  double lower_bound = -std::numeric_limits<double>::infinity();  // on every labeling; -infinity: none known
  // The value of a point is the energy of the best labeling so far, +infinity while there is none: it never
  // rises. The bound is the best so far, -infinity while there is none: it never falls. Ends with `energy`;
  // its bounds are at most `lower_bound`, except for rounding.
  std::vector<common::TracePoint> trace;
  // kOptimal: the energy is proved to be the minimum, and `lower_bound` is the same. kConverged: a local
  // minimum, or a fixed point.
  common::Ending ending = common::Ending::kConverged;
  int64_t moves = 0;  // minimum cuts that a move-making minimiser solved; 0 for the others
  // Nodes and edges that all those cuts had for cliques, before anything was left out (moves/move_cut.h). Of
  // CoOccurrenceExpansion, HierarchicalMoves and ParsimoniousLabeling, refinement excluded; 0 for the others.
  int64_t clique_nodes = 0, clique_edges = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
