// Options of block-coordinate Frank-Wolfe.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_

#include "structured_learning/optimization/learning_options.h"

namespace structlab::structured_learning {

enum class BlockSampling {
  kUniform,  // each step any block with the same probability ("U")
  // In proportion to the last seen block gaps, after one pass in random order ("G"). A block whose gap was 0
  // is not drawn again until an exact gap is measured; where all are 0 it is as kUniform.
  //
  // With the exact rule that costs time at most: the exact gap refreshes all of them, and alone decides. With
  // the heuristic rule no gap is ever measured, so that within a run such a block never comes up again (on a
  // path dividing lambda adds to its gap); what the steps of the others open there is missing from the sum
  // that ends the run. The floor under the gaps that some take, 1e-12 of the largest, would not help: it
  // draws such a block once in 1e12 steps. Where that matters, take the exact rule.
  kGap,
  kCyclic  // 0, 1, ..., n-1, 0, ...; starts at 0 with each call
};

enum class StoppingRule {
  kExact,  // the gap of a full oracle pass ("STD")
  // The sum of the last seen block gaps, which may be stale ("HEU"): proves nothing. Ends as numerical
  // breakdown where a pass raises the dual by less than its last digit.
  kHeuristic
};

// A run of the exact rule that meets a limit, or is interrupted, between two exact gaps measures one more:
// its result has the gap of its weights, by a pass that counts and may be beyond the limit. No point of the
// trace is added. If that gap is within the tolerance, the run has converged.
struct BcfwOptions {
  common::RunControl run = LearningRun();
  BlockSampling sampling = BlockSampling::kGap;
  StoppingRule stopping = StoppingRule::kExact;
  // Stop also where the gap is within this share of the primal. For the exact rule alone: the other knows no
  // primal.
  double relative_tolerance = 0;
  // Exact rule: passes between two exact gaps. A gap is also measured as soon as the stale sum is within the
  // tolerance, so that no pass is wasted (section 5.8).
  double passes_between_gaps = 10;
  // Measures the exact gap before the first step too.
  bool gap_first = false;
  // Takes the full pass of an exact gap for one step of all blocks ("HYB", Alg. 14). Its n oracle calls count
  // once, in `passes` and in `gap_passes`. With the heuristic rule, which measures no gap, only together with
  // gap_first: one such step, before all others.
  bool hybrid = false;
  // With bounds on the weights: the source's step (5.38) of Alg. 15, which takes all weights as free and
  // converges slowly where bounds are active, instead of our exact line search; for single blocks and for the
  // steps of all of them (hybrid). No difference without bounds. Not together with `plane_cache`.
  bool short_steps = false;
  // Returns the average of the iterates with weights proportional to the step number instead of the last, and
  // goes on until its own gap is within the tolerance: one more oracle pass each time the exact gap of the
  // last one is, and from the first such time on every passes_between_gaps alone.
  // Not on a path. In a run that met a limit the pass that measures the average takes the place of the one
  // for the gap of its last iterate.
  bool average = false;
  // Keeps the corners of each block and solves the block over all of them at each visit, in place of one step
  // to the last corner (plane_cache.h); corners without a share are kept for this many visits. 0: no cache.
  // Not together with `hybrid`, nor with `short_steps`: it takes no steps.
  int plane_cache = 0;
};

// Throws common::Error (usage) on an option out of its range: those of CheckLearningRun; relative_tolerance
// finite and >= 0, and 0 with the heuristic rule; passes_between_gaps > 0, or 0 with hybrid; plane_cache >=
// 0, and 0 with hybrid or short_steps. And on hybrid with the heuristic rule without gap_first.
void CheckBcfwOptions(const BcfwOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_
