#include "graphical_models/model/grid_energy.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr GridShape kSquare = {.width = 2, .height = 2, .labels = 2, .connectivity = Connectivity::kEight};

// The worked example of 3 x 3 pixels: with a Potts weight of 1.5, all 0 costs 26 and the optimum 16; with
// min(|a-b|, 2) as the distance the same labelings cost 26 and 14 at weight 1.
const std::vector<int32_t> kUnaries = {0, 4, 6, 3, 1, 5, 6, 2, 1, 1, 3, 4, 4, 0,
                                       3, 5, 3, 0, 2, 2, 5, 1, 4, 2, 4, 5, 1};

TEST(GridEnergy, GivesTheEnergiesOfTheWorkedExample) {
  const GridShape shape = {.width = 3, .height = 3, .labels = 3};
  const std::vector<double> unaries(kUnaries.begin(), kUnaries.end());
  const GridEnergy<double> potts(shape, unaries, Potts{}, 1.5);
  EXPECT_EQ(potts.Energy(Labeling(9, 0)), 26);
  EXPECT_EQ(potts.Energy(Labeling{0, 1, 1, 0, 1, 1, 0, 0, 0}), 20);
  EXPECT_EQ(potts.Energy(Labeling{0, 1, 2, 0, 1, 2, 0, 0, 2}), 16);
  const GridEnergy<int32_t> linear(shape, kUnaries, TruncatedLinear{1, 2}, 1);
  EXPECT_EQ(linear.Energy(Labeling{0, 1, 2, 0, 1, 2, 0, 0, 2}), 14);
}

TEST(GridEnergy, CountsEveryEdgeOnce) {
  const GridEnergy<float> four({.width = 4, .height = 3, .labels = 1}, std::vector<float>(12),
                               LabelTable(1, 1, {1}), 1);
  EXPECT_EQ(four.Energy(Labeling(12, 0)), 17);
  EXPECT_EQ(four.shape().num_edges(), 17);
  const GridEnergy<float> eight({.width = 4, .height = 3, .labels = 1, .connectivity = Connectivity::kEight},
                                std::vector<float>(12), LabelTable(1, 1, {1}), 1);
  EXPECT_EQ(eight.Energy(Labeling(12, 0)), 29);
  EXPECT_EQ(eight.shape().num_edges(), 29);
}

TEST(GridEnergy, WeighsEdgesByStep) {
  const std::vector<double> weights = {1, 10, 100, 1000};
  const GridEnergy<double> grid(kSquare, std::vector<double>(8), LabelTable(2, 2, {0, 1, 3, 0}),
                                GridWeights<double>::PerStep(weights));
  // Edges leave (1,0) down and down left; the edge from the left leads to it.
  EXPECT_EQ(grid.Energy(Labeling{0, 1, 0, 0}), 1 + 3 * (10 + 1000));
  EXPECT_EQ(grid.Energy(Labeling{0, 0, 0, 1}), 1 + 10 + 100);
}

TEST(GridEnergy, WeighsEveryEdgeAndIgnoresThoseThatLeave) {
  const int32_t away = 1 << 30;
  const GridEnergy<int32_t> grid(
      {.width = 2, .height = 2, .labels = 2}, std::vector<int32_t>(8), Potts{},
      GridWeights<int32_t>::PerEdge({{1, away, 10, away}, {100, 1000, away, away}}));
  EXPECT_EQ(grid.Energy(Labeling{1, 0, 0, 0}), 101);
  EXPECT_EQ(grid.Energy(Labeling{0, 1, 0, 0}), 1001);
  EXPECT_EQ(grid.Energy(Labeling{0, 0, 1, 0}), 110);
  EXPECT_EQ(grid.Energy(Labeling{0, 0, 0, 1}), 1010);
}

TEST(GridEnergy, WithoutPixelsHasOneLabeling) {
  const GridEnergy<double> grid({.width = 0, .height = 5, .labels = 3}, {}, Potts{}, 1);
  EXPECT_EQ(grid.Energy(Labeling{}), 0);
  EXPECT_EQ(grid.shape().num_edges(), 0);
}

TEST(GridEnergy, UnariesMayBeInfinite) {
  const GridEnergy<float> grid({.width = 2, .height = 1, .labels = 2},
                               {1, std::numeric_limits<float>::infinity(), 2, 3}, Potts{}, 1);
  EXPECT_EQ(grid.Energy(Labeling{1, 0}), kInfinity);
  EXPECT_EQ(grid.Energy(Labeling{0, 1}), 5);
}

TEST(GridEnergy, RefusesWhatDoesNotFit) {
  using Costs = std::vector<double>;
  const auto message = [](GridShape shape, Costs unaries, PairwisePotential potential,
                          GridWeights<double> weights) {
    return MessageOf([&] { GridEnergy<double>(shape, unaries, potential, weights); });
  };
  EXPECT_EQ(message({.width = -1, .height = 2}, {}, Potts{}, 1),
            "shape of a grid: expected from 0 to 2^31 - 1 pixels, found -1 x 2");
  EXPECT_EQ(message({.width = 1 << 16, .height = 1 << 16}, {}, Potts{}, 1),
            "shape of a grid: expected from 0 to 2^31 - 1 pixels, found 65536 x 65536");
  EXPECT_EQ(message({.width = 1, .height = 1, .labels = 0}, {}, Potts{}, 1),
            "labels of a grid: expected at least one, found 0");
  EXPECT_EQ(message(kSquare, Costs(7), Potts{}, 1), "unaries of a grid: expected 8, found 7");
  EXPECT_EQ(
      message(kSquare, {0, 0, 0, 0, 0, -kInfinity, 0, 0}, Potts{}, 1),
      "unary of pixel (0, 1), label 1: expected an energy of at most 1e290 in magnitude, or plus infinity, "
      "found -inf");
  EXPECT_EQ(message(kSquare, Costs(8), LabelTable(2, 1, {0, 1}), 1),
            "potential of a grid: expected a table of 2 x 2 labels, found 2 x 1");
  const Costs two = {1, 1}, three = {1, 1, 1};
  EXPECT_EQ(message(kSquare, Costs(8), Potts{}, GridWeights<double>::PerStep(two)),
            "weights of a grid: expected weights for 4 steps, found for 2");
  EXPECT_EQ(
      message({.width = 2, .height = 1, .labels = 1}, Costs(2), Potts{}, GridWeights<double>::PerStep(three)),
      "weights of a grid: expected weights for 2 steps, found for 3");
  EXPECT_EQ(MessageOf([] { GridWeights<double>::PerStep({}); }),
            "weights of a grid: expected weights for 2 steps or for 4, found 0");
  EXPECT_EQ(
      message(kSquare, Costs(8), Potts{}, GridWeights<double>::PerEdge({Costs(4), Costs(4), Costs(3), {}})),
      "weights of step 2 of a grid: expected 4, found 3");
  EXPECT_EQ(message(kSquare, Costs(8), Potts{},
                    GridWeights<double>::PerEdge({Costs(4), {0, kInfinity, 0, 0}, Costs(4), Costs(4)})),
            "weight of step 1 from pixel (1, 0): expected a finite energy of at most 1e290 in magnitude, "
            "found inf");
  EXPECT_EQ(message(kSquare, Costs(8), LabelTable(2, 2, {0, 0, kInfinity, 0}), 0),
            "weight of step 0: expected a weight above 0 for a potential that holds +infinity, found 0");
  const GridEnergy<double> grid(kSquare, Costs(8), Potts{}, 1);
  EXPECT_EQ(MessageOf([&] {
              grid.Energy(Labeling{0, 0, 2, 0});
            }),
            "labeling: expected a label from 0 to 1 for variable 2, found 2");
}

}  // namespace
}  // namespace structlab::graphical_models
