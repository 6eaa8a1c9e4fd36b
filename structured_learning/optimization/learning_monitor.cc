#include "structured_learning/optimization/learning_monitor.h"

#include <cmath>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {

LearningMonitor::LearningMonitor(const common::RunControl& run, double lambda, int num_samples,
                                 OracleCertificate certificate)
    : run_(run), lambda_(lambda), num_samples_(num_samples), certificate_(certificate) {
  CheckLambda(lambda);
  CheckLearningRun(run);
  if (num_samples < 1) {
    common::ThrowDataError("problem", "at least one sample", "an empty training set");
  }
}

std::optional<common::Ending> LearningMonitor::Record(double primal, double dual,
                                                      std::optional<double> seen) {
  const std::optional<common::Ending> ending = run_.Record(passes(), primal, dual);
  const bool is_certified = certificate_ != OracleCertificate::kNone;
  if (!std::isfinite(primal) || (is_certified && IsDualTooHigh(primal, dual))) {
    return common::Ending::kNumericalBreakdown;
  }
  if (ending == common::Ending::kGapReached && !is_certified) return common::Ending::kHeuristicallyConverged;
  if (!ending && seen.value_or(primal) - dual <= run_.rule().gap) {
    return common::Ending::kHeuristicallyConverged;
  }
  return ending;
}

common::Ending LearningMonitor::NoProgress() const {
  return certificate_ == OracleCertificate::kExact ? common::Ending::kNumericalBreakdown
                                                   : common::Ending::kHeuristicallyConverged;
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
          .certificate = certificate_,
          .trace = run_.Take()};
}

}  // namespace structlab::structured_learning
