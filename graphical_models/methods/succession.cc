#include "graphical_models/methods/succession.h"

#include <algorithm>
#include <utility>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// The last point of the trace so far; before the first one, of no labeling.
TracePoint LastPoint(const std::optional<MapResult>& result) {
  if (result && !result->trace.empty()) return result->trace.back();
  return {.seconds = 0, .iteration = 0, .energy = kInfinity, .lower_bound = -kInfinity};
}

// A point of a minimiser that began after so many seconds, in terms of the whole.
TracePoint After(const TracePoint& last, double start, const TracePoint& point) {
  return {.seconds = start + point.seconds,
          .iteration = last.iteration + point.iteration,
          .energy = std::min(last.energy, point.energy),
          .lower_bound = std::max(last.lower_bound, point.lower_bound)};
}

class ObserverAfter : public TraceObserver {
 public:
  ObserverAfter(const TracePoint& last, double start, TraceObserver* observer)
      : last_(last), start_(start), observer_(observer) {}

  void See(const TracePoint& point) override {
    if (observer_ != nullptr) observer_->See(After(last_, start_, point));
  }

 private:
  TracePoint last_;
  double start_;
  TraceObserver* observer_;
};

}  // namespace

Succession::Succession(const StopRule& stop) : stop_(stop), clock_(stop) {}

bool Succession::IsDone() const {
  return result_ && (result_->ending == Ending::kOptimal || result_->ending == Ending::kGapReached ||
                     result_->ending == Ending::kInterrupted);
}

std::optional<Ending> Succession::NothingLeft(double seconds_left, int64_t iterations_left) const {
  if (!(seconds_left > 0)) return Ending::kTimeLimit;
  if (iterations_left <= 0) return Ending::kIterationLimit;
  return std::nullopt;
}

int64_t Succession::iterations_left() const {
  return std::max(int64_t{0}, stop_.iterations - LastPoint(result_).iteration);
}

void Succession::Run(int parts, const std::function<MapResult(const StopRule&)>& minimize) {
  if (IsDone()) return;
  const double start = clock_.seconds(), left = std::max(0.0, stop_.seconds - start);
  const TracePoint last = LastPoint(result_);
  const int64_t iterations = iterations_left();
  if (result_) {
    if (const auto ending = NothingLeft(left, iterations)) {
      result_->ending = *ending;
      return;
    }
  }
  ObserverAfter observer(last, start, stop_.observer);
  StopRule rule = stop_;
  rule.seconds = left / parts;
  rule.iterations = iterations / parts + (iterations % parts > 0 ? 1 : 0);
  rule.observer = &observer;
  Add(minimize(rule), start);
}

void Succession::Add(MapResult next, double start) {
  const TracePoint last = LastPoint(result_);
  const bool was_out_of_time = result_ && result_->ending == Ending::kTimeLimit;
  if (was_out_of_time && (next.ending == Ending::kConverged || next.ending == Ending::kIterationLimit)) {
    next.ending = Ending::kTimeLimit;
  }
  for (TracePoint& point : next.trace) point = After(last, start, point);
  if (result_) {
    next.trace.insert(next.trace.begin(), result_->trace.begin(), result_->trace.end());
    next.lower_bound = std::max(next.lower_bound, result_->lower_bound);
    next.moves += result_->moves;
    if (!(next.energy < result_->energy)) {
      next.energy = result_->energy;
      next.labeling = std::move(result_->labeling);
    }
    next.lower_bound = std::min(next.lower_bound, next.energy);
  }
  result_ = std::move(next);
}

}  // namespace structlab::graphical_models
