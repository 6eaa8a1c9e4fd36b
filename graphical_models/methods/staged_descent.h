// Staged descent: several minimisers in turn, each of which escapes the local minima of the others.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_STAGED_DESCENT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_STAGED_DESCENT_H_

#include <functional>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

using Minimizer = std::function<MapResult(const FactorGraph&, const common::RunControl&)>;

struct StagedDescentOptions {
  double first_iterations =
      200;  // maximum iterations of stage 1; more give better bounds, and less to stages 2-5
  // The largest number of rounds of all stages, >= 0. 0: no limit; the run ends when the time is up or,
  // without a time limit, when a round after the first improves nothing. More rounds take more time and may
  // lower the energy.
  int rounds = 1;
};

// Substitutes determined variables (determined_variables.h), then runs five stages, each from the best
// labeling so far:
//   1. begin(graph, run), any minimiser that takes the reduced graph;
//   2. SubgraphDescent with clusters of at most 2^13 joint labels;
//   3. repeated SimulatedAnnealing of 20 to 500 sweeps, chosen so that one annealing reads about 3 * 10^7
//      costs. The first five start hot enough to forget the labeling they start from, later ones keep some of
//      it. Each result is fused with the best labeling and an earlier result (fusion.h). The stage ends after
//      40 annealings in a row without a lower energy;
//   4. SubgraphDescent with clusters of at most 2^18 joint labels;
//   5. the same from a random labeling.
//
//     const MapResult result = StagedDescent(
//         graph,
//         [](const FactorGraph& rest, const common::RunControl& part) {
//           return LoopyMaxProduct(rest, {.run = part});
//         },
//         {.stop = {.seconds = 60}}, {.rounds = 0});
//
// Take it (the method "subgraph-descent") for hard graphs if there is time. The bound is the one that `begin`
// proves. The run ends as soon as an energy reaches it, or comes as near as the gap of the stop rule.
//
// Iterations: those of `begin` in stage 1; rounds in stages 2 and 4, in each of which every variable is in
// some subgraph; sweeps over all variables in stage 3. stop.iterations limits their sum. Of the remaining
// time and iterations, stage 1 gets at most a third (and at most first_iterations) and stage 2 a quarter of
// the rest. What then remains is shared equally by 40 annealings, each with its fusion, and stage 4. An
// annealing of fewer sweeps cools faster. What a stage does not use is left to the following ones, and to
// more annealings.
//
// Stages 1 to 5 are a round. Further rounds, up to options.rounds, repeat them with changes:
//   - stage 1 runs again with five times as many iterations, unless it had converged; stage 2 is left out;
//   - stage 3 has twice as many sweeps, up to 16 times, and a SubgraphDescent from the result of each
//     annealing;
//   - stage 4 uses other subgraphs, and stage 5 runs twice.
// Without a time limit they end with the first round, after the first, that does not lower the energy.
//
// Endings: kConverged if stage 5 converges and no stage ran out of its time; kTimeLimit if one did, even if
// later ones ended before the whole time was over; kIterationLimit if it ends stage 5, or no iterations were
// left for it; kOptimal, kGapReached and kInterrupted at once. Deterministic if `begin` is, unless the time
// limit or the interrupt flag ends a stage. Thread-safe. Throws common::Error(kUsage) for a limit that is
// negative or NaN, and whatever `begin` throws.
MapResult StagedDescent(const FactorGraph& graph, const Minimizer& begin, const common::RunControl& run = {},
                        const StagedDescentOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_STAGED_DESCENT_H_
