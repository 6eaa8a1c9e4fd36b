#include "graphical_models/model/trace_recorder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {

TraceRecorder::TraceRecorder(const StopRule& rule) : rule_(rule), start_(std::chrono::steady_clock::now()) {
  if (rule.iterations < 0) {
    common::ThrowUsageError("iteration limit", "0 or more", std::to_string(rule.iterations));
  }
  if (!(rule.seconds >= 0)) {
    common::ThrowUsageError("time limit", "0 seconds or more", common::FormatDouble(rule.seconds));
  }
  if (std::isnan(rule.gap)) common::ThrowUsageError("gap", "a number", "nan");
}

double TraceRecorder::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::optional<Ending> TraceRecorder::MustStop() const {
  if (rule_.interrupted != nullptr && rule_.interrupted->load(std::memory_order_relaxed)) {
    return Ending::kInterrupted;
  }
  if (rule_.seconds < std::numeric_limits<double>::infinity() && seconds() >= rule_.seconds) {
    return Ending::kTimeLimit;
  }
  return std::nullopt;
}

std::optional<Ending> TraceRecorder::Record(int64_t iteration, double energy, double lower_bound) {
  best_energy_ = std::min(best_energy_, energy);
  best_bound_ = std::max(best_bound_, lower_bound);
  points_.push_back({seconds(), iteration, best_energy_, best_bound_});
  if (rule_.observer != nullptr) rule_.observer->See(points_.back());
  if (best_energy_ <= best_bound_) return Ending::kOptimal;
  // Without a bound there is no gap, however large a one was asked for.
  const bool has_bound = best_bound_ > -std::numeric_limits<double>::infinity();
  if (has_bound && best_energy_ - best_bound_ <= rule_.gap) return Ending::kGapReached;
  if (const std::optional<Ending> ending = MustStop()) return ending;
  if (iteration >= rule_.iterations) return Ending::kIterationLimit;
  return std::nullopt;
}

std::vector<TracePoint> TraceRecorder::Take() { return std::exchange(points_, {}); }

}  // namespace structlab::graphical_models
