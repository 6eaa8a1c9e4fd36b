#include "structured_learning/optimization/regularization_path/path_method.h"

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

void CheckPathRequest(const PathRequest& request) {
  double previous = std::numeric_limits<double>::infinity();
  for (const double lambda : request.lambdas) {
    if (!(lambda > 0 && lambda < previous)) {
      common::ThrowUsageError("lambdas", "numbers > 0, each below the one before",
                              common::FormatDouble(lambda));
    }
    previous = lambda;
  }
  if (!(request.run.stop.gap > 0)) {
    common::ThrowUsageError("gap", "a number > 0", common::FormatDouble(request.run.stop.gap));
  }
}

}  // namespace structlab::structured_learning
