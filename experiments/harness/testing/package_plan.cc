#include "experiments/harness/testing/package_plan.h"

#include "experiments/harness/flags.h"
#include "experiments/harness/plan.h"

namespace structlab::harness {

std::vector<Case> PlanOf(const Experiment& experiment, Profile profile,
                         const std::map<std::string, std::string>& changed) {
  Flags flags;
  flags.profile = profile;
  for (const auto& [setting, value] : changed) flags.set.push_back({experiment.name, setting, value});
  return experiment.plan({.profile = profile, .settings = ResolveSettings(experiment, flags).values});
}

}  // namespace structlab::harness
