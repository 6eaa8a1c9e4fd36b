#include "experiments/old_experiment/testing/package_plan.h"

namespace structlab::harness {

std::vector<Case> PlanOf(const Experiment& experiment, Profile profile,
                         const std::map<std::string, std::string>& changed) {
  Flags flags;
  flags.profile = profile;
  for (const auto& [setting, value] : changed) flags.set.push_back({experiment.name, setting, value});
  return experiment.plan({.profile = profile, .settings = Adapted(experiment).SettingsOf(flags).values()});
}

}  // namespace structlab::harness
