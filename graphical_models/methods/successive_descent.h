// Minimisation by several methods in turn, each of which leaves the minima in which the others end.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_

#include <functional>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

using Minimizer = std::function<MapResult(const FactorGraph&, const StopRule&)>;

// Takes determined variables out (determined_variables.h), then goes on from the best labeling so far with
//   1. begin(graph, rule), which may be any minimiser that takes the graph that is left;
//   2. SubgraphDescent by clusters of at most 2^13 joint labels;
//   3. SimulatedAnnealing, ten times, each with random numbers of its own: of 20 to 2000 sweeps, so many that
//      all together read 10^9 costs;
//   4. SubgraphDescent by clusters of at most 2^18 joint labels.
// The bound is the one that begin proves; as soon as an energy reaches it, or is as near as the gap of the
// rule, all ends.
//
// An iteration is one of begin in (1), a round in (2) and (4), in which every variable is in some subgraph,
// and a sweep over all variables in (3); stop.iterations bounds the sum of all. Of the time and the
// iterations that are left, (1) takes a third at most, and no more than 200 iterations, (2) a quarter of the
// rest, and of what then is left each annealing as much as (4); annealings of fewer sweeps cool faster. What
// one leaves is for those after it.
//
// Ends with kConverged when (4) does, whatever ended the others; with kIterationLimit or kTimeLimit when that
// ends (4), or nothing was left for it; with kOptimal, kGapReached and kInterrupted at once. Deterministic if
// begin is, unless the time limit or the flag ends a part. Thread-safe. Throws common::Error(kUsage) for a
// limit that is negative or NaN, and what begin throws.
MapResult SuccessiveDescent(const FactorGraph& graph, const Minimizer& begin, const StopRule& stop = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_
