#include "experiments/map_inference/outcomes.h"

#include <algorithm>
#include <cmath>

#include "experiments/map_inference/references.h"

namespace structlab::map_inference {
namespace {

using harness::FinishedCase;
using harness::Results;

void TakeCurves(const FinishedCase& finished, Outcome& outcome) {
  for (const harness::RecordedCurve& curve : finished.record.curves) {
    if (curve.key.metric == kRounding) outcome.rounding = curve.y.front();
    if (curve.key.metric != kValueOverTime && curve.key.metric != kBoundOverTime) continue;
    Steps& steps = curve.key.metric == kValueOverTime ? outcome.values : outcome.bounds;
    steps.seconds = curve.x;
    steps.levels = curve.y;
    outcome.seconds = std::max(outcome.seconds, curve.x.back());
  }
}

void TakeValues(const FinishedCase& finished, Outcome& outcome) {
  for (const harness::RecordedValue& value : finished.record.values) {
    if (value.key.metric == kProved) outcome.proved = value.value == 1;
    // Of a case that was stopped there is the end of its curves.
    if (value.key.metric == kSeconds) outcome.seconds = value.value;
  }
}

}  // namespace

double Steps::At(double time) const {
  const auto later = std::ranges::upper_bound(seconds, time);
  return later == seconds.begin() ? before : levels[static_cast<size_t>(later - seconds.begin()) - 1];
}

std::vector<Outcome> OutcomesOf(const Results& results) {
  std::vector<Outcome> outcomes;
  for (const FinishedCase& finished : results.cases()) {
    if (finished.record.refusal) continue;
    Outcome& outcome = outcomes.emplace_back();
    outcome.instance = finished.c.dataset;
    outcome.method = finished.c.method;
    outcome.group = FindInstance(outcome.instance).group;
    outcome.is_real = OriginOf(finished.c) != harness::DataOrigin::kStandIn;
    TakeValues(finished, outcome);
    TakeCurves(finished, outcome);
  }
  return outcomes;
}

std::map<std::string, double> BestValues(const std::vector<Outcome>& outcomes) {
  std::map<std::string, double> best;
  const auto offer = [&](const std::string& instance, double value) {
    if (!std::isfinite(value)) return;
    const auto [found, is_new] = best.try_emplace(instance, value);
    if (!is_new) found->second = std::min(found->second, value);
  };
  for (const Outcome& outcome : outcomes) {
    offer(outcome.instance, outcome.value());
    const Reference* const reference = FindReference(outcome.instance);
    if (outcome.is_real && reference != nullptr) offer(outcome.instance, reference->energy);
  }
  return best;
}

double TimeToReach(const Outcome& outcome, double value) {
  for (size_t i = 0; i < outcome.values.levels.size(); ++i) {
    if (outcome.values.levels[i] <= value) return outcome.values.seconds[i];
  }
  return std::numeric_limits<double>::infinity();
}

double Distance(double value_or_bound, double best) {
  return std::min(1.0, Share(std::abs(value_or_bound - best), best));
}

double ValueNearEnough(double best, double near_enough) {
  return best + near_enough * std::max(1.0, std::abs(best));
}

std::string MissingCases(const Results& results) {
  const size_t planned = InstanceNames(results.settings()).size() * Methods().size();
  const size_t done = std::min(planned, results.cases().size());
  if (done == planned) return "";
  return std::to_string(planned - done) + " of " + std::to_string(planned) + " planned cases are not done";
}

}  // namespace structlab::map_inference
