#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/testing/trws_checks.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/approximate/trws_pairwise.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

// Rounding of bounds, which are sums in double precision of a few hundred terms of at most about 100 each.
constexpr double kRounding = 1e-10;

TEST(TrwsOnGraphs, BoundIsBelowTheOptimumAndTheOptimumBelowTheValue) {
  int solved = 0, feasible = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws graphs");
    const PairwiseEnergy energy =
        RandomPairwiseEnergy({.max_variables = 5, .infinite_probability = seed % 3 == 0 ? 0.3 : 0.0}, random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeTrws(energy, Iterations(30));
    ExpectBoundBelowOptimumBelowValue(energy, result, optimum);
    // All costs are integers.
    EXPECT_EQ(result.lower_bound, std::floor(result.lower_bound));
    EXPECT_EQ(result.ending == common::Ending::kOptimal, result.lower_bound == result.energy);
    feasible += optimum < kInfinity;
    solved += optimum < kInfinity && result.energy == optimum;
  }
  EXPECT_GT(solved, feasible * 9 / 10);
}

// The bounds of some sweeps are rounded to values above the minimum.
TEST(TrwsOnGraphs, RoundingDoesNotRaiseTheBoundAboveTheOptimum) {
  int above = 0;
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws rounding");
    const PairwiseEnergy energy =
        WithRealCosts(RandomPairwiseEnergy({.graph = GraphClass::kChain}, random), random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeTrws(energy, Iterations(5));
    EXPECT_LE(result.lower_bound, std::min(optimum, result.energy));
    EXPECT_GE(result.lower_bound, optimum - kRounding - 1e-12 * std::abs(optimum));
    Labeling labeling(energy.num_variables());
    above += PairwiseTrws(energy).Iterate(labeling) > optimum;
  }
  EXPECT_GT(above, 100);
}

TEST(TrwsOnGraphs, BoundNeverFalls) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws rises");
    const PairwiseEnergy energy = RandomPairwiseEnergy({.max_variables = 8, .edge_probability = 0.6}, random);
    PairwiseTrws sweeps(energy);
    Labeling labeling(energy.num_variables());
    double before = -kInfinity;
    for (int i = 0; i < 10; ++i) {
      const double bound = sweeps.Iterate(labeling);
      EXPECT_GE(bound, before - kRounding);
      before = bound;
    }
  }
}

TEST(TrwsOnGraphs, IsExactOnTrees) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws trees");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.graph = seed % 2 == 0 ? GraphClass::kTree : GraphClass::kChain, .infinite_probability = 0.1},
        random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeTrws(energy, Iterations(3000, 1e-14));
    if (optimum == kInfinity) {
      EXPECT_EQ(result.energy, kInfinity);
      EXPECT_EQ(result.lower_bound, kInfinity);
      EXPECT_EQ(result.ending, common::Ending::kOptimal);
    } else {
      EXPECT_EQ(result.energy, optimum);
      EXPECT_NEAR(result.lower_bound, optimum, 1e-6);
    }
  }
}

// Chains in the order of their variables: one iteration is dynamic programming.
TEST(TrwsOnGraphs, SolvesAChainInOneIteration) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws chains");
    const PairwiseEnergy energy = RandomPairwiseEnergy({.graph = GraphClass::kChain}, random);
    const MapResult result = MinimizeTrws(energy, Iterations(1));
    EXPECT_NEAR(result.lower_bound, BruteForceMap(ToFactorGraph(energy)).energy, kRounding);
  }
}

// Any two variables may be joined by a table in which some pairs of labels have infinite costs.
PairwiseEnergy EnergyWithForbiddenPairs(common::RandomStream& random) {
  const int num_variables = 2 + static_cast<int>(random.UniformIndex(4));
  PairwiseEnergy energy(std::vector<int>(num_variables, 3));
  for (int q = 0; q < num_variables; ++q) {
    std::vector<double> unary(3);
    for (double& cost : unary) cost = static_cast<double>(random.UniformIndex(10));
    energy.AddUnary(q, unary);
    for (int p = 0; p < q; ++p) {
      if (p + 1 < q && random.Uniform() < 0.6) continue;
      std::vector<double> table(9);
      for (double& cost : table) {
        const double allowed = static_cast<double>(random.UniformIndex(10)) - 5;
        cost = random.Uniform() < 0.4 ? kInfinity : allowed;
      }
      energy.AddEdge(p, q, energy.AddPotential(LabelTable(3, 3, table)));
    }
  }
  return energy;
}

TEST(TrwsOnGraphs, ForbiddenPairsStayExact) {
  int forbidden = 0;
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws forbidden pairs");
    const PairwiseEnergy energy = EnergyWithForbiddenPairs(random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeTrws(energy, Iterations(20));
    ExpectBoundBelowOptimumBelowValue(energy, result, optimum);
    EXPECT_FALSE(std::isnan(result.lower_bound));
    EXPECT_EQ(result.energy < kInfinity, optimum < kInfinity);  // labelings of infinite energy are repaired
    // A connected graph with as many edges as a chain has no cycle: it is solved.
    if (energy.num_edges() == energy.num_variables() - 1 && optimum < kInfinity) {
      EXPECT_NEAR(result.lower_bound, optimum, kRounding);
      EXPECT_EQ(result.energy, optimum);
    }
    forbidden += optimum == kInfinity;
  }
  EXPECT_GT(forbidden, 50);
}

}  // namespace
}  // namespace structlab::graphical_models
