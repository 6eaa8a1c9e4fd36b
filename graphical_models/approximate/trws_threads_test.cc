#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/trws.h"

namespace structlab::graphical_models {
namespace {

// Various numbers of bands of eight rows, and widths around the lead of a band over the next one.
TEST(Trws, DoesNotDependOnThreads) {
  const PairwisePotential potentials[] = {Potts{3}, TruncatedLinear{2, 2}, TruncatedQuadratic{1, 3}};
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "threads");
    GridShape shape = {.width = 1 + static_cast<int>(random.UniformIndex(40)),
                       .height = 1 + static_cast<int>(random.UniformIndex(60)),
                       .labels = 1 + static_cast<int>(random.UniformIndex(5))};
    std::vector<int32_t> unaries(static_cast<size_t>(shape.width) * static_cast<size_t>(shape.height) *
                                 static_cast<size_t>(shape.labels));
    for (int32_t& cost : unaries) cost = static_cast<int32_t>(random.UniformIndex(30));
    const GridEnergy<int32_t> energy(shape, unaries, potentials[seed % 3], 1);
    const TrwsOptions one = {.run = {.stop = {.iterations = 12}}};
    const MapResult expected = MinimizeTrws(energy, one);
    for (const int threads : {2, 3, 8}) {
      TrwsOptions more = one;
      more.run.threads = threads;
      const MapResult result = MinimizeTrws(energy, more);
      EXPECT_EQ(result.labeling, expected.labeling);
      ASSERT_EQ(result.trace.size(), expected.trace.size());
      for (size_t i = 0; i < result.trace.size(); ++i) {
        EXPECT_EQ(result.trace[i].bound, expected.trace[i].bound);
        EXPECT_EQ(result.trace[i].value, expected.trace[i].value);
      }
    }
  }
}

}  // namespace
}  // namespace structlab::graphical_models
