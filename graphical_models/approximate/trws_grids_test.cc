#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/fixed_point_grid.h"
#include "graphical_models/approximate/testing/trws_checks.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/approximate/trws_grid.h"
#include "graphical_models/approximate/trws_pairwise.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

template <class Cost>
void ExpectTrueBoundsOnGrids() {
  int in_fixed_point = 0;
  for (uint64_t seed = 0; seed < 3'500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws grids");
    const PotentialClass potential = seed % 2 == 0 ? PotentialClass::kAny : PotentialClass::kSemiMetric;
    const GridEnergy<Cost> energy = RandomGridEnergy<Cost>(
        {.max_height = seed % 10 == 0 ? 3 : 2, .potential = potential, .eight_connected = seed % 4 == 0},
        random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeTrws(energy, Iterations(20));
    const bool fixed_point = FixedPointResolution::For(energy).has_value();
    in_fixed_point += fixed_point;
    // All costs are integers: in fixed point not even a rounding error is allowed.
    ExpectBoundBelowOptimumBelowValue(energy, result, optimum);
  }
  EXPECT_GT(in_fixed_point, 2'000);
}

TEST(TrwsOnGrids, BoundIsBelowTheOptimumAndTheOptimumBelowTheValue) {
  ExpectTrueBoundsOnGrids<int32_t>();
  ExpectTrueBoundsOnGrids<float>();
  ExpectTrueBoundsOnGrids<double>();
}

// Grids of several bands of eight rows, with every form of message, costs that are not integers, and some
// infinite unaries.
GridEnergy<double> LargerGrid(uint64_t seed, common::RandomStream& random) {
  const GridShape shape = {.width = 1 + static_cast<int>(random.UniformIndex(20)),
                           .height = 2 + static_cast<int>(random.UniformIndex(26)),
                           .labels = 1 + static_cast<int>(random.UniformIndex(12))};
  const size_t pixels = shape.num_pixels();
  const size_t labels = shape.labels;
  std::vector<double> unaries(pixels * labels);
  for (size_t i = 0; i < unaries.size(); ++i) {
    const bool forbidden = i % labels != 0 && random.Uniform() < 0.1;
    unaries[i] = forbidden ? kInfinity : random.Uniform(-20, 20);
  }
  const double slope = random.Uniform(0, 10), truncation = random.Uniform(0, 8);
  std::vector<double> table(labels * labels);
  for (double& cost : table) cost = random.Uniform(-10, 10);
  const PairwisePotential potentials[] = {
      Potts{slope},
      TruncatedLinear{slope, truncation},
      TruncatedLinear{slope},
      TruncatedQuadratic{slope, truncation * 4},
      TruncatedQuadratic{slope},
      LabelTable(shape.labels, shape.labels, table),
  };
  const size_t which = seed % std::size(potentials);
  GridWeights<double> weights =
      GridWeights<double>::PerStep(std::vector<double>{random.Uniform(0.1, 2), random.Uniform(0, 2)});
  if (which < 3 && random.Uniform() < 0.5) {
    std::vector<std::vector<double>> planes(2, std::vector<double>(pixels));
    for (auto& plane : planes) {
      for (double& weight : plane) weight = random.Uniform(0, 2);
    }
    weights = GridWeights<double>::PerEdge(std::move(planes));
  }
  return {shape, std::move(unaries), potentials[which], weights};
}

// Unaries that exceed the least one of their pixel by more than this are lowered to it.
GridEnergy<double> WithUnariesCut(const GridEnergy<double>& energy, double above_least) {
  std::vector<double> unaries;
  for (int pixel = 0; pixel < energy.num_variables(); ++pixel) {
    const auto unary = energy.unary(pixel);
    const double least = *std::min_element(unary.begin(), unary.end());
    for (const double cost : unary) unaries.push_back(std::min(cost, least + above_least));
  }
  return {energy.shape(), std::move(unaries), energy.potential(), energy.weights()};
}

TEST(TrwsOnGrids, AgreesWithTheSameSweepsInDoublePrecision) {
  for (uint64_t seed = 0; seed < 480; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws agreement");
    const GridEnergy<double> energy = LargerGrid(seed, random);
    const auto resolution = FixedPointResolution::For(energy);
    ASSERT_TRUE(resolution.has_value());
    const double unit = std::ldexp(1.0, -resolution->exponent);
    const PairwiseEnergy pairwise = ToPairwise(WithUnariesCut(energy, 4 * resolution->max_range));
    GridTrws fast{FixedPointGrid(energy, *resolution)};
    PairwiseTrws slow(pairwise);
    Labeling labels(energy.num_variables()), expected = labels;
    double before = -kInfinity;
    for (int i = 0; i < 6; ++i) {
      const double bound = fast.Iterate(labels);
      const double expected_bound = slow.Iterate(expected);
      // Each cost, product with a slope, share and message is rounded once a sweep.
      const double roundings = (12.0 + energy.num_labels()) * energy.num_variables() * unit;
      EXPECT_NEAR(bound, expected_bound, roundings * (i + 1));
      EXPECT_GE(bound, before - 2 * energy.num_variables() * unit);
      EXPECT_EQ(labels, expected);
      before = bound;
    }
  }
}

TEST(TrwsOnGrids, SolvesRowsAndColumnsInOneIteration) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws rows");
    const int length = 1 + static_cast<int>(random.UniformIndex(8));
    GridShape shape = {.width = length, .height = 1, .labels = 3};
    if (seed % 2 == 0) std::swap(shape.width, shape.height);
    std::vector<int32_t> unaries(static_cast<size_t>(length) * 3);
    for (int32_t& unary : unaries) unary = static_cast<int32_t>(random.UniformIndex(50));
    const GridEnergy<int32_t> energy(shape, unaries, TruncatedLinear{3, 1.5}, 4);
    const MapResult result = MinimizeTrws(energy, Iterations(1));
    EXPECT_NEAR(result.lower_bound, BruteForceMap(ToFactorGraph(energy)).energy, 1e-5);
  }
}

// For integer costs, a bound above energy - 1 is a proof.
TEST(TrwsOnGrids, ProvesTheMinimumOfWholeCosts) {
  int proved = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "trws whole costs");
    const GridEnergy<int32_t> energy =
        RandomGridEnergy<int32_t>({.max_height = 2, .potential = PotentialClass::kSemiMetric}, random);
    const MapResult result = MinimizeTrws(energy, Iterations(50));
    EXPECT_EQ(result.lower_bound, std::floor(result.lower_bound));
    if (result.ending != common::Ending::kOptimal) continue;
    EXPECT_EQ(result.energy, BruteForceMap(ToFactorGraph(energy)).energy);
    ++proved;
  }
  EXPECT_GT(proved, 300);
}

// For this many pixels, sums of doubles could be wrong by more than the unit of the costs; sums of integers
// are exact.
TEST(TrwsOnGrids, ProvesTheMinimumOfLargeWholeCostsOverManyPixels) {
  common::RandomStream random(1, "trws large whole costs");
  const GridShape shape = {.width = 20'000, .height = 1, .labels = 2};
  std::vector<int32_t> unaries(static_cast<size_t>(shape.width) * 2);
  for (int32_t& unary : unaries) unary = static_cast<int32_t>(random.UniformIndex(1 << 26));
  const GridEnergy<int32_t> energy(shape, unaries, Potts{}, 1 << 24);
  ASSERT_GT(RoundingOf(energy).max_error, 1);
  const MapResult result = MinimizeTrws(energy, Iterations(3));
  EXPECT_EQ(result.ending, common::Ending::kOptimal);
  EXPECT_EQ(result.energy, BucketEliminationMap(ToFactorGraph(energy)).energy);
}

TEST(TrwsOnGrids, ForbiddenLabelsAreNeverTaken) {
  const GridShape shape = {.width = 2, .height = 1, .labels = 2};
  const GridEnergy<double> energy(shape, {kInfinity, 1000, 0, kInfinity}, Potts{}, 7);
  const MapResult result = MinimizeTrws(energy);
  EXPECT_EQ(result.labeling, (Labeling{1, 0}));
  EXPECT_EQ(result.energy, 1007);
  EXPECT_EQ(result.lower_bound, 1007);
  EXPECT_EQ(result.ending, common::Ending::kOptimal);
  const GridEnergy<double> impossible(shape, {kInfinity, kInfinity, 0, 0}, Potts{}, 7);
  EXPECT_EQ(MinimizeTrws(impossible).energy, kInfinity);
  EXPECT_EQ(MinimizeTrws(impossible).lower_bound, kInfinity);
}

// One edge is a billion times as heavy as the others and would leave no bits for them.
TEST(TrwsOnGrids, CostsOfAllMagnitudesKeepTheirPrecision) {
  const GridShape shape = {.width = 40, .height = 40, .labels = 2};
  common::RandomStream random(1, "trws magnitudes");
  std::vector<double> unaries(3200);
  for (double& unary : unaries) unary = random.Uniform();
  std::vector<std::vector<double>> weights(2, std::vector<double>(1600, 0.05));
  weights[0][0] = 1e9;
  const GridEnergy<double> energy(shape, unaries, Potts{}, GridWeights<double>::PerEdge(weights));
  EXPECT_FALSE(FixedPointResolution::For(energy).has_value());
  const MapResult result = MinimizeTrws(energy, Iterations(200));
  EXPECT_LT(result.energy - result.lower_bound, 1e-3 * result.energy);
}

// By rounding, an inner edge costs less at any distance of two labels, but the loss is at most this share of
// the largest cost of a pixel's four edges, the share to which FixedPointResolution limits the total loss of
// all pixels.
void ExpectLosesAtMost(double share, const GridEnergy<double>& energy,
                       const FixedPointResolution& resolution) {
  const FixedPointGrid grid(energy, resolution);
  const TruncatedLinear& linear = *energy.potential().As<TruncatedLinear>();
  const double weight = energy.weights()(0, 0);
  const EdgesOfStep::Edge& edge = grid.edges[grid.edge_index[grid.layout.StepIndex(0, kLanes)]].edges[kRight];
  double most_lost = 0;
  for (int apart = 0; apart < energy.num_labels(); ++apart) {
    const double stored =
        grid.unit * std::min<double>(static_cast<double>(apart) * edge.slope[0], edge.cap[0]);
    const double cost = weight * linear(0, apart);
    EXPECT_LE(stored, cost * (1 + 1e-15));
    most_lost = std::max(most_lost, cost - stored);
  }
  const double range = weight * linear(0, energy.num_labels() - 1);
  EXPECT_GT(most_lost, 0);
  EXPECT_LE(most_lost, share * 4 * range);
}

// The loss by a rounded slope does not grow further for labels beyond the truncation; a slope of whole units
// loses nothing.
TEST(TrwsOnGrids, ManyLabelsStayInFixedPoint) {
  const GridShape shape = {.width = 30, .height = 20, .labels = 256};
  common::RandomStream random(1, "trws many labels");
  const size_t count = static_cast<size_t>(shape.num_pixels()) * 256;
  std::vector<int32_t> whole(count);
  for (int32_t& unary : whole) unary = static_cast<int32_t>(random.UniformIndex(60'000));
  const std::vector<double> unaries(whole.begin(), whole.end());
  for (const double truncation : {40.0, 50.0, kInfinity}) {
    SCOPED_TRACE(truncation);
    EXPECT_TRUE(
        FixedPointResolution::For(GridEnergy<int32_t>(shape, whole, TruncatedLinear{40, truncation}, 1)));
    EXPECT_TRUE(
        FixedPointResolution::For(GridEnergy<double>(shape, unaries, TruncatedLinear{40, truncation}, 1)));
  }
  for (const double truncation : {1.0, 20.5, 40.0}) {
    SCOPED_TRACE(truncation);
    const GridEnergy<double> energy(shape, unaries, TruncatedLinear{40.3, truncation}, 1.1);
    const auto resolution = FixedPointResolution::For(energy);
    ASSERT_TRUE(resolution);
    ExpectLosesAtMost(1e-6, energy, *resolution);
  }
  // Labels 255 apart lose 255 units, more than one in a million of their cost.
  EXPECT_FALSE(FixedPointResolution::For(GridEnergy<double>(shape, unaries, TruncatedLinear{40.3}, 1.1)));
}

// A table of the formula would take 14 GB; the sweeps on graphs need none.
TEST(TrwsOnGrids, FormulasOfManyLabelsHaveNoTables) {
  const GridShape shape = {.width = 2, .height = 1, .labels = 30'000};
  std::vector<int32_t> unaries(60'000, 5);
  unaries[123] = unaries[30'125] = 0;
  const GridEnergy<int32_t> energy(shape, unaries, TruncatedQuadratic{1, 10}, 1);
  EXPECT_FALSE(FixedPointResolution::For(energy).has_value());
  const MapResult result = MinimizeTrws(energy, Iterations(3));
  EXPECT_EQ(result.energy, 4);
  EXPECT_EQ(result.labeling, (Labeling{123, 125}));
}

// 3 x 3 pixels and a Potts weight of 1.5: the minimum, computed elsewhere, is 16.
TEST(TrwsOnGrids, SolvesTheWorkedExample) {
  const std::vector<int32_t> unaries = {0, 8,  12, 6, 2, 10, 12, 4, 2, 2, 6, 8,  8, 0,
                                        6, 10, 6,  0, 4, 4,  10, 2, 8, 4, 8, 10, 2};
  const GridShape shape = {.width = 3, .height = 3, .labels = 3};
  const MapResult result = MinimizeTrws(GridEnergy<int32_t>(shape, unaries, Potts{}, 3));
  EXPECT_EQ(result.energy, 32);
  EXPECT_NEAR(result.lower_bound, 32, 1e-3);
  EXPECT_EQ(result.labeling, (Labeling{0, 1, 2, 0, 1, 2, 0, 0, 2}));
}

}  // namespace
}  // namespace structlab::graphical_models
