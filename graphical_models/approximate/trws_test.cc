#include "graphical_models/approximate/trws.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/approximate/testing/trws_checks.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(Trws, EndsAsItSays) {
  common::RandomStream random(3, "trws endings");
  const GridShape shape = {.width = 20, .height = 20, .labels = 4};
  std::vector<double> unaries(1600);
  for (double& unary : unaries) unary = random.Uniform(-20, 20);
  const GridEnergy<double> energy(shape, unaries, Potts{7.5}, 1.0);
  const MapResult none = MinimizeTrws(energy, Iterations(0));
  EXPECT_EQ(none.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(none.trace.size(), 1u);
  EXPECT_EQ(none.energy, energy.Energy(none.labeling));
  EXPECT_EQ(none.lower_bound, -kInfinity);
  const MapResult seven = MinimizeTrws(energy, Iterations(7));
  EXPECT_EQ(seven.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(seven.trace.back().iteration, 7);
  EXPECT_EQ(MinimizeTrws(energy, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  EXPECT_EQ(MinimizeTrws(energy, {.run = {.stop = {.gap = 1e9}}}).ending, common::Ending::kGapReached);
  const MapResult converged = MinimizeTrws(energy, {.tolerance = 1e-4});
  EXPECT_EQ(converged.ending, common::Ending::kConverged);
  EXPECT_EQ(MinimizeTrws(energy, Iterations(7)).labeling, seven.labeling);
}

TEST(Trws, NoVariablesAreSolved) {
  PairwiseEnergy empty;
  empty.AddConstant(4);
  EXPECT_EQ(MinimizeTrws(empty).energy, 4);
  EXPECT_EQ(MinimizeTrws(empty).ending, common::Ending::kOptimal);
  const GridEnergy<float> no_pixels({.width = 0, .height = 5, .labels = 2}, {}, Potts{}, 1.0f);
  EXPECT_EQ(MinimizeTrws(no_pixels).lower_bound, 0);
  EXPECT_EQ(MinimizeTrws(no_pixels).ending, common::Ending::kOptimal);
  // The largest possible number of rows or columns takes no memory.
  constexpr int kMany = std::numeric_limits<int>::max();
  for (const GridShape& shape : {GridShape{.width = 0, .height = kMany, .labels = 1000},
                                 GridShape{.width = kMany, .height = 0, .labels = 1000}}) {
    const GridEnergy<float> empty_rows(shape, {}, Potts{}, 1.0f);
    EXPECT_EQ(MinimizeTrws(empty_rows).ending, common::Ending::kOptimal);
  }
}

// Also for energies that use only one thread.
TEST(Trws, RefusesThreadsOutOfRange) {
  const GridEnergy<int32_t> grid({.width = 2, .height = 1, .labels = 2}, {0, 1, 0, 1}, Potts{1}, 1);
  for (const int threads : {-1, 0, 1025}) {
    EXPECT_NE(MessageOf([&] { MinimizeTrws(ToPairwise(grid), {.run = {.threads = threads}}); }), "no error");
    EXPECT_NE(
        MessageOf([&] { MinimizeTrws(grid, {.run = {.stop = {.iterations = 0}, .threads = threads}}); }),
        "no error");
  }
}

TEST(Trws, RefusesANegativeTolerance) {
  EXPECT_EQ(MessageOf([] { MinimizeTrws(PairwiseEnergy(), {.tolerance = -1}); }),
            "tolerance of TRW-S: expected 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
