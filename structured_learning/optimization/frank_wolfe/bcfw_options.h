// Options of block-coordinate Frank-Wolfe.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_

#include "structured_learning/optimization/learning_options.h"

namespace structlab::structured_learning {

enum class BlockSampling {
  kUniform,  // each step draws every block with the same probability ("U")
  // In proportion to the block gaps seen last, after one pass in random order ("G"). Spends few steps on
  // blocks that are already optimal. A block whose gap was 0 is not drawn again until an exact gap is
  // measured; if all gaps are 0, the draw is as for kUniform.
  //
  // With the exact rule this can only cost time, because the exact gap refreshes all block gaps and decides
  // by itself when to stop. With the heuristic rule no gap is ever measured, so such a block is never drawn
  // again within a run (on a path, dividing lambda adds to its gap), and the gap that other steps open in it
  // is missing from the sum that ends the run. Some programs raise each gap to at least 1e-12 of the largest.
  // This would not help, since such a block would be drawn once in 1e12 steps. If this matters, use the exact
  // rule.
  kGap,
  kCyclic  // 0, 1, ..., n-1, 0, ...; starts at 0 with each call
};

enum class StoppingRule {
  kExact,  // the gap of a full oracle pass ("STD")
  // The sum of the block gaps seen last, which may be stale ("HEU"). Saves the passes that measure the gap,
  // but proves nothing. Ends with kNumericalBreakdown if a pass raises the dual by less than its last digit.
  kHeuristic
};

// Under the exact rule, a run that reaches a limit or is interrupted between two exact gaps measures the gap
// once more, so that the result has the gap of its weights. This pass counts and may be beyond the limit; it
// adds no point to the trace. If this gap is within the tolerance, the run has converged.
//
//     BcfwOptions options;
//     options.run = LearningRun(/*gap=*/1e-6, /*passes=*/500, /*seed=*/1);
//     options.plane_cache = 5;
struct BcfwOptions {
  common::RunControl run = LearningRun();
  BlockSampling sampling = BlockSampling::kGap;
  StoppingRule stopping = StoppingRule::kExact;
  // Also stop when the gap is at most this share of the primal. Only for the exact rule: the heuristic rule
  // does not know the primal.
  double relative_tolerance = 0;
  // Exact rule: number of passes between two exact gaps. A small number stops closer to the tolerance but
  // spends more passes on measuring. The gap is also measured as soon as the stale sum is within the
  // tolerance, so that no pass is wasted (section 5.8).
  double passes_between_gaps = 10;
  // Also measure the exact gap before the first step.
  bool gap_first = false;
  // Use the full pass of an exact gap also for one step of all blocks ("HYB", Alg. 14). Its n oracle calls
  // count once, in `passes` and in `gap_passes`. With the heuristic rule, which measures no gap, it requires
  // gap_first; then there is one such step, before all others.
  bool hybrid = false;
  // If the weights are bounded: take the source's step (5.38) of Alg. 15 instead of the exact line search,
  // for single blocks and for steps of all blocks. It treats all weights as free and converges slowly where
  // bounds are active; it serves to reproduce the source. No effect without bounds. Not allowed together with
  // `plane_cache`.
  bool short_steps = false;
  // Return the average of the iterates, with weights proportional to the step number, instead of the last
  // iterate (Lacoste-Julien et al. 2013, section 3.6). Continue until the average's own gap is within the
  // tolerance. This needs one more oracle pass each time the exact gap of the last iterate is within the
  // tolerance; after the first such time the gaps are measured only every passes_between_gaps. Not allowed on
  // a path. In a run that reaches a limit, the pass that measures the average replaces the one for the gap of
  // the last iterate.
  bool average = false;
  // Keep the corners (oracle answers) of each block, and at each visit solve the block over all its corners
  // instead of taking one step to the new corner (plane_cache.h). Fewer oracle calls to high accuracy, for
  // more memory. A corner without a share is kept for this many visits. 0: no cache. Not allowed together
  // with `hybrid` or `short_steps`, because it takes no steps.
  int plane_cache = 0;
};

// Throws common::Error (usage) for invalid options:
// - what CheckLearningRun refuses;
// - relative_tolerance negative or not finite, or not 0 with the heuristic rule;
// - passes_between_gaps <= 0; 0 is allowed with hybrid;
// - plane_cache < 0, or not 0 with hybrid or short_steps;
// - hybrid with the heuristic rule without gap_first.
void CheckBcfwOptions(const BcfwOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_OPTIONS_H_
