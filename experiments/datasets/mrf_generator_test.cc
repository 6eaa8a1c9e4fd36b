#include "experiments/datasets/mrf_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/datasets/catalogue.h"

namespace structlab::datasets {
namespace {

using graphical_models::FactorGraph;

TEST(MrfGenerator, HasTheSizesOfTheRealInstances) {
  for (const MrfInstance& instance : MrfInstances()) {
    EXPECT_EQ(SizesOf(GenerateMrfInstance(instance, kStandInSeed)), instance.sizes) << instance.name;
  }
}

// Every variable of a torus has four neighbours; without the joined ends, those at the border have fewer.
TEST(MrfGenerator, GridsAreSpinGlassesOnAGrid) {
  for (const MrfInstance& instance : MrfInstances()) {
    if (instance.side == 0) continue;
    SCOPED_TRACE(instance.name);
    const FactorGraph graph = GenerateMrfInstance(instance, kStandInSeed);
    std::vector<int> neighbours(instance.sizes.variables);
    double largest_field = 0, largest_coupling = 0;
    for (int f = 0; f < graph.num_factors(); ++f) {
      const auto table = graph.table(f);
      const bool is_pair = graph.scope(f).size() == 2;
      double& largest = is_pair ? largest_coupling : largest_field;
      largest = std::max(largest, std::abs(table[0]));
      EXPECT_EQ(table[0], -table[1]);
      if (!is_pair) continue;
      EXPECT_EQ(table[0], table[3]);
      EXPECT_EQ(table[1], table[2]);
      for (const int v : graph.scope(f)) ++neighbours[v];
    }
    EXPECT_EQ(std::ranges::min(neighbours), instance.wraps ? 4 : 2);
    EXPECT_EQ(std::ranges::max(neighbours), 4);
    // Of hundreds of uniform numbers the largest is near the end of the range.
    EXPECT_LE(largest_field, 1);
    EXPECT_GT(largest_field, 0.95);
    EXPECT_LE(largest_coupling, instance.strength);
    EXPECT_GT(largest_coupling, 0.95 * instance.strength);
  }
}

TEST(MrfGenerator, FollowsSeedAndName) {
  const MrfInstance& example = FindMrfInstance("example");
  EXPECT_EQ(GenerateMrfInstance(example, 1), GenerateMrfInstance(example, 1));
  EXPECT_NE(GenerateMrfInstance(example, 1), GenerateMrfInstance(example, 2));
  EXPECT_NE(GenerateMrfInstance(FindMrfInstance("grid40x40.f2"), 1).table(0)[0],
            GenerateMrfInstance(FindMrfInstance("grid40x40.f5"), 1).table(0)[0]);
}

}  // namespace
}  // namespace structlab::datasets
