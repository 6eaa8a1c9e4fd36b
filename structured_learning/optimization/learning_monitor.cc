#include "structured_learning/optimization/learning_monitor.h"

#include <cmath>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {

LearningMonitor::LearningMonitor(const LearningOptions& options, double lambda, int num_samples)
    : options_(options), lambda_(lambda), num_samples_(num_samples) {
  CheckLambda(lambda);
  CheckOptions(options);
  if (num_samples < 1) {
    common::ThrowDataError("problem", "at least one sample", "an empty training set");
  }
}

double LearningMonitor::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::optional<Termination> LearningMonitor::Record(double primal, double dual) {
  trace_.push_back(
      {.passes = passes(), .seconds = seconds(), .primal = primal, .dual = dual, .gap = primal - dual});
  const TracePoint& point = trace_.back();
  const bool go_on = !options_.observe || options_.observe(point);
  if (!std::isfinite(primal)) return Termination::kNumericalBreakdown;
  if (point.gap <= options_.tolerance) return Termination::kConverged;
  if (!go_on) return Termination::kInterrupted;
  if (point.passes >= options_.max_passes) return Termination::kPassLimit;
  if (point.seconds >= options_.max_seconds) return Termination::kTimeLimit;
  return std::nullopt;
}

LearningResult LearningMonitor::Finish(DenseVector weights, Termination termination) {
  STRUCTLAB_CHECK(!trace_.empty());
  const TracePoint last = trace_.back();
  return {.weights = std::move(weights),
          .lambda = lambda_,
          .primal = last.primal,
          .dual = last.dual,
          .gap = last.gap,
          .passes = passes(),
          .gap_passes = static_cast<double>(gap_calls_) / num_samples_,
          .seconds = seconds(),
          .termination = termination,
          .trace = std::move(trace_)};
}

}  // namespace structlab::structured_learning
