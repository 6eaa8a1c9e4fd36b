#include "common/run_control.h"

#include <cmath>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::common {

std::string_view EndingName(Ending ending) {
  switch (ending) {
    case Ending::kOptimal:
      return "optimal";
    case Ending::kConverged:
      return "converged";
    case Ending::kHeuristicallyConverged:
      return "heuristically converged";
    case Ending::kGapReached:
      return "gap reached";
    case Ending::kIterationLimit:
      return "iteration limit";
    case Ending::kTimeLimit:
      return "time limit";
    case Ending::kInterrupted:
      return "interrupted";
    case Ending::kNumericalBreakdown:
      return "numerical breakdown";
  }
  CheckFailed("a known ending", __FILE__, __LINE__);
}

void CheckStopRule(const StopRule& rule) {
  if (!(rule.iterations >= 0)) {
    ThrowUsageError("iteration limit", "0 or more", FormatDouble(rule.iterations));
  }
  if (!(rule.seconds >= 0)) ThrowUsageError("time limit", "0 seconds or more", FormatDouble(rule.seconds));
  if (std::isnan(rule.gap)) ThrowUsageError("gap", "a number", "nan");
}

RunRecorder::RunRecorder(const RunControl& control)
    : rule_(control.stop), observer_(control.observer), start_(std::chrono::steady_clock::now()) {
  CheckStopRule(rule_);
}

double RunRecorder::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::optional<Ending> RunRecorder::MustStop() const {
  const bool is_flag_set = rule_.interrupted != nullptr && rule_.interrupted->load(std::memory_order_relaxed);
  if (is_flag_set || observer_stops_) return Ending::kInterrupted;
  if (rule_.seconds < std::numeric_limits<double>::infinity() && seconds() >= rule_.seconds) {
    return Ending::kTimeLimit;
  }
  return std::nullopt;
}

std::optional<Ending> RunRecorder::MustStopAfter(double iterations) const {
  if (const std::optional<Ending> ending = MustStop()) return ending;
  if (iterations >= rule_.iterations) return Ending::kIterationLimit;
  return std::nullopt;
}

std::optional<Ending> RunRecorder::Record(double iteration, double value, double bound) {
  trace_.push_back({.iteration = iteration, .seconds = seconds(), .value = value, .bound = bound});
  if (observer_ && !observer_(trace_.back())) observer_stops_ = true;
  // Without a bound there is no gap, even if the rule allows an infinite gap.
  const bool has_bound = bound > -std::numeric_limits<double>::infinity();
  if (has_bound && value - bound <= rule_.gap) return Ending::kGapReached;
  return MustStopAfter(iteration);
}

std::vector<TracePoint> RunRecorder::Take() { return std::exchange(trace_, {}); }

}  // namespace structlab::common
