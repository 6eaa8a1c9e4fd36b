#include "experiments/map_inference/instances.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/middlebury_stereo.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/datasets/mrf_denoising.h"
#include "graphical_models/images/image_problem.h"

namespace structlab::map_inference {
namespace {

// In the order of Group.
constexpr const char* kNames[] = {"grids of two labels", "images of many labels", "pairs with many labels",
                                  "factors of three and four variables"};
constexpr const char* kShortNames[] = {"grids", "images", "pairs", "factors"};

Group GroupOf(const datasets::MrfInstance& instance) {
  if (instance.side > 0) return Group::kBinaryGrids;
  return instance.sizes.factors.size() <= 2 ? Group::kPairs : Group::kLargerFactors;
}

std::vector<Instance> All() {
  std::vector<Instance> instances;
  for (const datasets::MrfInstance& instance : datasets::MrfInstances()) {
    instances.push_back({instance.name, GroupOf(instance), kMrfBenchmarks});
  }
  for (const datasets::StereoScene& scene : datasets::StereoScenes()) {
    instances.push_back({scene.name, Group::kImages, kStereo});
  }
  instances.push_back({"penguin", Group::kImages, kDenoising});
  instances.push_back({"house", Group::kImages, kDenoising});
  return instances;
}

Model LoadStereo(const std::string& name, const std::string& path) {
  const datasets::StereoPair pair = datasets::LoadStereoPair(path, name);
  graphical_models::StereoOptions options =
      graphical_models::FindStereoPreset(name == "venus" ? "tsukuba" : name).energy;
  options.labels = datasets::FindStereoScene(name).labels;
  return graphical_models::StereoEnergy(pair.left, pair.right, options);
}

Model LoadRestoration(const std::string& name, const std::string& path) {
  const datasets::DenoisingProblem problem =
      name == "house" ? datasets::LoadHouse(path) : datasets::LoadPenguin(path);
  return graphical_models::RestorationEnergy(problem.noisy, &problem.mask,
                                             graphical_models::FindRestorationPreset(name).energy);
}

}  // namespace

std::string NameOf(Group group) { return kNames[static_cast<size_t>(group)]; }

std::string ShortNameOf(Group group) { return kShortNames[static_cast<size_t>(group)]; }

std::span<const Instance> Instances() {
  static const std::vector<Instance> instances = All();
  return instances;
}

const Instance& FindInstance(const std::string& name) {
  const auto found = std::ranges::find(Instances(), name, &Instance::name);
  if (found == Instances().end()) common::ThrowUsageError("instance", "a known one", common::Quote(name));
  return *found;
}

Model LoadModel(const Instance& instance, const std::string& path) {
  if (instance.data == kStereo) return LoadStereo(instance.name, path);
  if (instance.data == kDenoising) return LoadRestoration(instance.name, path);
  return datasets::LoadMrfInstance(path, datasets::FindMrfInstance(instance.name));
}

double Share(double difference, double energy) { return difference / std::max(1.0, std::abs(energy)); }

}  // namespace structlab::map_inference
