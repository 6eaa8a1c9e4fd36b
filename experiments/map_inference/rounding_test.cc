#include "experiments/map_inference/rounding.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::map_inference {
namespace {

using common::RandomStream;
using graphical_models::FactorGraph;

// Costs without a short binary form, so that sums of them are rounded.
FactorGraph RandomChain(RandomStream& random) {
  const int variables = 2 + static_cast<int>(random.UniformIndex(50)), labels = 3;
  FactorGraph graph(std::vector<int>(static_cast<size_t>(variables), labels));
  const auto add = [&](std::vector<int> scope, size_t size) {
    std::vector<double> table(size);
    for (double& cost : table) cost = random.Uniform(-100, 100);
    graph.AddFactor(scope, table);
  };
  for (int v = 0; v < variables; ++v) {
    add({v}, 3);
    if (v > 0) add({v - 1, v}, 9);
  }
  return graph;
}

TEST(Rounding, IsOneOfTheLastDigits) {
  FactorGraph graph({2, 2});
  graph.AddFactor(std::array{0}, std::array{3.0, -5.0});
  graph.AddFactor(std::array{0, 1}, std::array{0.0, 2.0, 2.0, std::numeric_limits<double>::infinity()});
  const Rounding rounding = RoundingOf(graph);
  EXPECT_EQ(rounding.terms, 9);  // the constant, then a cost and two for each variable of a factor
  EXPECT_GT(rounding.largest, 5 * std::numeric_limits<double>::epsilon());
  EXPECT_LT(rounding.largest, 1e-12);
}

TEST(Rounding, IsNotExceededBySumsInAnotherOrder) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "sums");
    const FactorGraph graph = RandomChain(random);
    const auto labeling = graphical_models::RandomLabeling(graph.label_counts(), random);
    double backwards = 0;
    for (int factor = graph.num_factors(); factor-- > 0;) {
      const auto scope = graph.scope(factor);
      size_t entry = 0;
      for (const int v : scope) entry = entry * 3 + static_cast<size_t>(labeling[static_cast<size_t>(v)]);
      backwards += graph.table(factor)[entry];
    }
    EXPECT_LE(std::abs(backwards - graph.Energy(labeling)), RoundingOf(graph).largest);
  }
}

// TRW-S is exact on trees, so that its bound differs from the minimum by rounding alone: some are above it.
TEST(Rounding, IsNotExceededByTrueBounds) {
  int above = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "bounds");
    const FactorGraph chain = RandomChain(random);
    const double minimum = TreeMap(chain).energy;
    const double bound = MinimizeTrws(ToPairwise(chain), {.stop = {.iterations = 20}}).lower_bound;
    EXPECT_LE(bound, minimum + RoundingOf(chain).largest);
    EXPECT_GE(bound, minimum - RoundingOf(chain).largest);
    if (bound > minimum) ++above;
  }
  EXPECT_GT(above, 0);
}

// The largest weight and distance stand for all edges.
TEST(Rounding, OfAGridIsAtLeastThatOfItsTables) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "grids");
    const auto grid = graphical_models::RandomGridEnergy<int32_t>({}, random);
    const Rounding of_grid = RoundingOf(grid), of_tables = RoundingOf(ToFactorGraph(grid));
    EXPECT_GE(of_grid.terms, of_tables.terms - 1);  // the constant
    EXPECT_GE(of_grid.largest / of_grid.terms * (1 + 1e-9), of_tables.largest / of_tables.terms);
  }
}

}  // namespace
}  // namespace structlab::map_inference
