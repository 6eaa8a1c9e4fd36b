#include "graphical_models/methods/grid_tables.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

GridEnergy<int32_t> Flat(int width, int height, int labels, GridWeights<int32_t> weights = 1) {
  const GridShape shape = {.width = width, .height = height, .labels = labels};
  return {shape, std::vector<int32_t>(shape.num_pixels() * labels, 1), Potts{}, std::move(weights)};
}

TEST(GridTables, HaveTheEnergiesOfTheGrid) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "tables of grids");
    const auto grid = RandomGridEnergy<int32_t>({.max_width = 2}, random);
    const FactorGraph graph = TablesOf(grid);
    EXPECT_EQ(TablesForSweepsOf(grid), graph);
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(graph.Energy(labeling), grid.Energy(labeling));
    });
  }
  EXPECT_EQ(TablesOf(Flat(0, 0, 1)).num_variables(), 0);
}

TEST(GridTables, ShareTheTablesOfEdgesOfOneWeight) {
  EXPECT_EQ(TablesOf(Flat(30, 20, 8)).num_tables(), 600 + 1);  // one table for the unaries of each pixel
  EXPECT_EQ(TablesOf(Flat(30, 20, 8, GridWeights<int32_t>::PerStep(std::vector<int32_t>{3, 4}))).num_tables(),
            600 + 2);
}

TEST(GridTables, SaySoWhereThereWouldBeTooMany) {
  std::vector<std::vector<int32_t>> planes(2);
  for (int pixel = 0; pixel < 1600; ++pixel) {
    planes[0].push_back(pixel);
    planes[1].push_back(1600 + pixel);
  }
  const auto many_weights = Flat(40, 40, 256, GridWeights<int32_t>::PerEdge(std::move(planes)));
  EXPECT_EQ(MessageOf([&] { TablesOf(many_weights); }),
            "an image as tables: expected at most 100000000 entries, found 204881920 for 1600 pixels of 256 "
            "labels and 3120 tables of 256 x 256");
}

TEST(GridTables, SaySoWhereASweepWouldTakeTooLong) {
  EXPECT_EQ(MessageOf([&] { TablesForSweepsOf(Flat(122, 179, 256)); }),
            "an image as tables: expected at most 500000000 costs to read in a sweep over its edges, found "
            "2842624000 for 43375 edges of 256 x 256 labels; 10^9 take 5 s or more per iteration: use a "
            "method that takes images directly");
  EXPECT_EQ(TablesOf(Flat(122, 179, 256)).num_factors(), 122 * 179 + 43375);
  EXPECT_EQ(MessageOf([&] { TablesForSweepsOf(Flat(3000, 3000, 2)); }),
            "an image as tables: expected at most 60000000 entries of messages, found 89976000 for 17994000 "
            "edges of 2 x 2 labels");
}

}  // namespace
}  // namespace structlab::graphical_models
