// Training of structured SVMs by block-coordinate Frank-Wolfe (BCFW) and its variants (Lacoste-Julien et al.
// 2013; Osokin et al. 2016; Dokania 2016, Alg. 13 to 15).
//
// Start here if you want to train a structured SVM in your own program. Everything is in the namespace
// structlab::structured_learning:
//
//     #include "structured_learning/optimization/frank_wolfe/bcfw.h"
//     #include "structured_learning/optimization/model.h"
//     ...
//     const MyProblem problem(training_samples);  // its members: problem/structured_problem.h
//     BcfwOptions options;
//     options.run = LearningRun(/*gap=*/1e-3, /*passes=*/100);
//     const LearningResult result = Bcfw(problem, /*lambda=*/0.01, options);
//     SaveModel({result.weights, result.lambda, {{"problem", "mine"}}}, "mine.model");
//     const MyProblem::Output y = MyProblem(new_samples).Predict(0, result.weights);
//
// result.ending says why the training stopped, and result.gap by how much the objective may exceed its
// minimum. MyProblem is a class that you write, like problem/example_problem.h, or a ready-made one:
// problem/chain_problem.h (sequences) or problem/multiclass.h (classes). tools/example_program/main.cc is a
// complete program for sequences.
//
// When to take which learner:
// - Bcfw: the first choice. Each step needs only one oracle call, and the gap is exact when it is measured.
// - Bcfw with plane_cache = 5: for high accuracy with fewer oracle calls; needs more memory for each sample.
// - FrankWolfe: only as a baseline, since each step is a full pass.
// - cutting_plane/cutting_plane.h: the oracle is expensive, n is large, and the oracle should run in several
//   threads.
// - subgradient.h: the features are huge; needs the least memory, but the fast (stochastic) variant proves no
//   gap.
// - regularization_path/regularization_path.h: lambda is unknown.
// - latent/cccp.h: a part of each output is hidden.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_H_

#include <optional>
#include <utility>

#include "structured_learning/optimization/frank_wolfe/bcfw_solver.h"
#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"  // the state that chains declare

namespace structlab::structured_learning {

// Minimises P(w) (structured_problem.h) from w = 0; with a box, over lower <= w <= upper (section 5.5). Each
// step makes one oracle call and a line search on one block (one sample). The dual never falls. The gap falls
// like O(1/k) after k steps.
//
//     const LearningResult result = Bcfw(problem, 0.01, {}, Box::NonNegative(problem.dimension()));
//
// With a box the dual keeps V = sum_i w_i; the weights that the oracle sees and that are returned are
// clip(V). (Clipping the blocks instead would break V = sum_i w_i.) Alg. 15 takes the short step (5.38). Here
// the steps, of single blocks and of all blocks, are exact line searches (box_line_search.h) unless
// options.short_steps is set: the short steps converge slowly where bounds are active.
//
// Throws common::Error for lambda <= 0, invalid options, an invalid box, and a problem without samples. Cost:
// each step takes one oracle call and O(d) operations; chains need fewer (chain_dual_state.h). Memory: one
// plane for each sample, more with plane_cache. Deterministic for a seed. Runs in the caller's thread;
// several runs may share a problem.
template <StructuredProblem P>
LearningResult Bcfw(const P& problem, double lambda, const BcfwOptions& options,
                    std::optional<Box> box = {}) {
  DualState<P> state(problem, lambda, std::move(box));
  BlockGaps gaps(state.size());
  BcfwSolver<DualState<P>> solver(state, gaps, options);
  return solver.Run();
}

// Frank-Wolfe on all blocks at once (Alg. 12). A baseline: each step is a full oracle pass, which also gives
// the exact gap, so `gap_passes` counts all passes. The step is an exact line search, also with a box.
//
//     const LearningResult result = FrankWolfe(problem, /*lambda=*/0.01, LearningRun(1e-2));
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
