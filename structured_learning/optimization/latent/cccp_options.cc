#include "structured_learning/optimization/latent/cccp_options.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

void CheckLatentOptions(double lambda, const LatentOptions& options, int num_samples, int dimension) {
  CheckLambda(lambda);
  common::CheckStopRule(options.run.stop);
  if (options.run.stop.gap != -std::numeric_limits<double>::infinity()) {
    common::ThrowUsageError("gap", "none, since nothing bounds an objective that is not convex",
                            common::FormatDouble(options.run.stop.gap), "set epsilon instead");
  }
  if (!(std::isfinite(options.epsilon) && options.epsilon > 0)) {
    common::ThrowUsageError("epsilon", "a finite number above 0", common::FormatDouble(options.epsilon));
  }
  if (!(options.gap_share > 0 && options.gap_share <= 1)) {
    common::ThrowUsageError("gap_share", "a number above 0, at most 1",
                            common::FormatDouble(options.gap_share));
  }
  if (!(options.passes_per_round >= 2)) {
    common::ThrowUsageError("passes_per_round", "at least 2", common::FormatDouble(options.passes_per_round));
  }
  CheckCuttingPlaneOptions({.proximity = options.proximity, .box = options.box, .start = options.start},
                           dimension);
  if (num_samples < 1) {
    common::ThrowDataError("problem", "at least one sample", "an empty training set");
  }
}

DenseVector StartOf(const LatentOptions& options, int dimension) {
  if (options.start) return *options.start;
  const DenseVector center =
      options.proximity.alpha > 0 ? options.proximity.center : DenseVector(DenseVector::Zero(dimension));
  return options.box ? options.box->Clip(center) : center;
}

common::RunControl RunOfRound(const LatentOptions& options, double seconds) {
  return {.stop = {.iterations = options.passes_per_round,
                   .seconds = std::max(0.0, options.run.stop.seconds - seconds),
                   .gap = options.gap_share * options.epsilon,
                   .interrupted = options.run.stop.interrupted},
          .seed = options.run.seed,
          .threads = options.run.threads};
}

std::optional<common::Ending> ConvergenceAt(const LatentRound& round, double before,
                                            const LatentOptions& options) {
  if (!std::isfinite(round.objective)) return common::Ending::kNumericalBreakdown;
  const bool is_small = before - round.objective < options.epsilon;
  if (round.ending == common::Ending::kGapReached) {
    if (is_small || round.completions_changed == 0) return common::Ending::kConverged;
  } else if (is_small && round.ending != common::Ending::kIterationLimit) {
    return common::Ending::kHeuristicallyConverged;
  }
  return std::nullopt;
}

bool IsRise(const LatentRound& round, double before, const LatentOptions& options) {
  const double target = options.gap_share * options.epsilon;
  const double allowed = round.gap > target ? round.gap : target;  // the target if the gap is NaN
  return round.objective - before > allowed + 1e-13 * std::abs(before);
}

}  // namespace structlab::structured_learning
