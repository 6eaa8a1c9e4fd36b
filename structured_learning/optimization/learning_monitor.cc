#include "structured_learning/optimization/learning_monitor.h"

#include <cmath>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {

LearningMonitor::LearningMonitor(const common::RunControl& run, double lambda, int num_samples)
    : run_(run), lambda_(lambda), num_samples_(num_samples) {
  CheckLambda(lambda);
  CheckLearningRun(run);
  if (num_samples < 1) {
    common::ThrowDataError("problem", "at least one sample", "an empty training set");
  }
}

std::optional<common::Ending> LearningMonitor::Record(double primal, double dual) {
  const std::optional<common::Ending> ending = run_.Record(passes(), primal, dual);
  const bool is_wrong = !std::isfinite(primal) || IsDualTooHigh(primal, dual);
  return is_wrong ? common::Ending::kNumericalBreakdown : ending;
}

LearningResult LearningMonitor::Finish(DenseVector weights, common::Ending ending) {
  STRUCTLAB_CHECK(!run_.trace().empty());
  const common::TracePoint last = run_.trace().back();
  return {.weights = std::move(weights),
          .lambda = lambda_,
          .primal = last.value,
          .dual = last.bound,
          .gap = last.gap(),
          .passes = passes(),
          .gap_passes = static_cast<double>(gap_calls_) / num_samples_,
          .seconds = run_.seconds(),
          .ending = ending,
          .trace = run_.Take()};
}

}  // namespace structlab::structured_learning
