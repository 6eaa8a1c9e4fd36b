// Minimisation by several methods in turn, each of which leaves the minima in which the others end.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_

#include <functional>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

using Minimizer = std::function<MapResult(const FactorGraph&, const common::RunControl&)>;

struct StagedDescentOptions {
  double first_iterations = 200;  // of the first part, at most
  int max_rounds = 1;             // >= 0; 0: any number
};

// Takes determined variables out (determined_variables.h), then goes on from the best labeling so far with
//   1. begin(graph, run), which may be any minimiser that takes the graph that is left;
//   2. SubgraphDescent by clusters of at most 2^13 joint labels;
//   3. SimulatedAnnealing again and again, of 20 to 500 sweeps, so many that each reads 3 * 10^7 costs: the
//      first five forget where they start, others but some of it. What each finds is fused with the best
//      labeling and one that was found before (fusion.h). After 40 in turn that leave the energy all ends;
//   4. SubgraphDescent by clusters of at most 2^18 joint labels;
//   5. the same from a random labeling.
// The bound is the one that begin proves; as soon as an energy reaches it, or is as near as the gap of the
// rule, all ends.
//
// An iteration is one of begin in (1), a round in (2) and (4), in which every variable is in some subgraph,
// and a sweep over all variables in (3); stop.iterations bounds the sum of all. Of the time and the
// iterations that are left, (1) takes a third at most, and no more than first_iterations, (2) a quarter of
// the rest, and of what then is left each of 40 annealings, with its fusion, as much as (4); annealings of
// fewer sweeps cool faster. What one leaves is for those after it, and for more annealings.
//
// Steps 1 to 5 are a round. Further rounds, up to max_rounds, repeat them with changes: (1) again, with five
// times as many iterations, if it had not converged; (3) with twice as many sweeps, up to 16 times, and a
// SubgraphDescent from what each annealing found; (4) with other subgraphs; (5) twice. They end with the
// time, or, if that has no limit, with one (after the first) that leaves the energy.
//
// Ends with kConverged when (5) does and no part ran out of its time; with kTimeLimit when one did, even if
// those after it ended by themselves before the whole time was over; with kIterationLimit when that ends (5),
// or nothing was left for it; with kOptimal, kGapReached and kInterrupted at once. Deterministic if begin is,
// unless the time limit or the flag ends a part. Thread-safe. Throws common::Error(kUsage) for a limit that
// is negative or NaN, and what begin throws.
MapResult StagedDescent(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run = {},
                        const StagedDescentOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_SUCCESSIVE_DESCENT_H_
