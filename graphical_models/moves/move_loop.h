// The loop of all move-making minimisers: tries moves in turn until none lowers the energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_LOOP_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_LOOP_H_

#include <optional>

#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Tries the moves in turn, num_moves() an iteration. Ends (kConverged) when each move has failed since the
// last one that succeeded. `Moves` must have:
//   num_moves()           number of moves
//   Try(i)                makes move i if it lowers the energy; returns whether it did
//   labeling(), energy()  the current state
//   num_cuts()            number of minimum cuts solved so far
//   is_only_labeling()    true if there is no other labeling; the current one is then optimal
//   totals()              optional: CutTotals of these cuts
template <class Moves>
MapResult RunMoves(Moves& moves, const common::RunControl& run) {
  TraceRecorder trace(run);
  MapResult result;
  if (moves.is_only_labeling()) result.lower_bound = moves.energy();
  std::optional<common::Ending> ending = trace.Record(0, moves.energy(), result.lower_bound);
  using Index = decltype(moves.num_moves());
  Index failed = 0;  // in a row
  for (int64_t iteration = 1; !ending; ++iteration) {
    for (Index move = 0; move < moves.num_moves() && !ending; ++move) {
      failed = moves.Try(move) ? 0 : failed + 1;
      ending = failed == moves.num_moves() ? common::Ending::kConverged : trace.MustStop();
    }
    const std::optional<common::Ending> limit = trace.Record(iteration, moves.energy());
    if (!ending) ending = limit;
  }
  result.labeling = moves.labeling();
  result.energy = moves.energy();
  result.moves = moves.num_cuts();
  if constexpr (requires { moves.totals(); }) {
    result.clique_nodes = moves.totals().group_nodes;
    result.clique_edges = moves.totals().group_edges;
  }
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_LOOP_H_
