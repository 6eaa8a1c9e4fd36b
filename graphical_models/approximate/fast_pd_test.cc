#include "graphical_models/approximate/fast_pd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Sums in double precision of a few hundred terms of at most about 100 units each.
constexpr double kRounding = 1e-10;

// 2 d_max / d_min, by trying all labels.
double FactorOf(const PairwiseEnergy& energy) {
  double factor = 1;
  for (const PairwiseEdge& edge : energy.edges()) {
    double least = kInfinity, most = 0;
    for (Label a = 0; a < energy.num_labels(edge.p); ++a) {
      for (Label b = 0; b < energy.num_labels(edge.q); ++b) {
        if (a == b) continue;
        least = std::min(least, energy.EdgeEnergy(edge, a, b));
        most = std::max(most, energy.EdgeEnergy(edge, a, b));
      }
    }
    if (most > 0) factor = std::max(factor, 2 * most / least);
  }
  return factor;
}

FastPdOptions From(Labeling start) {
  FastPdOptions options;
  options.start = std::move(start);
  return options;
}

double SumOfLeastUnaries(const PairwiseEnergy& energy) {
  double sum = energy.constant();
  for (int v = 0; v < energy.num_variables(); ++v) {
    sum += *std::min_element(energy.unary(v).begin(), energy.unary(v).end());
  }
  return sum;
}

// Everything that the header promises for the result of a run that converges.
void ExpectGuarantees(const PairwiseEnergy& energy, const MapResult& result, double unit = 1) {
  const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
  EXPECT_EQ(result.energy, energy.Energy(result.labeling));
  EXPECT_EQ(result.energy, result.trace.back().value);
  EXPECT_EQ(result.lower_bound, result.trace.back().bound);
  if (optimum == kInfinity) {
    EXPECT_EQ(result.energy, kInfinity);
    EXPECT_EQ(result.lower_bound, kInfinity);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
    return;
  }
  EXPECT_TRUE(result.ending == common::Ending::kConverged || result.ending == common::Ending::kOptimal);
  EXPECT_GE(result.energy, optimum);
  EXPECT_LE(result.lower_bound, optimum);
  const double factor = FactorOf(energy), base = SumOfLeastUnaries(energy);
  if (factor == kInfinity) return;
  EXPECT_LE(result.energy - base, factor * (optimum - base) + factor * kRounding * unit);
  EXPECT_LE(result.energy - base, factor * (result.lower_bound - base) + factor * kRounding * unit);
}

RandomPairwiseOptions OptionsOf(uint64_t seed) {
  return {.max_variables = 5,
          .potential = seed % 2 == 0 ? PotentialClass::kMetric : PotentialClass::kSemiMetric,
          .infinite_probability = seed % 3 == 0 ? 0.3 : 0.0};
}

TEST(FastPd, BoundIsBelowTheOptimumAndTheValueWithinItsFactor) {
  int solved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd");
    const PairwiseEnergy energy = RandomPairwiseEnergy(OptionsOf(seed), random);
    const MapResult result = MinimizeFastPd(energy);
    ExpectGuarantees(energy, result);
    // All costs are integers.
    EXPECT_LE(result.lower_bound, result.energy);
    EXPECT_EQ(result.lower_bound, std::floor(result.lower_bound));
    EXPECT_EQ(result.ending == common::Ending::kOptimal, result.lower_bound == result.energy);
    solved += result.energy == BruteForceMap(ToFactorGraph(energy)).energy;
  }
  EXPECT_GT(solved, 9'000);
}

TEST(FastPd, RoundingDoesNotRaiseTheBoundAboveTheOptimum) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd rounding");
    const PairwiseEnergy energy = WithRealCosts(
        RandomPairwiseEnergy({.max_variables = 4, .potential = PotentialClass::kMetric}, random), random);
    const MapResult result = MinimizeFastPd(energy);
    EXPECT_LE(result.lower_bound, std::min(result.energy, BruteForceMap(ToFactorGraph(energy)).energy));
  }
}

// The same energy in other units: as a 64-bit problem, and with costs that are not binary fractions.
TEST(FastPd, CostsMayBeAnyNumbers) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd numbers");
    const double unit = seed % 3 == 0 ? 0x1p40 : seed % 3 == 1 ? 0.1 : 1e-300;
    const PairwiseEnergy integers = RandomPairwiseEnergy(OptionsOf(seed), random);
    PairwiseEnergy energy(std::vector<int>(integers.label_counts().begin(), integers.label_counts().end()));
    for (int v = 0; v < energy.num_variables(); ++v) {
      std::vector<double> unary(integers.unary(v).begin(), integers.unary(v).end());
      for (double& cost : unary) cost *= unit;
      energy.AddUnary(v, unary);
    }
    for (int i = 0; i < integers.num_potentials(); ++i) energy.AddPotential(integers.potential(i));
    for (const PairwiseEdge& edge : integers.edges()) {
      energy.AddEdge(edge.p, edge.q, edge.potential, unit * edge.weight);
    }
    const MapResult expected = MinimizeFastPd(integers), result = MinimizeFastPd(energy);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    if (optimum == kInfinity) {
      EXPECT_EQ(result.energy, kInfinity);
      continue;
    }
    // Brute force sums in another order.
    EXPECT_GE(result.energy, optimum - kRounding * unit);
    EXPECT_LE(result.lower_bound, optimum);
    if (seed % 3 == 0) {
      EXPECT_EQ(result.labeling, expected.labeling);
      EXPECT_EQ(result.energy, (expected.energy - integers.constant()) * unit);
    }
  }
}

template <class Cost>
void ExpectGridsLikeGraphs() {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd grids");
    const GridEnergy<Cost> energy =
        RandomGridEnergy<Cost>({.max_height = 2, .potential = PotentialClass::kSemiMetric}, random);
    const PairwiseEnergy pairwise = ToPairwise(energy);
    const MapResult result = MinimizeFastPd(energy), expected = MinimizeFastPd(pairwise);
    ExpectGuarantees(pairwise, result);
    EXPECT_EQ(result.labeling, expected.labeling);
    EXPECT_EQ(result.energy, expected.energy);
    EXPECT_EQ(result.lower_bound, expected.lower_bound);
  }
}

TEST(FastPdOnGrids, EqualsThatOfTheGraph) {
  ExpectGridsLikeGraphs<int32_t>();
  ExpectGridsLikeGraphs<float>();
  ExpectGridsLikeGraphs<double>();
}

// The first expansion of label 1 from the labeling of all 0 is the cut of the binary energy itself.
TEST(FastPd, SolvesTwoLabelsFromAUniformStart) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd binary");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 8, .max_labels = 2, .potential = PotentialClass::kMetric}, random);
    const MapResult result =
        MinimizeFastPd(energy, From(Labeling(static_cast<size_t>(energy.num_variables()), 0)));
    EXPECT_EQ(result.energy, BruteForceMap(ToFactorGraph(energy)).energy);
  }
}

// A chain of seven frames in which some unaries, some weights and sometimes all costs change.
TEST(DynamicFastPd, KeepsItsGuaranteesWhileTheEnergyChanges) {
  for (uint64_t seed = 0; seed < 1'500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "fast pd frames");
    const PairwiseEnergy first = RandomPairwiseEnergy(OptionsOf(seed), random);
    DynamicFastPd fast_pd;
    ExpectGuarantees(first, fast_pd.Minimize(first));
    for (int frame = 0; frame < 6; ++frame) {
      // Every fourth frame has costs for which 32 bits do not suffice.
      const double unit = frame % 4 == 3 ? 0x1p20 : 1;
      PairwiseEnergy energy(std::vector<int>(first.label_counts().begin(), first.label_counts().end()));
      for (int v = 0; v < energy.num_variables(); ++v) {
        std::vector<double> unary(first.unary(v).begin(), first.unary(v).end());
        for (double& cost : unary) cost = unit * (cost + static_cast<double>(random.UniformIndex(10)));
        energy.AddUnary(v, unary);
      }
      for (int i = 0; i < first.num_potentials(); ++i) energy.AddPotential(first.potential(i));
      for (const PairwiseEdge& edge : first.edges()) {
        energy.AddEdge(edge.p, edge.q, edge.potential, unit * static_cast<double>(random.UniformIndex(4)));
      }
      ExpectGuarantees(energy, fast_pd.Minimize(energy), unit);
    }
  }
}

GridEnergy<int32_t> LargerGrid(uint64_t seed) {
  common::RandomStream random(seed, "fast pd larger grid");
  const GridShape shape = {.width = 30, .height = 20, .labels = 6};
  std::vector<int32_t> unaries(30 * 20 * 6);
  for (int32_t& unary : unaries) unary = static_cast<int32_t>(random.UniformIndex(30));
  return {shape, std::move(unaries), TruncatedLinear{1, 3}, 5};
}

TEST(DynamicFastPd, HasNothingToDoForTheSameEnergy) {
  const GridEnergy<int32_t> energy = LargerGrid(1);
  DynamicFastPd fast_pd;
  const MapResult first = fast_pd.Minimize(energy), second = fast_pd.Minimize(energy);
  EXPECT_GT(first.trace.back().iteration, 1);
  EXPECT_EQ(second.trace.back().iteration, 1);
  EXPECT_EQ(second.labeling, first.labeling);
  EXPECT_EQ(second.lower_bound, first.lower_bound);
  // A start discards the dual.
  EXPECT_GT(fast_pd.Minimize(energy, From(Labeling(600, 0))).trace.back().iteration, 1);
  DynamicFastPd moved = std::move(fast_pd);
  EXPECT_EQ(moved.Minimize(energy).trace.back().iteration, 1);
}

TEST(DynamicFastPd, GoesOnWhereItWasStopped) {
  const GridEnergy<int32_t> energy = LargerGrid(2);
  DynamicFastPd fast_pd;
  const MapResult stopped = fast_pd.Minimize(energy, {.run = {.stop = {.iterations = 1}}});
  EXPECT_EQ(stopped.ending, common::Ending::kIterationLimit);
  const MapResult ended = fast_pd.Minimize(energy);
  EXPECT_EQ(ended.trace.front().value, stopped.energy);
  EXPECT_EQ(ended.ending, common::Ending::kConverged);
  EXPECT_EQ(ended.energy, MinimizeFastPd(energy).energy);
}

TEST(DynamicFastPd, RefusesAnotherGraph) {
  DynamicFastPd fast_pd;
  PairwiseEnergy energy({2, 2, 2});
  energy.AddEdge(0, 1, energy.AddPotential(Potts{}));
  fast_pd.Minimize(energy);
  energy.AddEdge(1, 2, 0);
  EXPECT_EQ(MessageOf([&] { fast_pd.Minimize(energy); }),
            "DynamicFastPd::Minimize: expected an energy with the variables, labels and edges of the first, "
            "3 variables of 2 labels with 1 edges, found 3 variables of 2 labels with 2 edges; use another "
            "DynamicFastPd for it");
}

TEST(FastPd, ForbiddenLabelsAreNeverTaken) {
  const GridShape shape = {.width = 2, .height = 1, .labels = 2};
  const GridEnergy<double> energy(shape, {kInfinity, 1000, 0, kInfinity}, Potts{}, 7);
  const MapResult result = MinimizeFastPd(energy);
  EXPECT_EQ(result.labeling, (Labeling{1, 0}));
  EXPECT_EQ(result.energy, 1007);
  EXPECT_EQ(result.lower_bound, 1007);
  // Also from a labeling of infinite energy.
  EXPECT_EQ(MinimizeFastPd(energy, From({0, 1})).energy, 1007);
  const GridEnergy<double> impossible(shape, {kInfinity, kInfinity, 0, 0}, Potts{}, 7);
  EXPECT_EQ(MinimizeFastPd(impossible).energy, kInfinity);
  EXPECT_EQ(MinimizeFastPd(impossible).lower_bound, kInfinity);
}

// 3 x 3 pixels and a Potts weight of 1.5: the minimum, computed elsewhere, is 16.
TEST(FastPd, SolvesTheWorkedExample) {
  const std::vector<int32_t> unaries = {0, 8,  12, 6, 2, 10, 12, 4, 2, 2, 6, 8,  8, 0,
                                        6, 10, 6,  0, 4, 4,  10, 2, 8, 4, 8, 10, 2};
  const GridShape shape = {.width = 3, .height = 3, .labels = 3};
  const MapResult result = MinimizeFastPd(GridEnergy<int32_t>(shape, unaries, Potts{}, 3));
  EXPECT_EQ(result.energy, 32);
  EXPECT_EQ(result.labeling, (Labeling{0, 1, 2, 0, 1, 2, 0, 0, 2}));
}

// Sets the flag in the first iteration, after the method has checked it.
class InterruptAtFirst {
 public:
  bool operator()(const common::TracePoint& point) {
    flag = flag || point.iteration == 1;
    return true;
  }
  std::atomic<bool> flag = false;
};

TEST(FastPd, HasItsBoundWheneverItEnds) {
  PairwiseEnergy energy(std::vector<int>(4, 2));
  for (int v = 0; v < 4; ++v)
    energy.AddUnary(v, std::vector<double>{v % 2 == 0 ? 3.0 : 0.0, v % 2 == 0 ? 0.0 : 3.0});
  for (int v = 0; v < 3; ++v) energy.AddEdge(v, v + 1, energy.AddPotential(Potts{2}));
  InterruptAtFirst interrupt;
  const MapResult result = MinimizeFastPd(
      energy, {.run = {.stop = {.interrupted = &interrupt.flag}, .observer = std::ref(interrupt)}});
  EXPECT_GT(result.lower_bound, -kInfinity);
  EXPECT_LE(result.lower_bound, result.energy);
}

// Integer costs are exact, however large the costs of the previous energy were. The labels do not depend on
// them.
TEST(FastPd, ProvesNoBoundIfNoneIsWanted) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "no bound");
    const PairwiseEnergy energy = RandomPairwiseEnergy(OptionsOf(seed), random);
    const MapResult with = MinimizeFastPd(energy), without = MinimizeFastPd(energy, {.proves_bound = false});
    EXPECT_EQ(without.labeling, with.labeling);
    EXPECT_EQ(without.lower_bound, -kInfinity);
    EXPECT_GT(with.lower_bound, -kInfinity);
  }
}

TEST(DynamicFastPd, IsAsExactAsItWouldBeAtFirst) {
  const auto energy_of = [](double weight, const std::vector<double>& unary) {
    PairwiseEnergy energy({2, 2});
    energy.AddUnary(0, unary);
    energy.AddEdge(0, 1, energy.AddPotential(Potts{weight}));
    return energy;
  };
  for (const double weight : {0x1p41, 0x1p40}) {
    DynamicFastPd fast_pd;
    fast_pd.Minimize(energy_of(0x1p48, {0, 0x1p48}));
    EXPECT_EQ(fast_pd.Minimize(energy_of(weight, {10, 0})).energy, 0);
  }
}

TEST(FastPd, EndsAsItSays) {
  const GridEnergy<int32_t> energy = LargerGrid(3);
  const MapResult none = MinimizeFastPd(energy, {.run = {.stop = {.iterations = 0}}});
  EXPECT_EQ(none.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(none.energy, energy.Energy(none.labeling));
  EXPECT_EQ(none.lower_bound, -kInfinity);
  const MapResult one = MinimizeFastPd(energy, {.run = {.stop = {.iterations = 1}}});
  EXPECT_EQ(one.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(one.trace.back().iteration, 1);
  EXPECT_GT(one.lower_bound, -kInfinity);
  EXPECT_LT(one.energy, none.energy);
  EXPECT_EQ(MinimizeFastPd(energy, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  const std::atomic<bool> interrupted = true;
  EXPECT_EQ(MinimizeFastPd(energy, {.run = {.stop = {.interrupted = &interrupted}}}).ending,
            common::Ending::kInterrupted);
  EXPECT_EQ(MinimizeFastPd(energy, {.run = {.stop = {.gap = 1e6}}}).ending, common::Ending::kGapReached);
  const MapResult all = MinimizeFastPd(energy);
  EXPECT_EQ(all.ending, common::Ending::kConverged);
  for (size_t i = 1; i < all.trace.size(); ++i) EXPECT_LE(all.trace[i].value, all.trace[i - 1].value);
  EXPECT_EQ(MinimizeFastPd(energy).labeling, all.labeling);
}

TEST(FastPd, NoVariablesAndSingleLabelsAreSolved) {
  PairwiseEnergy empty;
  empty.AddConstant(4);
  EXPECT_EQ(MinimizeFastPd(empty).energy, 4);
  EXPECT_EQ(MinimizeFastPd(empty).ending, common::Ending::kOptimal);
  DynamicFastPd dynamic;
  for (int call = 0; call < 2; ++call) EXPECT_EQ(dynamic.Minimize(empty).energy, 4);
  const GridEnergy<float> no_pixels({.width = 0, .height = 5, .labels = 2}, {}, Potts{}, 1.0f);
  EXPECT_EQ(MinimizeFastPd(no_pixels).ending, common::Ending::kOptimal);
  const GridEnergy<float> one_label({.width = 2, .height = 1, .labels = 1}, {3, 4}, Potts{}, 1.0f);
  EXPECT_EQ(MinimizeFastPd(one_label).energy, 7);
  EXPECT_EQ(MinimizeFastPd(one_label).ending, common::Ending::kOptimal);
}

TEST(FastPd, RefusesWhatItDoesNotTake) {
  const auto message_of = [](std::vector<double> table, double weight) {
    PairwiseEnergy energy({2, 2, 2});
    energy.AddEdge(1, 2, energy.AddPotential(LabelTable(2, 2, std::move(table))), weight);
    return MessageOf([&] { MinimizeFastPd(energy); });
  };
  const std::string remedy = "; costs that depend on one variable only belong to its unary";
  const std::string expected =
      "FastPD: edge (1, 2): expected finite distances d >= 0 with d(a,a) = 0, found ";
  EXPECT_EQ(message_of({0, 1, 1, 2}, 1), expected + "d(1,1) = 2" + remedy);
  EXPECT_EQ(message_of({0, -1, 1, 0}, 1), expected + "d(0,1) = -1" + remedy);
  EXPECT_EQ(message_of({0, 1, kInfinity, 0}, 1), expected + "d(1,0) = inf" + remedy);
  EXPECT_EQ(message_of({0, 1, 1, 0}, -1), "FastPD: edge (1, 2): expected a weight of 0 or more, found -1");
  PairwiseEnergy different({2, 3});
  EXPECT_EQ(MessageOf([&] { MinimizeFastPd(different); }),
            "FastPD: variable 1: expected 2 labels as variable 0 has, found 3; give all variables the same "
            "labels, with unaries of +infinity for those to forbid");
  PairwiseEnergy fine({2, 2});
  EXPECT_EQ(MessageOf([&] {
              MinimizeFastPd(fine, From({0, 2}));
            }),
            MessageOf([&] {
              fine.Energy(Labeling{0, 2});
            }));
}

}  // namespace
}  // namespace structlab::graphical_models
