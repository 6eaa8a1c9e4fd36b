#include "structured_learning/optimization/learning_options.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

common::RunControl LearningRun(double gap, double passes, uint64_t seed) {
  return {.stop = {.iterations = passes, .gap = gap}, .seed = seed};
}

void CheckLambda(double lambda) {
  if (!(std::isfinite(lambda) && lambda > 0)) {
    common::ThrowUsageError("lambda", "a finite number above 0", common::FormatDouble(lambda));
  }
}

void CheckLearningRun(const common::RunControl& run) {
  common::CheckStopRule(run.stop);
  if (!(std::isfinite(run.stop.gap) && run.stop.gap >= 0)) {
    common::ThrowUsageError("gap", "a finite number of at least 0", common::FormatDouble(run.stop.gap),
                            "set the duality gap at which the learner stops");
  }
}

}  // namespace structlab::structured_learning
