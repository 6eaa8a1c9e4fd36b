#include "experiments/map_inference/protocol.h"

#include <algorithm>
#include <cmath>

#include "experiments/map_inference/instances.h"
#include "experiments/old_experiment/setting_check.h"
#include "graphical_models/methods/map_methods.h"

namespace structlab::map_inference {
namespace {

// As good as no limit.
constexpr int64_t kMostOfIterations = 1'000'000'000;

std::vector<std::string> AllInstances() {
  std::vector<std::string> names;
  for (const Instance& instance : Instances()) names.push_back(instance.name);
  return names;
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ",").append(name);
  return text;
}

}  // namespace

const std::vector<std::string>& Methods() {
  static const std::vector<std::string> methods = [] {
    std::vector<std::string> names;
    for (const graphical_models::MapMethod& method : graphical_models::MapMethods()) {
      names.push_back(method.name);
    }
    names.push_back(kAutomatic);
    return names;
  }();
  return methods;
}

std::vector<harness::OldSetting> Settings() {
  return {
      {.name = "instances",
       .documentation = "that the methods are run on",
       .paper = Joined(AllInstances()),
       .quick =
           "grid20x20.f10,grid20x20.f5.wrap,grid40x40.f2,example,celar6sub0,cap131,404,pedigree9,tsukuba",
       .smoke = "grid20x20.f10,example",
       .check = harness::ListOf(harness::OneOf(AllInstances()))},
      {.name = "iterations",
       .documentation = "after which a method ends: sweeps over the variables, or rounds of moves",
       .paper = "500",
       .quick = "100",
       .check = harness::IntegerWithin(1, kMostOfIterations)},
      {.name = "descent_iterations",
       .documentation = "the same for subgraph-descent, all its parts together: by itself it comes to an end",
       .paper = std::to_string(kMostOfIterations),
       .quick = "400",
       .smoke = "50",
       .check = harness::IntegerWithin(1, kMostOfIterations)},
      {.name = "seconds",
       .documentation = "after which a method is stopped, and then has no rows",
       .paper = "240",
       .quick = "8",
       .check = harness::NumberAbove(0)},
      {.name = "near_enough",
       .documentation =
           "how near to the best value an instance counts as solved in the performance profiles, as a share",
       .paper = "0.05",
       .check = harness::NumberWithin(0, 1)},
  };
}

std::vector<std::string> InstanceNames(const harness::Setting& settings) {
  std::vector<std::string> names;
  for (const std::string_view name : harness::SplitList(settings.Text("instances"), ',')) {
    names.emplace_back(name);
  }
  return names;
}

int64_t MostIterations(const harness::Setting& settings, const std::string& method) {
  return settings.Integer(method == kDescent ? "descent_iterations" : "iterations");
}

bool IsDescentCut(const harness::Setting& settings) {
  return MostIterations(settings, kDescent) < kMostOfIterations;
}

double SecondsPerCase(const harness::Setting& settings) { return settings.Number("seconds"); }

double NearEnough(const harness::Setting& settings) { return settings.Number("near_enough"); }

double Share(double difference, double energy) { return difference / std::max(1.0, std::abs(energy)); }

}  // namespace structlab::map_inference
