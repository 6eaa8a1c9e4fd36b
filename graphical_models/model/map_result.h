// The result of a MAP minimiser: labeling, energy, lower bound and trace.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "common/run_control.h"  // IWYU pragma: export
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// What every minimiser returns. Everything except the seconds of the trace is deterministic, unless the time
// limit or an interrupt ended the run.
//
//     const MapResult result = MinimizeTrws(energy);
//     const double gap = result.energy - result.lower_bound;   // 0 if result.ending is kOptimal
//
struct MapResult {
  Labeling labeling;  // the best labeling found, one label per variable
  double energy = 0;  // energy of `labeling` as the model evaluates it; +infinity if it is forbidden
  double lower_bound = -std::numeric_limits<double>::infinity();  // of all labelings; -infinity: unknown
  // Progress over time. A value is the energy of the best labeling so far (+infinity before the first) and
  // never rises. A bound is the best lower bound so far (-infinity before the first) and never falls. The
  // trace ends with `energy`; its bounds are at most `lower_bound`, except for rounding.
  std::vector<common::TracePoint> trace;
  // kOptimal: the energy is proved to be the minimum and equals `lower_bound`. kConverged: a local minimum or
  // a fixed point.
  common::Ending ending = common::Ending::kConverged;
  int64_t moves = 0;  // minimum cuts that a move-making method solved; 0 for other methods
  // Sums over all those cuts of the nodes and edges that stand for cliques, before any reduction
  // (moves/move_cut.h). Set by CoOccurrenceExpansion, HierarchicalMoves and ParsimoniousLabeling, without
  // refinement; 0 for other methods.
  int64_t clique_nodes = 0, clique_edges = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_MAP_RESULT_H_
