// What came out of the cases, in the form that claims, figures and conclusions need. All inline, so that no
// code that computes a case depends on it.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "common/plot/over_time.h"
#include "experiments/harness/run/results.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/references.h"

namespace structlab::map_inference {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

using common::Steps;

// A method on an instance that it took, whether it was stopped or ended by itself.
struct Outcome {
  std::string instance, method;
  bool is_real = false;  // the instance is no stand-in
  bool proved = false;
  double seconds = 0;
  double rounding = 0;  // that sums of costs may have
  Steps values = {.before = kNever};
  Steps bounds = {.before = -kNever};

  double value() const { return values.last(); }
  double bound() const { return bounds.last(); }
  bool has_bound() const { return bound() > -kNever; }
  const Reference* reference() const { return is_real ? FindReference(instance) : nullptr; }
};

// In the order of the plan; cases that refused have none. Values and bounds are those of the curves, which
// cases that were stopped have, too.
inline std::vector<Outcome> OutcomesOf(const harness::Results& results) {
  std::vector<Outcome> outcomes;
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.record.refusal) continue;
    Outcome& outcome = outcomes.emplace_back();
    outcome.instance = finished.c.dataset;
    outcome.method = finished.c.method;
    outcome.is_real = OriginOf(finished.c) != harness::DataOrigin::kStandIn;
    for (const harness::RecordedCurve& curve : finished.record.curves) {
      if (curve.key.metric == kRounding) outcome.rounding = curve.y.front();
      if (curve.key.metric != kValueOverTime && curve.key.metric != kBoundOverTime) continue;
      Steps& steps = curve.key.metric == kValueOverTime ? outcome.values : outcome.bounds;
      steps.seconds = curve.x;
      steps.levels = curve.y;
      outcome.seconds = std::max(outcome.seconds, curve.x.back());
    }
    for (const harness::RecordedValue& value : finished.record.values) {
      if (value.key.metric == kProved) outcome.proved = value.value == 1;
      if (value.key.metric == kSeconds) outcome.seconds = value.value;
    }
  }
  return outcomes;
}

// Instance to the least value that is known of it: of all methods, and the reference if the instance is real.
// Instances without a finite value have none.
using BestValuesOf = std::map<std::string, double>;
inline BestValuesOf BestValues(const std::vector<Outcome>& outcomes) {
  BestValuesOf best;
  const auto offer = [&](const std::string& instance, double value) {
    if (!std::isfinite(value)) return;
    const auto found = best.try_emplace(instance, value).first;
    found->second = std::min(found->second, value);
  };
  for (const Outcome& outcome : outcomes) {
    offer(outcome.instance, outcome.value());
    if (outcome.reference() != nullptr) offer(outcome.instance, outcome.reference()->energy);
  }
  return best;
}

// How far a value or a bound is from the best value, as a share of it: at most 1, which is also the distance
// of no allowed labeling and of no bound, so that means over instances exist.
inline double Distance(double value_or_bound, double best) {
  return std::min(1.0, Share(std::abs(value_or_bound - best), best));
}

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_
