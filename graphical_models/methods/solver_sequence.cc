#include "graphical_models/methods/solver_sequence.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// The last point of the trace so far; before the first point, one without a labeling.
common::TracePoint LastPoint(const std::optional<MapResult>& result) {
  if (result && !result->trace.empty()) return result->trace.back();
  return {.iteration = 0, .seconds = 0, .value = kInfinity, .bound = -kInfinity};
}

// Converts a point of a minimiser that began at time `start` to the whole run.
common::TracePoint After(const common::TracePoint& last, double start, const common::TracePoint& point) {
  return {.iteration = last.iteration + point.iteration,
          .seconds = start + point.seconds,
          .value = std::min(last.value, point.value),
          .bound = std::max(last.bound, point.bound)};
}

common::Observer ObserverAfter(const common::TracePoint& last, double start,
                               const common::Observer& observer) {
  if (!observer) return {};
  return [last, start, observer](const common::TracePoint& point) {
    return observer(After(last, start, point));
  };
}

}  // namespace

SolverSequence::SolverSequence(const common::RunControl& run) : run_(run), clock_(run) {}

bool SolverSequence::IsDone() const {
  return result_ &&
         (result_->ending == common::Ending::kOptimal || result_->ending == common::Ending::kGapReached ||
          result_->ending == common::Ending::kInterrupted);
}

std::optional<common::Ending> SolverSequence::NothingLeft(double seconds_left, double iterations_left) const {
  if (!(seconds_left > 0)) return common::Ending::kTimeLimit;
  if (iterations_left <= 0) return common::Ending::kIterationLimit;
  return std::nullopt;
}

double SolverSequence::iterations_left() const {
  return std::max(0.0, run_.stop.iterations - LastPoint(result_).iteration);
}

void SolverSequence::Run(int parts, const std::function<MapResult(const common::RunControl&)>& minimize) {
  if (IsDone()) return;
  const double start = clock_.seconds(), left = std::max(0.0, run_.stop.seconds - start);
  const common::TracePoint last = LastPoint(result_);
  const double iterations = iterations_left();
  if (result_) {
    if (const auto ending = NothingLeft(left, iterations)) {
      result_->ending = *ending;
      return;
    }
  }
  common::RunControl run = run_;
  run.stop.seconds = left / parts;
  run.stop.iterations = std::ceil(iterations / parts);
  run.observer = ObserverAfter(last, start, run_.observer);
  Add(minimize(run), start);
}

void SolverSequence::ThinTrace(size_t begin) {
  std::vector<common::TracePoint>& trace = result_->trace;
  size_t kept = begin;
  for (size_t i = begin; i < trace.size(); ++i) {
    const bool is_last = i + 1 == trace.size();
    const bool shows_change =
        kept == 0 || trace[i].value != trace[kept - 1].value || trace[i].bound != trace[kept - 1].bound;
    if (is_last || shows_change) trace[kept++] = trace[i];
  }
  trace.resize(kept);
}

void SolverSequence::Add(MapResult next, double start) {
  const common::TracePoint last = LastPoint(result_);
  const bool was_out_of_time = result_ && result_->ending == common::Ending::kTimeLimit;
  if (was_out_of_time &&
      (next.ending == common::Ending::kConverged || next.ending == common::Ending::kIterationLimit)) {
    next.ending = common::Ending::kTimeLimit;
  }
  for (common::TracePoint& point : next.trace) point = After(last, start, point);
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
