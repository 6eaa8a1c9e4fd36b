// What references.tsv and toulbar2_minima.tsv say, and what every method says, against the real instances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
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
using graphical_models::Labeling;
using graphical_models::MapMethod;

// An iteration on an image can take seconds, and methods that try or eliminate all labelings have but one.
constexpr common::StopRule kStopOnFiles = {.iterations = 10, .seconds = 0.5};
constexpr common::StopRule kStopOnImages = {.iterations = 1, .seconds = 0.05};

graphical_models::MapResult Minimize(const MapMethod& method, const Model& model) {
  if (const FactorGraph* const graph = std::get_if<FactorGraph>(&model))
    return method.minimize(*graph, {.stop = kStopOnFiles}, {});
  return graphical_models::MinimizeGrid(method, std::get<1>(model), {.stop = kStopOnImages});
}

double EnergyOf(const Model& model, const Labeling& labeling) {
  return std::visit([&](const auto& energy) { return 1.0 * energy.Energy(labeling); }, model);
}

// Whatever ends the methods, what they have then must be true: bounds <= least energy <= values. Returns how
// many take the model.
int ExpectTrue(const Model& model, const Reference& reference) {
  const double rounding =
      std::visit([](const auto& energy) { return graphical_models::RoundingOf(energy).max_error; }, model);
  double highest = -HUGE_VAL, lowest = HUGE_VAL;
  int taken = 0;
  for (const MapMethod& method : graphical_models::MapMethods()) {
    SCOPED_TRACE(method.name);
    graphical_models::MapResult result;
    try {
      result = Minimize(method, model);
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage) << error.what();
      continue;
    }
    ++taken;
    EXPECT_EQ(result.energy, EnergyOf(model, result.labeling));
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
  return {std::istream_iterator<int>(words), {}};
}

std::string FolderOf(const std::string& data) { return datasets::RealFolder(data, "map_inference"); }

// An instance of the comparison, or a small model with its evidence put in.
Model Load(const std::string& name) {
  if (name.find('/') == std::string::npos) {
    return LoadModel(FindInstance(name), FolderOf(FindInstance(name).data));
  }
  const std::string model = "uai-2012-pe/" + name + ".uai";
  return datasets::ReadMrfInstance(FolderOf(kMrfBenchmarks),
                                   {.name = name, .model = model, .evidence = model + ".evid"});
}

TEST(RealData, ReferencesAreEnergiesAndNoMethodContradictsThem) {
  for (const char* data : {kMrfBenchmarks, kStereo, kDenoising}) STRUCTLAB_SKIP_UNLESS_THERE(FolderOf(data));
  const std::string path = "experiments/map_inference/toulbar2_minima.tsv";
  std::vector<Reference> references = ParseReferences(common::ReadFile(path), path);
  ASSERT_EQ(references.size(), 23U);
  references.insert(references.end(), References().begin(), References().end());
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.instance + " by " + reference.program);
    const Model model = Load(reference.instance);
    const bool is_image = reference.labeling == "-";
    EXPECT_DOUBLE_EQ(is_image ? reference.energy : EnergyOf(model, LabelingOf(reference.labeling)),
                     reference.energy);
    EXPECT_GE(ExpectTrue(model, reference), is_image ? 7 : 4);
  }
}

// What the publisher states where he does; and toulbar2 has only evaluated those of small plain grids.
TEST(RealData, MinimaAreThoseOfOthers) {
  const std::string folder = FolderOf(kMrfBenchmarks);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  int compared = 0;
  for (const datasets::MrfInstance& instance : datasets::MrfInstances()) {
    SCOPED_TRACE(instance.name);
    const Reference& reference = *FindReference(instance.name);
    if (!instance.optimum.empty()) {
      ++compared;
      EXPECT_TRUE(reference.proved);
      const double optimum = datasets::ReadMrfOptimum(folder + "/" + instance.optimum);
      EXPECT_NEAR(reference.energy, optimum, 1e-9);  // costs are multiples of 1e-6
    }
    if (instance.side == 20 && !instance.wraps) {
      ++compared;
      const double minimum =
          graphical_models::GridMinimumByRows(std::get<FactorGraph>(Load(instance.name)), instance.side);
      EXPECT_NEAR(reference.energy, minimum, 1e-8);  // 1560 terms, 5e3 in sum
    }
  }
  EXPECT_EQ(compared, 4 + 2);
}

}  // namespace
}  // namespace structlab::map_inference
