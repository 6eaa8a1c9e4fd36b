// What references.tsv and toulbar2_minima.tsv say, and what every method says, against the real instances.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/datasets/real_folder.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/references.h"
#include "graphical_models/exact/testing/grid_minimum.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/rounding.h"

namespace structlab::map_inference {
namespace {

using graphical_models::FactorGraph;
using graphical_models::Label;
using graphical_models::Labeling;
using graphical_models::MapMethod;
using graphical_models::MapResult;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// An iteration on an image can take seconds, and methods that try or eliminate all labelings have but one.
constexpr common::StopRule kStopOnFiles = {.iterations = 10, .seconds = 0.5};
constexpr common::StopRule kStopOnImages = {.iterations = 1, .seconds = 0.05};

MapResult Minimize(const MapMethod& method, const Model& model) {
  if (const FactorGraph* const graph = std::get_if<FactorGraph>(&model))
    return method.minimize(*graph, {.stop = kStopOnFiles}, {});
  return graphical_models::MinimizeGrid(method, std::get<1>(model), {.stop = kStopOnImages});
}

double LargestRounding(const Model& model) {
  return std::visit([](const auto& energy) { return graphical_models::RoundingOf(energy).largest; }, model);
}

// Whatever ends the methods, what they have then must be true: bounds <= least energy <= values. Returns how
// many take the model.
int ExpectTrue(const Model& model, const Reference& reference) {
  const double rounding = LargestRounding(model);
  double highest = -kInfinity, lowest = kInfinity;
  int taken = 0;
  for (const MapMethod& method : graphical_models::MapMethods()) {
    SCOPED_TRACE(method.name);
    MapResult result;
    try {
      result = Minimize(method, model);
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage) << error.what();
      continue;
    }
    ++taken;
    EXPECT_EQ(result.energy,
              std::visit([&](const auto& energy) { return 1.0 * energy.Energy(result.labeling); }, model));
    EXPECT_LE(result.lower_bound, reference.energy + rounding);
    const bool is_proved = result.ending == common::Ending::kOptimal;
    EXPECT_TRUE(!is_proved || result.energy <= reference.energy + rounding) << result.energy;
    highest = std::max(highest, result.lower_bound);
    lowest = std::min(lowest, result.energy);
  }
  EXPECT_LE(highest, lowest + rounding);
  EXPECT_TRUE(!reference.proved || lowest >= reference.energy - reference.tolerance - rounding) << lowest;
  return taken;
}

Labeling LabelingOf(const std::string& text) {
  std::istringstream words(text);
  Labeling labeling;
  for (Label label; words >> label;) labeling.push_back(label);
  return labeling;
}

TEST(RealData, EveryMethodIsTrueOnImages) {
  for (const Instance& instance : Instances()) {
    if (instance.group != Group::kImages) continue;
    SCOPED_TRACE(instance.name);
    const std::string folder = datasets::RealFolder(instance.data, "map_inference");
    STRUCTLAB_SKIP_UNLESS_THERE(folder);
    EXPECT_GE(ExpectTrue(LoadModel(instance, folder), *FindReference(instance.name)), 7);
  }
}

// An instance of the comparison, or a small model with its evidence put in.
FactorGraph LoadFile(const std::string& folder, const std::string& name) {
  if (name.find('/') == std::string::npos) {
    return datasets::ReadMrfInstance(folder, datasets::FindMrfInstance(name));
  }
  const std::string model = "uai-2012-pe/" + name + ".uai";
  return datasets::ReadMrfInstance(folder, {.name = name, .model = model, .evidence = model + ".evid"});
}

TEST(RealData, EveryMethodIsTrueOnFiles) {
  const std::string folder = datasets::RealFolder(kMrfBenchmarks, "map_inference");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const std::string path = "experiments/map_inference/toulbar2_minima.tsv";
  std::vector<Reference> references = ParseReferences(common::ReadFile(path), path);
  ASSERT_EQ(references.size(), 23U);
  references.insert(references.end(), References().begin(), References().end());
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.instance + " by " + reference.program);
    if (reference.labeling == "-") continue;  // of an image
    const FactorGraph graph = LoadFile(folder, reference.instance);
    EXPECT_EQ(graph.Energy(LabelingOf(reference.labeling)), reference.energy);
    EXPECT_GE(ExpectTrue(graph, reference), 4);
  }
}

// What the publisher states where he does; and toulbar2 has only evaluated those of small plain grids.
TEST(RealData, MinimaAreThoseOfOthers) {
  const std::string folder = datasets::RealFolder(kMrfBenchmarks, "map_inference");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  int stated = 0, by_rows = 0;
  for (const datasets::MrfInstance& instance : datasets::MrfInstances()) {
    SCOPED_TRACE(instance.name);
    const Reference& reference = *FindReference(instance.name);
    if (!instance.optimum.empty()) {
      ++stated;
      EXPECT_TRUE(reference.proved);
      const double optimum = datasets::ReadMrfOptimum(folder + "/" + instance.optimum);
      EXPECT_NEAR(reference.energy, optimum, 1e-9);  // costs are multiples of 1e-6
    }
    if (instance.side == 20 && !instance.wraps) {
      ++by_rows;
      const FactorGraph graph = LoadFile(folder, instance.name);
      const double minimum = graphical_models::GridMinimumByRows(graph, instance.side);
      EXPECT_NEAR(reference.energy, minimum, 1e-8);  // 1560 terms, 5e3 in sum
    }
  }
  EXPECT_EQ(stated, 4);
  EXPECT_EQ(by_rows, 2);
}

}  // namespace
}  // namespace structlab::map_inference
