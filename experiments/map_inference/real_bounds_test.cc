// Every method on every real instance, if only for a moment: bound <= least energy <= value.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <variant>

#include "common/error.h"
#include "experiments/datasets/real_folder.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "experiments/map_inference/references.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/rounding.h"

namespace structlab::map_inference {
namespace {

using graphical_models::FactorGraph;
using graphical_models::MapMethod;
using graphical_models::MapResult;

// Whatever ends them, what they have then must be true.
constexpr graphical_models::StopRule kStop = {.iterations = 50, .seconds = 0.05};

MapResult Minimize(const MapMethod& method, const Model& model) {
  if (const FactorGraph* const graph = std::get_if<FactorGraph>(&model))
    return method.minimize(*graph, kStop);
  if (!method.minimize_grid) common::ThrowUsageError(method.name, "tables", "an image");
  return method.minimize_grid(std::get<1>(model), kStop);
}

double EnergyOf(const Model& model, const graphical_models::Labeling& labeling) {
  return std::visit([&](const auto& energy) { return double{1} * energy.Energy(labeling); }, model);
}

void ExpectBelow(double bound, double value, double rounding, const std::string& what) {
  EXPECT_LE(bound, value + rounding) << what;
}

// The methods that take the instance.
std::set<std::string> RunAll(const Instance& instance, const std::string& folder) {
  const Model model = LoadModel(instance, folder);
  const double rounding = std::visit([](const auto& energy) { return RoundingOf(energy); }, model).largest;
  const Reference* const reference = FindReference(instance.name);
  std::set<std::string> taken;
  double highest_bound = -std::numeric_limits<double>::infinity();
  double lowest_value = std::numeric_limits<double>::infinity();
  for (const MapMethod& method : graphical_models::MapMethods()) {
    SCOPED_TRACE(method.name);
    MapResult result;
    try {
      result = Minimize(method, model);
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage) << error.what();
      continue;
    }
    taken.insert(method.name);
    EXPECT_EQ(result.energy, EnergyOf(model, result.labeling));
    highest_bound = std::max(highest_bound, result.lower_bound);
    lowest_value = std::min(lowest_value, result.energy);
    if (reference == nullptr) continue;
    ExpectBelow(result.lower_bound, reference->energy, rounding, "bound above the reference");
    if (!reference->proved) continue;
    ExpectBelow(reference->energy - reference->tolerance, result.energy, rounding, "value below the minimum");
  }
  ExpectBelow(highest_bound, lowest_value, rounding, "bound of one above the value of another");
  return taken;
}

void ExpectTrueOn(const std::string& data, const std::set<std::string>& at_least) {
  const std::string folder = datasets::RealFolder(data, kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  for (const Instance& instance : Instances()) {
    if (instance.data != data) continue;
    SCOPED_TRACE(instance.name);
    const std::set<std::string> taken = RunAll(instance, folder);
    EXPECT_TRUE(std::ranges::includes(taken, at_least)) << "refused by what takes any";
  }
}

TEST(RealBounds, HoldOnFilesOfModels) { ExpectTrueOn(kMrfBenchmarks, {"icm", "max-product", "mean-field"}); }

TEST(RealBounds, HoldOnStereoPairs) {
  ExpectTrueOn(kStereo, {"alpha-beta-swap", "alpha-expansion", "fast-pd", "icm", "parsimonious", "trws"});
}

TEST(RealBounds, HoldOnImagesToRestore) {
  ExpectTrueOn(kDenoising, {"alpha-beta-swap", "alpha-expansion", "fast-pd", "icm", "parsimonious", "trws"});
}

}  // namespace
}  // namespace structlab::map_inference
