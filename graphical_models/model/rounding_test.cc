#include "graphical_models/model/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::RandomStream;

// Costs that are not short binary fractions, so that their sums are rounded.
FactorGraph RandomChain(RandomStream& random) {
  const int variables = 2 + static_cast<int>(random.UniformIndex(50)), labels = 3;
  FactorGraph graph(std::vector<int>(variables, labels));
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
  EXPECT_GT(rounding.max_error, 5 * std::numeric_limits<double>::epsilon());
  EXPECT_LT(rounding.max_error, 1e-12);
}

TEST(Rounding, IsNotExceededBySumsInAnotherOrder) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "sums");
    const FactorGraph graph = RandomChain(random);
    const auto labeling = RandomLabeling(graph.label_counts(), random);
    double backwards = 0;
    for (int factor = graph.num_factors(); factor-- > 0;) {
      const auto scope = graph.scope(factor);
      size_t entry = 0;
      for (const int v : scope) entry = entry * 3 + static_cast<size_t>(labeling[v]);
      backwards += graph.table(factor)[entry];
    }
    EXPECT_LE(std::abs(backwards - graph.Energy(labeling)), RoundingOf(graph).max_error);
  }
}

TEST(Rounding, SeesNoWeightsOfEdgesThatLeaveTheGrid) {
  const GridShape shape = {.width = 3, .height = 2, .labels = 2};
  std::vector<std::vector<double>> planes = {{1, 2, 1e280, 2, 1, 1e280}, {1, 2, 1, 1e280, 1e280, 1e280}};
  const std::vector<double> unaries(12, 1);
  const Rounding rounding =
      RoundingOf(GridEnergy<double>(shape, unaries, Potts{}, GridWeights<double>::PerEdge(planes)));
  EXPECT_EQ(rounding.unit, 1);
  for (std::vector<double>& plane : planes) std::ranges::replace(plane, 1e280, 1.0);
  EXPECT_EQ(rounding.max_error,
            RoundingOf(GridEnergy<double>(shape, unaries, Potts{}, GridWeights<double>::PerEdge(planes)))
                .max_error);
  const GridShape row = {.width = 3, .height = 1, .labels = 2};
  const Rounding of_row = RoundingOf(GridEnergy<double>(
      row, std::vector<double>(6, 1), Potts{}, GridWeights<double>::PerStep(std::array{1.0, 1e280})));
  EXPECT_LT(of_row.max_error, 1e-10);
}

constexpr double kHalf = 0.5;

double UnitOf(const std::vector<double>& unary) {
  FactorGraph graph({static_cast<int>(unary.size())});
  graph.AddFactor(std::array{0}, unary);
  return RoundingOf(graph).unit;
}

TEST(Rounding, TheUnitDividesAllCosts) {
  EXPECT_EQ(UnitOf({3, -5, 0}), 1);
  EXPECT_EQ(UnitOf({12, -40, kInfinity}), 4);
  EXPECT_EQ(UnitOf({0.75, 2}), 0.25);
  EXPECT_EQ(UnitOf({std::ldexp(3, -1060), 0}), std::ldexp(1, -1060));
  EXPECT_EQ(UnitOf({0, kInfinity}), 0);  // there is only one finite energy
  // Sums may be rounded.
  EXPECT_EQ(UnitOf({1, std::ldexp(1, 52)}), 0);
  EXPECT_EQ(UnitOf({0.1, 3}), 0);
  // The product of 0.75 and 1.5 * min(d, 2.5); what a table holds; a weight of 0.
  PairwiseEnergy energy({4, 4});
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedLinear{1.5, 2.5}), 0.75);
  EXPECT_EQ(RoundingOf(energy).unit, 0.25 * kHalf * kHalf);
  energy.AddEdge(0, 1, energy.AddPotential(LabelTable(4, 4, std::vector<double>(16, kHalf / 64))), 0);
  EXPECT_EQ(RoundingOf(energy).unit, 0.25 * kHalf * kHalf);
  energy.AddEdge(0, 1, 1);
  EXPECT_EQ(RoundingOf(energy).unit, kHalf / 64);
}

// All differences of energies are multiples of the unit, and sums in reverse order are the same.
TEST(Rounding, EnergiesAreMultiplesOfTheUnit) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "units");
    const double scale = std::ldexp(1.0, static_cast<int>(random.UniformIndex(9)) - 4);
    PairwiseEnergy energy = RandomPairwiseEnergy({}, random);
    for (int v = 0; v < energy.num_variables(); ++v) {
      std::vector<double> costs(energy.num_labels(v));
      for (double& cost : costs) cost = scale * static_cast<double>(random.UniformIndex(1000));
      energy.AddUnary(v, costs);
    }
    const double unit = RoundingOf(energy).unit;
    EXPECT_LE(unit,
              RoundingOf(ToFactorGraph(energy)).unit);  // which need not be of a potential's other values
    const double steps = energy.Energy(RandomLabeling(energy.label_counts(), random)) / unit;
    EXPECT_EQ(steps, std::floor(steps));
  }
}

// Otherwise this would take minutes.
TEST(Rounding, ReadsATableThatFactorsShareOnce) {
  FactorGraph graph({1000, 1000});
  std::vector<double> table(1'000'000, 0.0);
  table[7] = 3;
  const int first = graph.AddFactor(std::vector<int>{0, 1}, table);
  for (int i = 1; i < 200'000; ++i) graph.AddFactorSharing(std::vector<int>{0, 1}, first);
  EXPECT_EQ(RoundingOf(graph).terms, 1 + 200'000 * 5.0);
  EXPECT_EQ(RoundingOf(graph).unit, 1);
}

TEST(ProvedBound, IsTheNextEnergyThereCanBe) {
  const Rounding exact = {.terms = 10, .max_error = 0.01, .unit = 2};
  EXPECT_EQ(ProvedBound(4.005, 9, exact), 4);  // 3.995 is certain
  EXPECT_EQ(ProvedBound(4.015, 9, exact), 6);
  EXPECT_EQ(ProvedBound(-0.5, 9, exact), 0);
  EXPECT_FALSE(std::signbit(ProvedBound(-0.5, 9, exact)));
  EXPECT_EQ(ProvedBound(kInfinity, kInfinity, exact), kInfinity);
  EXPECT_EQ(ProvedBound(-kInfinity, 9, exact), -kInfinity);
}

TEST(ProvedBound, IsLowerByTheRoundingAndNeverAboveTheEnergy) {
  const Rounding rounded = {.terms = 10, .max_error = 0.25, .unit = 0};
  EXPECT_EQ(ProvedBound(4, 9, rounded), 3.75);
  EXPECT_EQ(ProvedBound(4, 4, rounded), 3.75);
  EXPECT_EQ(ProvedBound(4, 3.5, rounded), 3.5);
}

// The maximum weight and distance stand for all edges.
TEST(Rounding, OfAGridIsAtLeastThatOfItsTables) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "grids");
    const auto grid = RandomGridEnergy<int32_t>({}, random);
    const Rounding of_grid = RoundingOf(grid), of_tables = RoundingOf(ToFactorGraph(grid));
    EXPECT_GE(of_grid.terms, of_tables.terms - 1);  // the constant
    EXPECT_GE(of_grid.max_error / of_grid.terms * (1 + 1e-9), of_tables.max_error / of_tables.terms);
  }
}

}  // namespace
}  // namespace structlab::graphical_models
