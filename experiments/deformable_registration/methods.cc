#include "experiments/deformable_registration/methods.h"

#include <algorithm>
#include <iterator>

namespace structlab::deformable_registration {

using registration::RegistrationOptions;
using registration::WeightedMetric;

namespace {

// Index of the method among the names; -1 if it is not there.
template <class Names>
int PlaceOf(const std::string& method, const Names& names) {
  const auto found = std::ranges::find(names, method);
  return found == std::end(names) ? -1 : static_cast<int>(found - std::begin(names));
}

std::vector<WeightedMetric> MetricsOf(const std::string& method) {
  const int single = PlaceOf(method, kSingleMetrics), scaled = PlaceOf(method, kScaledMetrics);
  std::vector<WeightedMetric> metrics;
  for (int m = 0; m < static_cast<int>(std::size(kInitialWeights)); ++m) {
    const InitialWeight& initial = kInitialWeights[m];
    if (single >= 0 && single != m) continue;
    if (scaled >= 0 && scaled != m) continue;
    const double weight = scaled >= 0        ? kEqualWeight * static_cast<double>(std::size(kInitialWeights))
                          : method == kEqual ? kEqualWeight
                                             : initial.weight;
    metrics.push_back({initial.metric, weight});
  }
  return metrics;
}

}  // namespace

RegistrationOptions OptionsOf(const std::string& method, const SetPlan& plan, const RunSettings& settings) {
  RegistrationOptions options;
  options.refinements = settings.refinements;
  if (method == kDefaults) return options;
  options.levels = 2;
  options.patch_size = 1;
  options.shrink = 0.5;
  options.leaves_out_outside = false;
  options.spacing = plan.spacing * settings.spacing_factor;
  options.label_steps = plan.label_steps;
  options.smoothness = 1;
  options.divides_by_mean = method == kEqual || PlaceOf(method, kScaledMetrics) >= 0;
  options.metrics = MetricsOf(method);
  return options;
}

}  // namespace structlab::deformable_registration
