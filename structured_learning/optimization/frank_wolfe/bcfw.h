// Block-coordinate Frank-Wolfe for structured SVMs and its variants
// (Lacoste-Julien et al. 2013; Osokin et al. 2016; Dokania 2016, Alg. 13 to 15).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_H_

#include <optional>
#include <utility>

#include "structured_learning/optimization/frank_wolfe/bcfw_solver.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"  // the state that chains declare

namespace structlab::structured_learning {

// Minimises P(w) (structured_problem.h), over the box where there is one (section 5.5), from w = 0.
// Each step: one oracle call and a line search on one block; the dual never falls. Converges like O(1/k).
// Deterministic for a seed; one thread. Throws common::Error on lambda <= 0, bad options or a bad box.
//
// With a box the iterate's w is clip(V), which the oracle sees; clipping blocks instead would break
// V = sum_i w_i. Alg. 15 takes the short step (5.38); the steps of blocks, and of all of them, are exact line
// searches (box_line_search.h) unless options.short_steps asks for its own: where bounds are active the short
// ones converge slowly.
template <StructuredProblem P>
LearningResult Bcfw(const P& problem, double lambda, const BcfwOptions& options,
                    std::optional<Box> box = {}) {
  DualState<P> state(problem, lambda, std::move(box));
  BlockGaps gaps(state.size());
  BcfwSolver<DualState<P>> solver(state, gaps, options);
  return solver.Run();
}

// Frank-Wolfe on all blocks at once (Alg. 12): each step is a full oracle pass, which gives the exact gap
// too, so that `gap_passes` counts all of them. The step is exact, with a box too.
template <StructuredProblem P>
LearningResult FrankWolfe(const P& problem, double lambda, const common::RunControl& run,
                          std::optional<Box> box = {}) {
  DualState<P> state(problem, lambda, std::move(box));
  BlockGaps gaps(state.size());
  BcfwOptions all_blocks;
  all_blocks.run = run;
  all_blocks.gap_first = true;
  all_blocks.hybrid = true;
  all_blocks.passes_between_gaps = 0;
  BcfwSolver<DualState<P>> solver(state, gaps, all_blocks);
  return solver.Run();
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_H_
