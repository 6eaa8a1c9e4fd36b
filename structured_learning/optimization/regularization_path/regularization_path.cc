#include "structured_learning/optimization/regularization_path/regularization_path.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

void CheckPathOptions(const PathOptions& options) {
  const auto require = [](const char* name, double value, bool holds, const char* expected) {
    if (!holds) common::ThrowUsageError(name, expected, common::FormatDouble(value));
  };
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  require("epsilon", options.epsilon, positive(options.epsilon), "a finite number > 0");
  require("kappa1", options.kappa1, options.kappa1 > 0 && options.kappa1 < 1, "a number > 0 and < 1");
  require("kappa2", options.kappa2, positive(options.kappa2), "a finite number > 0");
  require("lambda_min", options.lambda_min, positive(options.lambda_min), "a finite number > 0");
  CheckBcfwOptions(options.optimizer);
  // The bound of a segment belongs to the iterate from which the next segment starts, not to an average.
  if (options.optimizer.average) common::ThrowUsageError("average", "false on a path", "true");
  // A breakpoint guarantees the gap itself, not its share of the primal.
  require("relative_tolerance", options.optimizer.relative_tolerance,
          options.optimizer.relative_tolerance == 0, "0 on a path");
}

}  // namespace structlab::structured_learning
