// Options and result of learning with hidden variables.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_

#include <optional>
#include <vector>

#include "structured_learning/optimization/cutting_plane/cutting_plane_options.h"
#include "structured_learning/optimization/learning_options.h"

namespace structlab::structured_learning {

struct LatentOptions {
  // w_0 of Algorithm 6, within the box. Without it: the center of the proximity term, or else 0, moved into
  // the box. The method finds a local minimum, so the start matters.
  std::optional<DenseVector> start = {};
  // Stops when a round lowers the objective by less. > 0.
  double epsilon = 1e-3;
  // Each round's convex problem is solved to a duality gap of this share of epsilon; in (0, 1].
  double gap_share = 0.1;
  // Limit of each round's convex problem, at least 2. A round that meets it counts with the weights that it
  // reached, and does not end the run, however little it lowered the objective.
  double max_passes_per_round = 1000;
  Proximity proximity = {};
  std::optional<Box> box = {};
  // An iteration is a round. No gap can be set: nothing bounds an objective that is not convex. More threads
  // call the oracles of several samples side by side. The observer sees a point after each round; the flag
  // and the limit of time also stop within a round, after a pass.
  common::RunControl run = {.stop = {.iterations = 50}};
};

// One round. The first entry of a result is not one, but the start.
struct LatentRound {
  double objective = 0;  // (2.88) at the end of the round, with new completions
  double seconds = 0;    // since the start of the run
  // The convex problem: passes, duality gap, how it ended.
  double passes = 0;
  double gap = 0;
  common::Ending ending = common::Ending::kGapReached;
  // Completing the samples at its end: how many got another hidden value, and for how many the inference
  // found a worse one than they had, which is possible only where it is not exact.
  int completions_changed = 0;
  int completions_kept = 0;
};

struct LatentResult {
  DenseVector weights;  // the best of all rounds
  double lambda = 0;
  // (2.88) at the weights, proximity term included. After a stop within a round: an upper bound of it, with
  // the completions at the begin of the round.
  double objective = 0;
  std::vector<LatentRound> rounds = {};
  double passes = 0;  // loss-augmented oracle calls / n
  double seconds = 0;
  // kConverged: the objective fell by less than epsilon, or no completion changed, after a round that was
  // solved to its gap. kHeuristicallyConverged: the same, but the round ended otherwise (EndingName of
  // rounds.back().ending), or the objective rose. kIterationLimit, kTimeLimit, kInterrupted: of the run.
  // kNumericalBreakdown: the objective is not finite.
  common::Ending ending = common::Ending::kIterationLimit;
  // The last round raised the objective by more than its gap explains: the inference is not exact, or the
  // learner of the round did worse than it said. The weights are those before it.
  bool objective_rose = false;
  std::vector<common::TracePoint> trace = {};  // a point a round, the start included; no bound
};

// Throws common::Error (usage) for options out of the ranges above, and as CheckLambda, CheckStopRule and
// CheckCuttingPlaneOptions do; (data) for a problem without samples.
void CheckLatentOptions(double lambda, const LatentOptions& options, int num_samples, int dimension);

// w_0 as described at `start`.
DenseVector StartOf(const LatentOptions& options, int dimension);

// The control of one round, which begins this many seconds after the whole run.
common::RunControl RunOfRound(const LatentOptions& options, double seconds);

// Whether the run ends with this round, as described at LatentResult; `before` is the objective at its begin.
std::optional<common::Ending> ConvergenceAt(const LatentRound& round, double before,
                                            const LatentOptions& options);

// The round raised the objective by more than its gap, or the gap that it was to reach, and rounding explain.
bool IsRise(const LatentRound& round, double before, const LatentOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_OPTIONS_H_
