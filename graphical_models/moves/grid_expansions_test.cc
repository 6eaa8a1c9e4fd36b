#include "graphical_models/moves/grid_expansions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/alpha_expansion.h"

namespace structlab::graphical_models {
namespace {

using common::RandomStream;

GridEnergy<int32_t> RandomMetricGrid(int max_width, int max_height, int max_weight, RandomStream& random) {
  return RandomGridEnergy<int32_t>({.max_width = max_width,
                                    .max_height = max_height,
                                    .max_labels = 4,
                                    .potential = PotentialClass::kMetric,
                                    .eight_connected = false,
                                    .max_weight = max_weight},
                                   random);
}

std::vector<int> LabelCounts(const GridEnergy<int32_t>& grid) {
  return std::vector<int>(grid.num_variables(), grid.num_labels());
}

// Every move equals that of the general method, which starts each cut from scratch: both take the smallest of
// the best sets of variables.
void ExpectGeneralResult(const GridEnergy<int32_t>& grid, RandomStream& random) {
  MoveOptions options{.start = RandomLabeling(LabelCounts(grid), random)};
  options.order = random.Permutation(grid.num_labels());
  const auto result = ExpandIntegerGrid(grid, options);
  ASSERT_TRUE(result.has_value());
  const MapResult expected = AlphaExpansion(ToPairwise(grid), options);
  EXPECT_EQ(result->labeling, expected.labeling);
  EXPECT_EQ(result->ending, expected.ending);
  EXPECT_EQ(result->energy, grid.Energy(result->labeling));
  ASSERT_EQ(result->trace.size(), expected.trace.size());
  for (size_t i = 0; i < result->trace.size(); ++i) {
    EXPECT_EQ(result->trace[i].value, expected.trace[i].value);
  }
}

TEST(GridExpansions, AreThoseOfTheGeneralMethod) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "grid expansions");
    ExpectGeneralResult(RandomMetricGrid(4, 4, seed % 2 == 0 ? 3 : 20, random), random);
    if (HasFailure()) return;
  }
}

// A label that cannot gain since its last cut is not cut again.
TEST(GridExpansions, CountTheirCuts) {
  int64_t cuts = 0, moves = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    RandomStream random(seed, "cuts of grid expansions");
    const GridEnergy<int32_t> grid = RandomMetricGrid(8, 8, 3, random);
    if (grid.num_labels() == 1) continue;
    const auto once = ExpandIntegerGrid(grid, {.run = {.stop = {.iterations = 1}}});
    const auto result = ExpandIntegerGrid(grid, {});
    ASSERT_TRUE(once && result);
    EXPECT_EQ(once->moves, grid.num_labels());
    EXPECT_LE(result->moves, grid.num_labels() * result->trace.back().iteration);
    cuts += result->moves;
    moves += AlphaExpansion(ToPairwise(grid)).moves;
  }
  EXPECT_GT(cuts, 0);
  EXPECT_LT(cuts, moves);
}

TEST(GridExpansions, OfLargerGridsAreThoseOfTheGeneralMethod) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "larger grid expansions");
    ExpectGeneralResult(RandomMetricGrid(30, 30, 2, random), random);
    if (HasFailure()) return;
  }
}

// Capacities above 2^16 are stored in 32 bits.
TEST(GridExpansions, OfLargeCostsAreThoseOfTheGeneralMethod) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "large grid expansions");
    GridEnergy<int32_t> grid = RandomMetricGrid(4, 4, 1'000'000, random);
    std::vector<int32_t> unaries(grid.unaries().begin(), grid.unaries().end());
    for (int32_t& unary : unaries) unary *= 1'000'000;
    ExpectGeneralResult({grid.shape(), std::move(unaries), grid.potential(), grid.weights()}, random);
    if (HasFailure()) return;
  }
}

TEST(GridExpansions, EndWhereNoExpansionIsBetter) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "local minima of grid expansions");
    const auto grid = RandomMetricGrid(4, 2, 3, random);
    const auto result = ExpandIntegerGrid(grid, {.start = RandomLabeling(LabelCounts(grid), random)});
    ASSERT_TRUE(result.has_value());
    double least = result->energy;
    for (Label alpha = 0; alpha < grid.num_labels(); ++alpha) {
      ForAllLabelings(std::vector<int>(result->labeling.size(), 2), [&](const Labeling& takes) {
        Labeling expanded = result->labeling;
        for (size_t p = 0; p < expanded.size(); ++p) {
          if (takes[p] == 1) expanded[p] = alpha;
        }
        least = std::min(least, grid.Energy(expanded));
      });
    }
    EXPECT_EQ(result->energy, least);
  }
}

TEST(GridExpansions, LeaveToTheGeneralMethodWhatTheyCannotDo) {
  const auto grid = [](PairwisePotential potential, int32_t weight, int32_t unary = 1,
                       Connectivity connectivity = Connectivity::kFour) {
    return GridEnergy<int32_t>({.width = 2, .height = 1, .labels = 3, .connectivity = connectivity},
                               {0, unary, 0, 0, 0, unary}, std::move(potential), weight);
  };
  constexpr int32_t kLargest = std::numeric_limits<int32_t>::max();
  EXPECT_TRUE(ExpandIntegerGrid(grid(Potts{2}, 3), {}).has_value());
  EXPECT_TRUE(ExpandIntegerGrid(grid(TruncatedLinear{2, 1.5}, 3), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{0.5}, 3), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{}, -3), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{}, kLargest), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{1e12}, 1), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{}, 1, kLargest), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{}, 1, -kLargest - 1), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{kLargest}, kLargest), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(TruncatedQuadratic{}, 3), {}).has_value());
  EXPECT_FALSE(ExpandIntegerGrid(grid(Potts{}, 3, 1, Connectivity::kEight), {}).has_value());
  // Then the general method is used.
  EXPECT_EQ(AlphaExpansion(grid(Potts{}, kLargest)).energy, 0);
  EXPECT_EQ(AlphaExpansion(grid(Potts{kLargest}, kLargest)).energy, 0);
  EXPECT_EQ(AlphaExpansion(grid(Potts{}, 1, -kLargest - 1)).energy, -4294967295.0);
}

TEST(GridExpansions, OfNoPixels) {
  const auto result = ExpandIntegerGrid({{.width = 0, .height = 3, .labels = 2}, {}, Potts{}, 1}, {});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->ending, common::Ending::kOptimal);
  EXPECT_EQ(result->energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
