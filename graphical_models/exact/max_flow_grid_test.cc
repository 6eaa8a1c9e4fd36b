#include "graphical_models/exact/max_flow_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

template <class C>
class MaxFlowGridOf : public testing::Test {};
TYPED_TEST_SUITE(MaxFlowGridOf, FlowCapacityTypes);

TYPED_TEST(MaxFlowGridOf, EqualsBruteForceAndProvesItself) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "max-flow grid");
    const int width = static_cast<int>(random.UniformIndex(5));
    const int height = static_cast<int>(random.UniformIndex(width > 3 ? 3 : 4));
    const auto instance = RandomGridInstance<TypeParam>(width, height, CapacityOptionsOf(seed), random);
    MaxFlowGrid<TypeParam> grid = MakeGrid(instance);
    EXPECT_EQ(grid.Solve(), BruteForceMinimumCut(instance));
    ExpectProof(instance, GridAsGraph<TypeParam>(grid, instance));
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(MaxFlowGridOf, ProvesItselfOnLargerGrids) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "larger max-flow grid");
    const int width = 1 + static_cast<int>(random.UniformIndex(40));
    const int height = 1 + static_cast<int>(random.UniformIndex(40));
    auto instance = RandomGridInstance<TypeParam>(width, height, CapacityOptionsOf(seed), random);
    if (seed % 3 != 0) RemoveTerminals(0.7, random, instance);
    MaxFlowGrid<TypeParam> grid = MakeGrid(instance);
    grid.Solve();
    ExpectProof(instance, GridAsGraph<TypeParam>(grid, instance));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(MaxFlowGrid, TakesOneCapacityForAllNeighbours) {
  const std::vector<int32_t> from_source = {9, 0, 0, 0, 0, 0}, to_sink = {0, 0, 0, 0, 0, 9};
  MaxFlowGrid<int32_t> grid(3, 2, from_source, to_sink, 2);
  EXPECT_EQ(grid.Solve(), 4);
  grid.Verify();
  EXPECT_TRUE(grid.OnSourceSide(0, 0));
  EXPECT_FALSE(grid.OnSourceSide(2, 1));
  EXPECT_EQ(grid.TerminalResidual(0, 0), 5);
  EXPECT_EQ(grid.width(), 3);
  EXPECT_EQ(grid.height(), 2);
}

TEST(MaxFlowGrid, SolvesWithoutPixels) {
  for (const int width : {0, 3}) {
    for (const int height : {0, 4}) {
      if (width > 0 && height > 0) continue;
      int rows = 0;
      MaxFlowGrid<double> grid(width, height, [&rows](int, const GridRow<double>&) { ++rows; });
      EXPECT_EQ(grid.Solve(), 0);
      EXPECT_EQ(rows, height);
      grid.Verify();
    }
  }
}

TEST(MaxFlowGrid, GivesTheSameCutAgain) {
  common::RandomStream random(1, "same grid cut");
  const auto instance = RandomGridInstance<int32_t>(40, 30, {.max_capacity = 3}, random);
  MaxFlowGrid<int32_t> first = MakeGrid(instance), second = MakeGrid(instance);
  first.Solve();
  const MaxFlowGrid<int32_t> copy = first;
  second.Solve();
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      EXPECT_EQ(first.OnSourceSide(x, y), second.OnSourceSide(x, y));
      EXPECT_EQ(first.OnSourceSide(x, y), copy.OnSourceSide(x, y));
    }
  }
}

// Excess pushed to the right and down would overflow 32 bits.
TEST(MaxFlowGrid, HoldsTheLargestCapacities) {
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  const std::vector<int32_t> from_source = {kMax, kMax, kMax, 0}, to_sink = {0, 0, 0, kMax};
  MaxFlowGrid<int32_t> grid(2, 2, [&](int y, const GridRow<int32_t>& row) {
    for (int x = 0; x < 2; ++x) {
      row.from_source[x] = from_source[2 * y + x];
      row.to_sink[x] = to_sink[2 * y + x];
      row.right[x] = row.down[x] = kMax;
      row.left[x] = row.up[x] = 0;
    }
  });
  EXPECT_EQ(grid.Solve(), kMax);
  grid.Verify();
  const std::vector<int32_t> all(6, kMax);
  EXPECT_EQ(MaxFlowGrid<int32_t>(3, 2, all, all, 0).Solve(), 6 * int64_t{kMax});
}

TEST(MaxFlowGrid, DetectsOverflow) {
  const std::vector<int32_t> none(4, 0);
  EXPECT_EQ(MessageOf([&] { MaxFlowGrid<int32_t>(2, 2, none, none, 1 << 30); }),
            OverflowAt("MaxFlowGrid: right + left of pixel (0, 0)"));
  EXPECT_EQ(MessageOf([&] {
              MaxFlowGrid<int32_t>(1, 3, [](int y, const GridRow<int32_t>& row) {
                row.down[0] = row.up[0] = y == 1 ? 1 << 30 : 1;
              });
            }),
            OverflowAt("MaxFlowGrid: down + up of pixel (0, 1)"));
  // large capacities that never meet
  EXPECT_EQ(MaxFlowGrid<int32_t>(
                3, 1, [](int, const GridRow<int32_t>& row) { row.right[0] = row.left[1] = 1 << 30; })
                .Solve(),
            0);
  const std::vector<int64_t> half(4, int64_t{1} << 62);
  EXPECT_EQ(MessageOf([&] { MaxFlowGrid<int64_t>(2, 2, half, half, 1); }), OverflowAt("MaxFlowGrid: row 0"));
  const std::vector<int64_t> zero(4, 0);
  MaxFlowGrid<int64_t> one_sided(2, 2, half, zero, 1);
  EXPECT_EQ(one_sided.Solve(), 0);
  for (int x = 0; x < 2; ++x) one_sided.ChangeTerminal(x, 0, -half[0], half[0]);
  EXPECT_EQ(MessageOf([&] {
              MaxFlowGrid<double>(1, 1, std::vector<double>{1e308}, std::vector<double>{1e308}, 1);
            }),
            "no error");
}

TEST(MaxFlowGrid, RefusesWhatIsNoCapacity) {
  using Row = GridRow<double>;
  const auto with = [](std::span<double> Row::*plane, double capacity) {
    return MessageOf([&] {
      MaxFlowGrid<double>(3, 4, [&](int y, const Row& row) {
        if (y == 2) (row.*plane)[1] = capacity;
      });
    });
  };
  EXPECT_EQ(with(&Row::from_source, -1),
            "MaxFlowGrid: from_source of pixel (1, 2): expected a capacity >= 0 and finite, found -1");
  EXPECT_EQ(with(&Row::to_sink, std::nan("")),
            "MaxFlowGrid: to_sink of pixel (1, 2): expected a capacity >= 0 and finite, found nan");
  EXPECT_EQ(with(&Row::right, std::numeric_limits<double>::infinity()),
            "MaxFlowGrid: right of pixel (1, 2): expected a capacity >= 0 and finite, found inf");
  EXPECT_NE(with(&Row::left, -1).find("left of pixel (1, 2)"), std::string::npos);
  EXPECT_NE(with(&Row::down, -1).find("down of pixel (1, 2)"), std::string::npos);
  EXPECT_NE(with(&Row::up, std::nan("")).find("up of pixel (1, 2)"), std::string::npos);
  EXPECT_EQ(with(&Row::up, 1e300), "no error");
  EXPECT_NE(MessageOf([] {
              MaxFlowGrid<int32_t>(2, 1, [](int, const GridRow<int32_t>& row) { row.right[0] = -1; });
            }).find("right of pixel (0, 0)"),
            std::string::npos);
}

TEST(MaxFlowGrid, RefusesWhatDoesNotExist) {
  const std::vector<int32_t> four(4, 1), three(3, 1);
  EXPECT_NE(MessageOf([&] { MaxFlowGrid<int32_t>(2, 2, four, three, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { MaxFlowGrid<int32_t>(-1, 2, four, four, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { MaxFlowGrid<int32_t>(1 << 16, 1 << 16, four, four, 1); }), "no error");
  MaxFlowGrid<int32_t> grid(2, 2, four, four, 1);
  EXPECT_EQ(MessageOf([&] { grid.OnSourceSide(0, 0); }),
            "OnSourceSide(0, 0): expected Solve before it, found a grid not solved");
  grid.Solve();
  EXPECT_EQ(MessageOf([&] { grid.OnSourceSide(2, 0); }),
            "OnSourceSide(2, 0): expected a pixel of 2 x 2, found (2, 0)");
  EXPECT_NE(MessageOf([&] { grid.TerminalResidual(0, -1); }), "no error");
  EXPECT_EQ(MessageOf([&] { grid.ChangeRight(1, 0, 1, 1); }),
            "ChangeRight(1, 0): expected a pixel with that neighbour, found the border of the image");
  EXPECT_NE(MessageOf([&] { grid.ChangeDown(0, 1, 1, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { grid.RightResidual(1, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { grid.UpResidual(1, 1); }), "no error");
  EXPECT_NE(MessageOf([&] { grid.ChangeTerminal(-1, 0, 1, 1); }), "no error");
  grid.ChangeTerminal(0, 0, 1, 0);
  EXPECT_NE(MessageOf([&] { grid.OnSourceSide(0, 0); }), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
