#include "experiments/deformable_registration/methods.h"

namespace structlab::deformable_registration {

using registration::RegistrationOptions;

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
  options.divides_by_mean = method == kEqual;
  options.metrics.clear();
  for (const InitialWeight& initial : kInitialWeights) {
    const bool is_single = method == kSad || method == kMi || method == kNcc || method == kDwt;
    if (is_single && method != initial.method) continue;
    options.metrics.push_back({initial.metric, method == kEqual ? kEqualWeight : initial.weight});
  }
  return options;
}

}  // namespace structlab::deformable_registration
