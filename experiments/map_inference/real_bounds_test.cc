// Every method on every real instance, for a few iterations: bound <= least energy <= value.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

using Names = std::set<std::string>;

// Whatever ends them, what they have then must be true. An iteration on an image can take seconds, and
// methods that try or eliminate all labelings have but one.
constexpr common::StopRule kStopOnFiles = {.iterations = 10, .seconds = 1};
constexpr common::StopRule kStopOnImages = {.iterations = 1, .seconds = 0.05};

MapResult Minimize(const MapMethod& method, const Model& model) {
  if (const FactorGraph* const graph = std::get_if<FactorGraph>(&model))
    return method.minimize(*graph, {.stop = kStopOnFiles}, {});
  return graphical_models::MinimizeGrid(method, std::get<1>(model), {.stop = kStopOnImages});
}

// Methods that must take the instance; some others do, if it is small enough.
Names TakenBy(const Instance& instance) {
  Names taken = {"icm", "max-product", "mean-field", "subgraph-descent"};
  if (instance.group == Group::kImages) {
    Names on_images = {"alpha-beta-swap", "alpha-expansion",  "fast-pd", "icm",
                       "parsimonious",    "subgraph-descent", "trws"};
    // Tables of more labels would be read for too long.
    if (instance.name == "tsukuba" || instance.name == "venus")
      on_images.merge(Names{"max-product", "mean-field"});
    return on_images;
  }
  if (instance.group != Group::kLargerFactors)
    taken.merge(Names{"alpha-beta-swap", "alpha-expansion", "trws"});
  if (instance.group == Group::kBinaryGrids) taken.insert("qpbo");
  if (instance.name == "example") taken.insert("bucket-elimination");
  return taken;
}

bool HasBound(const std::string& method, const Instance& instance) {
  if (method == "subgraph-descent") return instance.group != Group::kLargerFactors;
  return Names{"bucket-elimination", "fast-pd", "qpbo", "trws"}.contains(method);
}

double EnergyOf(const Model& model, const graphical_models::Labeling& labeling) {
  return std::visit([&](const auto& energy) { return double{1} * energy.Energy(labeling); }, model);
}

void ExpectBelow(double bound, double value, double rounding, const std::string& what) {
  EXPECT_LE(bound, value + rounding) << what;
}

// Returns the methods that take the instance.
Names RunAll(const Instance& instance, const std::string& folder) {
  const Model model = LoadModel(instance, folder);
  const double rounding = std::visit([](const auto& energy) { return RoundingOf(energy); }, model).largest;
  const Reference* const reference = FindReference(instance.name);
  Names taken;
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
    ExpectBelow(result.lower_bound, result.energy, rounding, "bound above the value");
    if (TakenBy(instance).contains(method.name)) {
      // On a slow machine the time may be up before there is a bound.
      const bool may_have_none = result.ending == common::Ending::kTimeLimit;
      EXPECT_TRUE(may_have_none || std::isfinite(result.lower_bound) || !HasBound(method.name, instance));
      EXPECT_TRUE(HasBound(method.name, instance) || !std::isfinite(result.lower_bound));
    }
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

// On the instances of `data`, whose files are in the folder of that name or of another one.
void ExpectTrueOn(const std::string& data, const std::string& folder_name) {
  const std::string folder = datasets::RealFolder(folder_name, kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  for (const Instance& instance : Instances()) {
    if (instance.data != data) continue;
    SCOPED_TRACE(instance.name);
    const Names taken = RunAll(instance, folder);
    for (const std::string& method : TakenBy(instance)) {
      EXPECT_TRUE(taken.contains(method)) << "refused by " << method;
    }
  }
}

TEST(RealBounds, HoldOnFilesOfModels) { ExpectTrueOn(kMrfBenchmarks, kMrfBenchmarks); }

TEST(RealBounds, HoldOnStereoPairs) { ExpectTrueOn(kStereo, kStereo); }

TEST(RealBounds, HoldOnImagesToRestore) { ExpectTrueOn(kDenoising, kDenoising); }

}  // namespace
}  // namespace structlab::map_inference
