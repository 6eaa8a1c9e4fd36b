// Options and result of learning with hidden variables (cccp.h).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_

#include <optional>
#include <vector>

#include "structured_learning/optimization/cutting_plane/cutting_plane_options.h"
#include "structured_learning/optimization/learning_options.h"

namespace structlab::structured_learning {

struct LatentOptions {
  // w_0 of Algorithm 6, within the box. If missing: the center of the proximity term, or otherwise 0, clipped
  // to the box. The method finds a local minimum, so the start matters.
  std::optional<DenseVector> start = {};
  // Stop when a round lowers the objective by less than this. > 0.
  double epsilon = 1e-3;
  // The convex problem of each round is solved to a duality gap of gap_share * epsilon; in (0, 1]. A smaller
  // share makes the rounds more exact and more expensive.
  double gap_share = 0.1;
  // Maximum number of passes for the convex problem of a round, at least 2. A round that reaches it counts
  // with the weights that it has, and does not end the run, however little it lowered the objective.
  double passes_per_round = 1000;
  Proximity proximity = {};
  std::optional<Box> box = {};
  // An iteration is a round. No gap can be set, since nothing bounds an objective that is not convex. With
  // several threads the oracles of several samples run in parallel. The observer sees a point after each
  // round; the flag and the time limit also stop within a round, after a pass.
  common::RunControl run = {.stop = {.iterations = 50}};
};

// One round. The first entry of a result is not a round, but the start.
struct LatentRound {
  double objective = 0;  // (2.88) at the end of the round, with new completions
  double seconds = 0;    // since the start of the run
  // Passes and duality gap of the convex problem, and why it stopped.
  double passes = 0;
  double gap = 0;
  common::Ending ending = common::Ending::kGapReached;
  // Completion of the samples at the end of the round: the number of samples that got another hidden value,
  // and the number for which the inference found a worse value than they had (only possible if the inference
  // is inexact).
  int completions_changed = 0;
  int completions_kept = 0;
};

struct LatentResult {
  DenseVector weights;  // the best of all rounds
  double lambda = 0;
  // (2.88) at the weights, including the proximity term. After a stop within a round it is an upper bound of
  // it, with the completions at the beginning of the round.
  double objective = 0;
  std::vector<LatentRound> rounds = {};
  double passes = 0;  // loss-augmented oracle calls / n
  double seconds = 0;
  // Why the run stopped:
  // - kConverged: the objective fell by less than epsilon, or no completion changed, after a round that
  //   reached its gap.
  // - kHeuristicallyConverged: the same, but the round ended for another reason (see rounds.back().ending);
  //   or the objective rose.
  // - kIterationLimit, kTimeLimit, kInterrupted: the limits of the run.
  // - kNumericalBreakdown: the objective is not finite.
  common::Ending ending = common::Ending::kIterationLimit;
  // True if the last round raised the objective by more than its gap explains: the inference is inexact, or
  // the learner of the round did worse than it reported. The weights are those before this round.
  bool objective_rose = false;
  std::vector<common::TracePoint> trace =
      {};  // one point for each round, including the start; it has no bound
};

// Throws common::Error (usage) for options outside the ranges above, and as CheckLambda, CheckStopRule and
// CheckCuttingPlaneOptions do; (data) for a problem without samples.
void CheckLatentOptions(double lambda, const LatentOptions& options, int num_samples, int dimension);

// w_0, as described at LatentOptions::start.
DenseVector StartOf(const LatentOptions& options, int dimension);

// The run control of a round that begins `seconds` seconds after the start of the whole run.
common::RunControl RunOfRound(const LatentOptions& options, double seconds);

// Returns why the run ends with this round, if it does, as described at LatentResult. `before` is the
// objective at the beginning of the round.
std::optional<common::Ending> ConvergenceAt(const LatentRound& round, double before,
                                            const LatentOptions& options);

// True if the round raised the objective by more than rounding and its gap (or the gap that it was to reach)
// explain.
bool IsRise(const LatentRound& round, double before, const LatentOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_
