// The regularisation path of a structured SVM: a model within epsilon of the optimum for every lambda
// (Dokania 2016, sections 5.6 and 5.7, Alg. 16 and 17, corrected).
//
// Take it when you do not know lambda: it gives the models for all lambdas, with a gap of at most epsilon for
// each, usually for more passes than training at 20 lambdas (0.7 to 4.6 times as many on OCR words, see
// structured_learning/README.md). Then choose lambda on validation data:
//
//     PathOptions options;
//     options.epsilon = 0.1;
//     const RegularizationPath path = ComputeRegularizationPath(problem, options);
//     for (const double lambda : {1.0, 0.1, 0.01}) {
//       const ChainErrors errors = MeasureErrors(validation_problem, path.WeightsAt(lambda));
//     }
//
// If w and the planes are kept, the gap grows by (1 - 1/nu) Omega as lambda falls to lambda/nu, where Omega =
// l - lambda V'w (5.42). So a w with gap <= kappa1 epsilon is valid until the gap is (kappa1 + kappa2)
// epsilon. There block-coordinate Frank-Wolfe continues from it; such a lambda is a breakpoint.
//
// Differences from the source, which is wrong there:
// - Alg. 17 also takes nu = 1/(1 - tau/mu) if mu <= tau, which is negative, or max(1, it) = 1, which loops
//   forever. But then the condition (5.43) holds for every nu: the path ends, and w is valid down to lambda =
//   0.
// - "for any lambda less than or equal" (5.6.2) must be greater: the bound (5.51) is proportional to
//   1/lambda.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_REGULARIZATION_PATH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_REGULARIZATION_PATH_H_

#include <algorithm>
#include <cmath>
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/optimization/regularization_path/path_result.h"

namespace structlab::structured_learning {

struct PathOptions {
  double epsilon =
      0.1;  // maximum gap of every model of the path, if kappa1 + kappa2 = 1; smaller: more breakpoints
  double kappa1 = 0.5;  // share of epsilon that the optimiser reaches at a breakpoint, in (0, 1)
  double kappa2 =
      0.5;  // share by which the gap may grow in the segment after it, > 0; larger: fewer breakpoints
  double lambda_min = 1e-4;  // the path ends here, if not before
  // How to optimise at a breakpoint. Its tolerance is replaced by kappa1 epsilon; its limits hold at each
  // breakpoint. An average and a relative tolerance are not allowed. With the heuristic rule nothing is
  // proved: the true gap may exceed epsilon, and the order in which ties are resolved may change the length
  // of the path (on the worked example T3 with kappa1 = 0.5, it has 38 values if the lowest output is always
  // taken, and 39 if rounding takes another one once).
  BcfwOptions optimizer;
  // Which loss maximisers the path starts from. False: the lowest of equal ones. True: a random one, as in
  // the source, by problem.RandomLossMaximizer(i, stream), which the problem must then have.
  bool random_start = false;
  // Measure the exact gap at the first lambda, by one more pass, instead of using the bound (5.50).
  bool exact_first_gap = false;
  // What to do after a breakpoint at which the optimiser reached the limit of passes. False: the path ends
  // there. True: it continues from the current model. The next segment is then as long as its gap allows. But
  // if less than a hundredth of kappa2 epsilon is left for the gap to grow, or the gap is above (kappa1 +
  // kappa2) epsilon, the segment is as long as if the gap were kappa1 epsilon. So each breakpoint is below
  // the one before, and gaps may be above epsilon (PathSegment::gap and GapAt say by how much).
  bool continue_at_limit = false;
  bool keep_weights = true;  // false saves memory: segments hold no weights; only on_segment sees them
  // Called for each segment in turn. If it returns false, the path ends there. May be empty.
  std::function<bool(const PathSegment&)> on_segment = {};
};

// Throws common::Error (usage) on an option out of its range.
void CheckPathOptions(const PathOptions& options);

namespace internal {

// The minimum share of kappa2 epsilon by which the gap must be able to grow after a breakpoint at the limit
// of passes.
inline constexpr double kMinShareOfRoom = 0.01;

// Sums of small updates drift by a few last digits in each pass. A refresh costs about half a pass.
inline constexpr double kPassesBetweenRefreshes = 10;

// The dual point with every sample at a loss maximiser, which is good for large lambda (Alg. 16).
template <StructuredProblem P>
struct PathStart {
  std::vector<typename DualState<P>::Corner> corners;
  DenseVector direction;       // lambda w: Psi~ without the components that a bound at zero forbids
  double squared_norm = 0;     // of direction
  std::vector<double> thetas;  // max_y -direction'Psi_i(y)
  double lambda = 0;  // for every lambda from this value up, w = direction / lambda has gap <= kappa1 epsilon
};

// A problem with a member that draws a loss maximiser, each with the same probability.
template <class P>
concept DrawsLossMaximizers = requires(const P& problem, int i, common::RandomStream& stream) {
  { problem.RandomLossMaximizer(i, stream) } -> std::convertible_to<typename P::Output>;
};

template <StructuredProblem P>
PathStart<P> FindPathStart(const P& problem, const PathOptions& options, const std::optional<Box>& box) {
  if (options.random_start && !DrawsLossMaximizers<P>) {
    common::ThrowUsageError("random_start", "false for a problem without RandomLossMaximizer", "true");
  }
  const int size = problem.size();
  PathStart<P> start;
  DualState<P> state(problem, 1.0);  // lambda = 1: V is Psi~
  common::RandomStream stream(options.optimizer.run.seed, "regularization_path/start");
  start.corners.resize(size);
  for (int i = 0; i < size; ++i) {
    state.FindCorner(i, start.corners[i]);
    if constexpr (DrawsLossMaximizers<P>) {
      if (options.random_start) state.SetCorner(i, problem.RandomLossMaximizer(i, stream), start.corners[i]);
    }
  }
  state.MoveAll(start.corners, 1.0);
  start.direction = state.weights();
  double smallest = 0;
  if (box) smallest = RestrictDirection(*box, &start.direction);
  start.squared_norm = start.direction.squaredNorm();
  start.thetas.resize(size);
  double theta_sum = 0;
  for (int i = 0; i < size; ++i) {
    const auto plane = PlaneOf(problem, i, problem.Predict(i, start.direction));
    start.thetas[i] = plane.ValueAt(start.direction) - plane.loss;
    theta_sum += start.thetas[i];
  }
  // (5.51)
  start.lambda = (start.squared_norm + theta_sum / size) / (options.kappa1 * options.epsilon);
  start.lambda = std::max(start.lambda, smallest);
  if (!std::isfinite(start.lambda)) {
    common::ThrowDataError("the first lambda of the path", "a finite number",
                           common::FormatDouble(start.lambda),
                           "look for features and losses that are no numbers or very large, and for a very "
                           "small epsilon");
  }
  return start;
}

// The bounds (5.50) of the block gaps of a state at the start's corners; returns their sum.
template <StructuredProblem P>
double SetStartGaps(const PathStart<P>& start, DualState<P>& state, BlockGaps& gaps) {
  double sum = 0;
  for (int i = 0; i < state.size(); ++i) {
    const double bound =
        start.thetas[i] / (state.size() * state.lambda()) + state.lambda() * state.BlockDotWeights(i);
    gaps.Set(i, bound);
    sum += bound;
  }
  return sum;
}

}  // namespace internal

// Computes the path for lambda from infinity down to lambda_min or 0. Its `passes` count every oracle call
// except those of the start (two passes, or three with exact_first_gap), which are in `start_passes`. With a
// box the path is that of the bounded problem (section 5.7 has w >= 0; any box that contains 0 is allowed).
//
// Throws common::Error if 0 is outside of the box, for invalid options, and (data) if the problem has no
// samples, or its features or losses give no finite first lambda; and (usage) if its oracle is not exact.
// Only for margin rescaling. Memory: the weights of each segment unless keep_weights is false, and one plane
// for each sample. Deterministic for a seed. Runs in the caller's thread.
template <StructuredProblem P>
RegularizationPath ComputeRegularizationPath(const P& problem, const PathOptions& options,
                                             std::optional<Box> box = {}) {
  static_assert(
      !requires(const P& p, int i) { p.PlaneOf(i, p.truth(i)); },
      "the start of the path is derived for margin rescaling");
  CheckPathOptions(options);
  if (CertificateOf(problem) != OracleCertificate::kExact) {
    common::ThrowUsageError("problem", "an exact oracle, because each segment of the path needs a proved gap",
                            "the certificate \"" + std::string(CertificateName(CertificateOf(problem))) +
                                "\"; choose an exact inference, or train at single lambdas");
  }
  if (box) CheckBoxForPath(*box, problem.dimension());
  internal::PathStart<P> start = internal::FindPathStart(problem, options, box);

  PathBuilder builder(options.lambda_min, options.keep_weights, options.on_segment);
  // What holds from the start's lambda up also holds from lambda_min up if that is larger.
  const double lambda = std::max(start.lambda, options.lambda_min);
  builder.Start(start.direction, lambda, options.exact_first_gap ? 3 : 2);
  const int size = problem.size();
  DualState<P> state(problem, lambda, std::move(box));
  state.MoveAll(start.corners, 1.0);
  BlockGaps gaps(size);
  double gap = internal::SetStartGaps(start, state, gaps);

  const InterruptibleRun interruptible(options.optimizer.run);
  BcfwOptions optimizer = options.optimizer;
  optimizer.run = interruptible.run();
  optimizer.run.stop.gap = options.kappa1 * options.epsilon;
  BcfwSolver<DualState<P>> solver(state, gaps, optimizer);
  solver.StartFromCorners(start.corners);
  const double budget = (options.kappa1 + options.kappa2) * options.epsilon;
  LearningResult
      reached;  // result of the optimiser at this breakpoint; at the first one nothing had to be optimised
  reached.weights = state.weights();
  reached.ending = common::Ending::kGapReached;
  if (options.exact_first_gap) gap = ExactGap(state, &gaps);
  reached.gap = options.exact_first_gap ? gap : std::numeric_limits<double>::quiet_NaN();

  double passes_since_refresh = 0;
  for (;;) {
    const double omega = state.loss() - state.lambda() * state.SumDotWeights();
    double excess = budget - gap;  // tau
    // An optimiser at its limit may leave almost no room for the gap to grow; then the path would make tiny
    // steps forever.
    const bool optimised = reached.ending == common::Ending::kGapReached ||
                           reached.ending == common::Ending::kHeuristicallyConverged;
    const bool goes_on_at_limit =
        options.continue_at_limit && reached.ending == common::Ending::kIterationLimit;
    const double whole_room = options.kappa2 * options.epsilon;
    if (goes_on_at_limit && !(excess >= internal::kMinShareOfRoom * whole_room)) excess = whole_room;
    PathSegment segment;
    segment.lambda_high = state.lambda();
    segment.lambda_low = LowerEnd(state.lambda(), excess, omega);
    segment.gap = gap;
    segment.gap_is_exact = !std::isnan(reached.gap);
    segment.omega = omega;
    segment.dual = DualObjective(state);
    segment.passes = reached.passes;
    segment.gap_passes = reached.gap_passes;
    segment.seconds = reached.seconds;
    segment.ending = reached.ending;
    segment.weights = std::move(reached.weights);
    if (!builder.Add(std::move(segment), (optimised || goes_on_at_limit) && excess > 0)) break;

    const double factor = 1 / (1 - excess / omega);  // nu, (5.45)
    // g_i <- g_i + (1 - 1/nu) Omega_i, with Omega_i = l_i - lambda w_i'w.
    for (int i = 0; i < size; ++i) {
      const double block_omega = state.block_loss(i) - state.lambda() * state.BlockDotWeights(i);
      gaps.Set(i, gaps[i] + (1 - 1 / factor) * block_omega);
    }
    state.DivideLambda(factor);
    reached = solver.Run();
    if (interruptible.is_interrupted()) reached.ending = common::Ending::kInterrupted;
    passes_since_refresh += reached.passes;
    if (passes_since_refresh >= internal::kPassesBetweenRefreshes) {
      state.Refresh();
      passes_since_refresh = 0;
    }
    gap = std::isnan(reached.gap) ? gaps.sum() : reached.gap;
  }
  return builder.Finish();
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_REGULARIZATION_PATH_H_
