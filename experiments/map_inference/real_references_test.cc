// What references.tsv says, against the instances themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/datasets/real_folder.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/references.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/methods/map_methods.h"

namespace structlab::map_inference {
namespace {

using datasets::MrfInstance;

class RealReferences : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = datasets::RealFolder("mrf-benchmarks", "map_inference");
    STRUCTLAB_SKIP_UNLESS_THERE(folder_);
  }

  std::string folder_;
};

TEST_F(RealReferences, AreTheEnergiesOfTheirLabelings) {
  for (const Reference& reference : References()) {
    SCOPED_TRACE(reference.instance + " by " + reference.program);
    if (reference.labeling.empty()) continue;  // of an image
    const MrfInstance& instance = datasets::FindMrfInstance(reference.instance);
    EXPECT_EQ(datasets::LoadMrfInstance(folder_, instance).Energy(reference.labeling), reference.energy);
  }
}

// Costs of these files are multiples of 1e-6 at least, so sums differ by rounding alone.
TEST_F(RealReferences, AreWhatThePublisherStates) {
  int stated = 0;
  for (const MrfInstance& instance : datasets::MrfInstances()) {
    if (instance.optimum.empty()) continue;
    ++stated;
    const Reference* const reference = FindReference(instance.name);
    EXPECT_TRUE(reference->proved) << instance.name;
    EXPECT_NEAR(reference->energy, datasets::ReadMrfOptimum(folder_ + "/" + instance.optimum), 1e-9)
        << instance.name;
  }
  EXPECT_EQ(stated, 4);
}

// Where the least known energy is that of trws run to its end, that is found again, as the energy of its
// labeling; no method proves more or finds less.
void ExpectFoundAgain(const std::string& name, const std::string& folder) {
  SCOPED_TRACE(name);
  const Reference& reference = *FindReference(name);
  const auto energy = std::get<graphical_models::GridEnergy<int32_t>>(LoadModel(FindInstance(name), folder));
  for (const char* method : {"trws", "fast-pd", "alpha-expansion"}) {
    SCOPED_TRACE(method);
    const auto result = MinimizeGrid(graphical_models::FindMapMethod(method), energy, {});
    EXPECT_EQ(energy.Energy(result.labeling), result.energy);
    EXPECT_GE(result.energy, reference.energy);
    EXPECT_LE(result.lower_bound, reference.energy);
    if (!reference.program.starts_with(method)) continue;
    EXPECT_EQ(result.energy, reference.energy);
    EXPECT_EQ(result.ending == common::Ending::kOptimal, reference.proved);
  }
}

TEST(RealImageReferences, OfTsukubaAreFoundAgain) {
  const std::string folder = datasets::RealFolder(kStereo, "map_inference");
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  ExpectFoundAgain("tsukuba", folder);
}

// The two others take a minute each.
TEST(RealImageReferences, OfLargerImagesAreFoundAgain) {
  for (const auto& [name, folder_name] : {std::pair("venus", kStereo), {"penguin", kDenoising}}) {
    const std::string folder = datasets::RealFolder(folder_name, "map_inference");
    STRUCTLAB_SKIP_UNLESS_THERE(folder);
    ExpectFoundAgain(name, folder);
  }
}

TEST_F(RealReferences, TheExampleIsSolvedExactly) {
  const MrfInstance& example = datasets::FindMrfInstance("example");
  const auto result = graphical_models::BucketEliminationMap(datasets::LoadMrfInstance(folder_, example));
  EXPECT_EQ(result.energy, 27);
  EXPECT_EQ(result.ending, common::Ending::kOptimal);
  EXPECT_EQ(FindReference("example")->energy, 27);
}

// The least energy of a plain grid of two labels, by the minima over all labels of the variables that have no
// edge to those to come: at most `side` of them, bit v % side of a state being the label of v.
double MinimumByRows(const graphical_models::FactorGraph& graph, int side) {
  const size_t variables = static_cast<size_t>(graph.num_variables()), width = static_cast<size_t>(side);
  std::vector<std::array<double, 2>> unary(variables, {0, 0});
  std::vector<std::array<double, 4>> from_left(variables, {0, 0, 0, 0}), from_above = from_left;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const auto scope = graph.scope(factor);
    const auto table = graph.table(factor);
    const size_t last = static_cast<size_t>(scope.back());
    if (scope.size() == 1) {
      for (size_t i = 0; i < 2; ++i) unary[last][i] += table[i];
      continue;
    }
    const int step = scope[1] - scope[0];
    EXPECT_TRUE(scope.size() == 2 && (step == 1 || step == side)) << "no plain grid";
    for (size_t i = 0; i < 4; ++i) (step == side ? from_above : from_left)[last][i] += table[i];
  }
  std::vector<double> least(size_t{1} << width, 0);
  for (size_t v = 0; v < variables; ++v) {
    const size_t bit = size_t{1} << (v % width), left = size_t{1} << ((v + width - 1) % width);
    for (size_t state = 0; state < least.size(); ++state) {
      if ((state & bit) != 0) continue;
      const std::array<double, 2> before = {least[state], least[state | bit]};
      for (size_t label = 0; label < 2; ++label) {
        const double above = std::min(before[0] + from_above[v][label], before[1] + from_above[v][2 + label]);
        const size_t left_label = (state & left) != 0 ? 1 : 0;
        least[state | (label * bit)] = above + unary[v][label] + from_left[v][2 * left_label + label];
      }
    }
  }
  return graph.constant() + *std::ranges::min_element(least);
}

// toulbar2 has only evaluated these.
TEST_F(RealReferences, OfSmallPlainGridsAreMinimal) {
  for (const char* name : {"grid20x20.f10", "grid20x20.f15"}) {
    const MrfInstance& instance = datasets::FindMrfInstance(name);
    const double minimum = MinimumByRows(datasets::LoadMrfInstance(folder_, instance), instance.side);
    EXPECT_NEAR(FindReference(name)->energy, minimum, 1e-8) << name;  // 1560 terms, 5e3 in sum
  }
}

}  // namespace
}  // namespace structlab::map_inference
