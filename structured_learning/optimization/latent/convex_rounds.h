// The convex-concave procedure (Yuille, Rangarajan 2003) for objectives that are a convex function minus a
// convex one: a round minimises a convex upper bound that is exact at the weights at which it was made.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CONVEX_ROUNDS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CONVEX_ROUNDS_H_

#include <cmath>
#include <concepts>
#include <optional>
#include <utility>

#include "common/parallel.h"
#include "structured_learning/optimization/latent/cccp_options.h"
#include "structured_learning/optimization/learning_result.h"
#include "structured_learning/optimization/sample_planes.h"

namespace structlab::structured_learning {

// The convex problem of a round, which changes from round to round. P(w) is lambda/2 |w|^2 + mean hinge +
// MeanPenalty(), at least the objective of the procedure and equal to it at the weights of the last Complete
// (or of the constructor). Complete(weights, pool) makes the problem of the next round, and returns
//   mean_gain >= 0: by how much this lowers P(weights),
//   changed, kept: numbers for LatentRound.
// Examples: CompletedProblem (problem/latent_problem.h), LinkedRankingRound (ranking/linked_ranking/).
template <class R>
concept ConvexRound = StructuredProblem<R> &&
    requires(R& round, const R& same, const WeightsView& weights, common::ThreadPool* pool) {
  { round.Complete(weights, pool).mean_gain } -> std::convertible_to<double>;
  { round.Complete(weights, pool).changed } -> std::convertible_to<int>;
  { round.Complete(weights, pool).kept } -> std::convertible_to<int>;
  { same.MeanPenalty() } -> std::convertible_to<double>;
};

// Runs the rounds. `convex_round` was made at StartOf(options, its dimension); `recorder` with options.run,
// before it. The oracles run on the pool. `learn` minimises the objective of a round with the box and the
// proximity term of the options, to the gap of `run`:
//   LearningResult learn(const R& convex_round, const DenseVector& start, const common::RunControl& run);
// If its primal is NaN, it is measured here by one more pass. If no round ends above its start, the objective
// never rises. The options are checked by CheckLatentOptions before.
template <ConvexRound R, class Learner>
LatentResult MinimizeByConvexRounds(R& convex_round, double lambda, const LatentOptions& options,
                                    const Learner& learn, common::RunRecorder& recorder,
                                    common::ThreadPool& pool) {
  const CenteredRegularizer regularizer = CompleteSquare(lambda, options.proximity, convex_round.dimension());
  DenseVector weights = StartOf(options, convex_round.dimension());
  const auto measure_hinge = [&](const DenseVector& w) {
    return HighestMeanPlane(convex_round, w, &pool).mean_hinge;
  };
  double objective = regularizer.ValueAt(weights) + measure_hinge(weights) + convex_round.MeanPenalty();
  LatentResult result{.weights = weights, .lambda = lambda, .objective = objective, .passes = 1};
  result.rounds.push_back({.objective = objective, .seconds = recorder.seconds(), .passes = 1});
  std::optional<common::Ending> ending = recorder.Record(0, objective);
  if (!std::isfinite(objective)) ending = common::Ending::kNumericalBreakdown;

  while (!ending) {
    LearningResult convex =
        learn(std::as_const(convex_round), std::as_const(weights), RunOfRound(options, recorder.seconds()));
    if (std::isnan(convex.primal)) {
      convex.primal = regularizer.ValueAt(convex.weights) + measure_hinge(convex.weights);
      ++convex.passes;
    }
    LatentRound round{.passes = convex.passes, .gap = convex.gap, .ending = convex.ending};
    // An upper bound of (2.88): the convex objective, with the completions of this round.
    round.objective = convex.primal + convex_round.MeanPenalty();
    const bool is_cut_short =
        convex.ending == common::Ending::kInterrupted || convex.ending == common::Ending::kTimeLimit;
    if (!is_cut_short) {
      const auto change = convex_round.Complete(convex.weights, &pool);
      round.objective -= change.mean_gain;
      round.completions_changed = change.changed;
      round.completions_kept = change.kept;
    }
    round.seconds = recorder.seconds();
    result.passes += round.passes;
    result.rounds.push_back(round);
    ending = recorder.Record(static_cast<double>(result.rounds.size() - 1), round.objective);

    if (is_cut_short) {
      ending = convex.ending;
    } else if (const auto converged = ConvergenceAt(round, objective, options)) {
      ending = converged;
    }
    if (IsRise(round, objective, options)) {
      result.objective_rose = true;
      if (!is_cut_short) ending = common::Ending::kHeuristicallyConverged;
    }
    weights = std::move(convex.weights);
    objective = round.objective;
    if (objective < result.objective) result.weights = weights, result.objective = objective;
  }
  result.ending = *ending;
  result.seconds = recorder.seconds();
  result.trace = recorder.Take();
  return result;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CONVEX_ROUNDS_H_
