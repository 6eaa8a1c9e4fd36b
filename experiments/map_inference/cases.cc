#include "experiments/map_inference/cases.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"

namespace structlab::map_inference {
namespace {

using harness::Case;
using harness::Profile;

constexpr char kLimitOfDescent[] = "descent_iterations";
constexpr const char* kLimits[] = {"iterations", kLimitOfDescent, "seconds"};

// What a smaller profile leaves out.
std::vector<std::string> Cuts(const harness::PlanRequest& request) {
  std::vector<std::string> cuts;
  if (request.profile == Profile::kPaper) return cuts;
  const size_t taken = InstanceNames(request.settings).size(), all = Instances().size();
  if (taken < all) {
    cuts.push_back(std::to_string(taken) + " of " + std::to_string(all) + " instances, to fit a minute");
  }
  for (const harness::OldSetting& setting : Settings()) {
    if (std::ranges::find(kLimits, setting.name) == std::end(kLimits)) continue;
    const std::string& value = request.settings.Text(setting.name);
    if (harness::SameValue(value, setting.paper)) continue;
    if (setting.name == kLimitOfDescent) {
      cuts.push_back(std::string(kDescent) + " has at most " + value + " iterations instead of any number");
      continue;
    }
    cuts.push_back("methods have at most " + value + " instead of " + setting.paper + " " + setting.name);
  }
  return cuts;
}

}  // namespace

std::vector<Case> Plan(const harness::PlanRequest& request) {
  const std::vector<std::string> cuts = Cuts(request);
  std::vector<Case> cases;
  for (const std::string& name : InstanceNames(request.settings)) {
    const Instance& instance = FindInstance(name);
    for (const std::string& method : Methods()) {
      Case& c = cases.emplace_back();
      c.name.append(ShortNameOf(instance.group)).append("/").append(name).append("/").append(method);
      c.dataset = name;
      c.method = method;
      for (const char* key : kLimits) c.parameters.Set(key, request.settings.Text(key));
      c.data = {instance.data};
      c.protocol = cuts.empty() ? harness::Protocol::kPaper : harness::Protocol::kCut;
      c.departures = cuts;
      c.deterministic = true;
    }
  }
  return cases;
}

}  // namespace structlab::map_inference
