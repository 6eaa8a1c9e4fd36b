#include "structured_learning/optimization/frank_wolfe/bcfw_options.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

// The heuristic rule never measures a gap, so options that need one would have no effect.
void CheckHeuristicOptions(const BcfwOptions& options) {
  if (options.relative_tolerance > 0) {
    common::ThrowUsageError("relative_tolerance", "0, since the heuristic rule does not know the primal",
                            common::FormatDouble(options.relative_tolerance));
  }
  if (options.hybrid && !options.gap_first) {
    common::ThrowUsageError("hybrid", "false, since the heuristic rule measures no gap", "true",
                            "take the exact rule, or gap_first for one such step");
  }
}

}  // namespace

void CheckBcfwOptions(const BcfwOptions& options) {
  CheckLearningRun(options.run);
  if (!(std::isfinite(options.relative_tolerance) && options.relative_tolerance >= 0)) {
    common::ThrowUsageError("relative_tolerance", "a finite number of at least 0",
                            common::FormatDouble(options.relative_tolerance));
  }
  // If it is 0, every step is a step of all blocks after a full pass. Without such steps nothing would ever
  // move.
  if (!(options.passes_between_gaps > 0 || (options.passes_between_gaps == 0 && options.hybrid))) {
    common::ThrowUsageError("passes_between_gaps", "a number above 0, or 0 with hybrid",
                            common::FormatDouble(options.passes_between_gaps));
  }
  // A step of all blocks at once would make the cached shares wrong.
  const bool cache_is_refused = options.hybrid || options.short_steps;
  if (options.plane_cache < 0 || (options.plane_cache > 0 && cache_is_refused)) {
    common::ThrowUsageError("plane_cache",
                            options.hybrid        ? "0, since hybrid is on"
                            : options.short_steps ? "0, since short_steps is on"
                                                  : "at least 0",
                            std::to_string(options.plane_cache));
  }
  if (options.stopping == StoppingRule::kHeuristic) CheckHeuristicOptions(options);
}

}  // namespace structlab::structured_learning
