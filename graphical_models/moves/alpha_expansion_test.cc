#include "graphical_models/moves/alpha_expansion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/expansion_terms.h"
#include "graphical_models/moves/move_cut.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// The least energy of all labelings that one expansion of alpha can reach.
template <class Energy>
double LeastExpansion(const Energy& energy, const Labeling& labeling, Label alpha) {
  double least = energy.Energy(labeling);
  ForAllLabelings(std::vector<int>(labeling.size(), 2), [&](const Labeling& takes) {
    Labeling expanded = labeling;
    for (size_t v = 0; v < expanded.size(); ++v) {
      if (takes[v] == 1) expanded[v] = alpha;
    }
    least = std::min(least, energy.Energy(expanded));
  });
  return least;
}

double PairwiseTerms(const PairwiseEnergy& energy, const Labeling& labeling) {
  double sum = 0;
  for (const PairwiseEdge& edge : energy.edges()) {
    sum += energy.EdgeEnergy(edge, labeling[edge.p], labeling[edge.q]);
  }
  return sum;
}

// The largest M / m of the edges' potentials; infinite if two different labels have distance 0.
double LargestRatio(const PairwiseEnergy& energy, int labels) {
  double ratio = 1;
  for (const PairwiseEdge& edge : energy.edges()) {
    double least = kInfinity, largest = 0;
    for (Label a = 0; a < labels; ++a) {
      for (Label b = 0; b < labels; ++b) {
        if (a == b) continue;
        least = std::min(least, energy.EdgeEnergy(edge, a, b));
        largest = std::max(largest, energy.EdgeEnergy(edge, a, b));
      }
    }
    if (largest > 0) ratio = std::max(ratio, largest / least);
  }
  return ratio;
}

TEST(AlphaExpansion, EndsWhereNoExpansionIsBetterAndWithinItsBound) {
  // Until this many instances had a finite bound: it is infinite if two different labels have distance 0.
  int problems = 0, optimal = 0, bounded = 0;
  for (uint64_t seed = 0; bounded < 10'000; ++seed, ++problems) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "alpha-expansion");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 5, .max_labels = 4, .edge_probability = 0.8, .potential = PotentialClass::kMetric},
        random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    const MapResult result = AlphaExpansion(energy, {.start = start});
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    EXPECT_EQ(result.trace.front().value, energy.Energy(start));
    EXPECT_EQ(result.trace.back().value, result.energy);
    const int labels = energy.num_labels(0);
    for (Label alpha = 0; alpha < labels; ++alpha) {
      EXPECT_EQ(LeastExpansion(energy, result.labeling, alpha), result.energy);
    }
    const double factor = 2 * LargestRatio(energy, labels);
    double optimum = kInfinity, bound = kInfinity;
    ForAllLabelings(energy.label_counts(), [&](const Labeling& labeling) {
      const double value = energy.Energy(labeling);
      optimum = std::min(optimum, value);
      if (factor < kInfinity) bound = std::min(bound, value + (factor - 1) * PairwiseTerms(energy, labeling));
    });
    EXPECT_LE(result.energy, bound + 1e-9);
    EXPECT_GE(result.energy, optimum);
    optimal += result.energy == optimum;
    bounded += factor < kInfinity;
  }
  EXPECT_GT(optimal, 0.9 * problems);
}

TEST(AlphaExpansion, NeverRaisesWhatItTruncates) {
  int improved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "truncated alpha-expansion");
    const PairwiseEnergy energy =
        RandomPairwiseEnergy({.max_variables = 5, .infinite_probability = seed % 3 == 0 ? 0.2 : 0.0}, random);
    const Labeling start = RandomLabeling(energy.label_counts(), random);
    double before = energy.Energy(start);
    for (const double iterations : {0, 1, 2}) {
      const double after = AlphaExpansion(energy, {.start = start,
                                                   .non_metric = NonMetric::kTruncate,
                                                   .run = {.stop = {.iterations = iterations}}})
                               .energy;
      EXPECT_LE(after, before);
      before = after;
    }
    improved += before < energy.Energy(start);
  }
  EXPECT_GT(improved, 7'000);
}

// On grids whose edges have tables of mixed signs. If truncation lowered the cost of keeping, the run would
// end after a few moves, and 36% of the variables could gain by changing alone; without that, 8% can.
TEST(AlphaExpansion, LeavesLittleToChangesOfOneVariableWhereItTruncates) {
  constexpr int kSide = 6, kLabels = 3, kVariables = kSide * kSide;
  int64_t gain = 0, all = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    common::RandomStream random(seed, "truncated alpha-expansion of grids");
    PairwiseEnergy energy(std::vector<int>(kVariables, kLabels));
    const auto add_edge = [&](int p, int q) {
      std::vector<double> costs(kLabels * kLabels);
      for (double& cost : costs) cost = random.Uniform(-1, 1);
      energy.AddEdge(p, q, energy.AddPotential(LabelTable(kLabels, kLabels, std::move(costs))));
    };
    for (int v = 0; v < kVariables; ++v) {
      energy.AddUnary(v, {{random.Uniform(), random.Uniform(), random.Uniform()}});
      if (v % kSide < kSide - 1) add_edge(v, v + 1);
      if (v < kVariables - kSide) add_edge(v, v + kSide);
    }
    const MapResult result = AlphaExpansion(energy, {.non_metric = NonMetric::kTruncate});
    for (int v = 0; v < kVariables; ++v) {
      double least = kInfinity;
      for (Label label = 0; label < kLabels; ++label) {
        Labeling changed = result.labeling;
        changed[v] = label;
        least = std::min(least, energy.Energy(changed));
      }
      gain += least < result.energy;
      ++all;
    }
  }
  EXPECT_LT(gain, all / 10);
}

// Unaries of +infinity give the same moves as costs larger than all others together.
TEST(AlphaExpansion, AvoidsInfiniteCostsAsIfTheyWereVeryLarge) {
  int forbidden_starts = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "infinite alpha-expansion");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 5, .potential = PotentialClass::kMetric, .infinite_probability = 0.3}, random);
    PairwiseEnergy large(std::vector<int>(energy.label_counts().begin(), energy.label_counts().end()));
    for (int v = 0; v < energy.num_variables(); ++v) {
      std::vector<double> costs(energy.unary(v).begin(), energy.unary(v).end());
      for (double& cost : costs) cost = std::min(cost, 1e6);
      large.AddUnary(v, costs);
    }
    for (int i = 0; i < energy.num_potentials(); ++i) large.AddPotential(energy.potential(i));
    for (const PairwiseEdge& edge : energy.edges()) {
      large.AddEdge(edge.p, edge.q, edge.potential, edge.weight);
    }
    const MapResult result = AlphaExpansion(energy);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    const MapResult expected = AlphaExpansion(large);
    EXPECT_EQ(large.Energy(result.labeling), expected.energy);
    forbidden_starts += result.trace.front().value == kInfinity && result.energy < kInfinity;
  }
  EXPECT_GT(forbidden_starts, 1'000);
}

TEST(AlphaExpansion, LeavesAForbiddenStartThroughForbiddenLabelings) {
  PairwiseEnergy energy({3, 3});
  energy.AddUnary(0, {{kInfinity, 1.0, 5.0}});
  energy.AddUnary(1, {{kInfinity, 9.0, 2.0}});
  energy.AddEdge(
      0, 1,
      energy.AddPotential(LabelTable(3, 3, {0, kInfinity, 1, kInfinity, 0, kInfinity, 1, kInfinity, 0})));
  const MapResult result = AlphaExpansion(energy);
  EXPECT_EQ(result.energy, 7);
  EXPECT_EQ(result.labeling, (Labeling{2, 2}));
}

template <class Cost>
void ExpectThatOfThePairwiseEnergy(uint64_t seeds) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "alpha-expansion of grids");
    const auto grid = RandomGridEnergy<Cost>(
        {.max_width = 4, .max_labels = 4, .potential = PotentialClass::kMetric}, random);
    const MapResult result = AlphaExpansion(grid);
    EXPECT_EQ(result.ending, grid.num_labels() == 1 ? common::Ending::kOptimal : common::Ending::kConverged);
    EXPECT_EQ(result.energy, grid.Energy(result.labeling));
    for (Label alpha = 0; alpha < grid.num_labels(); ++alpha) {
      EXPECT_EQ(LeastExpansion(grid, result.labeling, alpha), result.energy);
    }
    EXPECT_EQ(AlphaExpansion(ToPairwise(grid)).labeling, result.labeling);
  }
}

TEST(AlphaExpansion, OfGridsEndsWhereNoExpansionIsBetter) {
  ExpectThatOfThePairwiseEnergy<int32_t>(600);
  ExpectThatOfThePairwiseEnergy<float>(300);
  ExpectThatOfThePairwiseEnergy<double>(300);
}

// A 3 x 3 grid of 3 labels, computed by hand; energies after every move from trying all labelings.
GridEnergy<int32_t> WorkedGrid(PairwisePotential potential, int32_t weight) {
  return {{.width = 3, .height = 3, .labels = 3},
          {0, 8, 12, 6, 2, 10, 12, 4, 2, 2, 6, 8, 8, 0, 6, 10, 6, 0, 4, 4, 10, 2, 8, 4, 8, 10, 2},
          std::move(potential),
          weight};
}

// The energy of label 0 throughout, then after the move of each label in turn.
std::vector<double> EnergiesOfACycle(const GridEnergy<int32_t>& energy) {
  Labeling labeling(energy.num_variables(), 0);
  std::vector<double> energies = {energy.Energy(labeling)};
  MoveCut cut({.variables = energy.num_variables()});
  for (Label alpha = 0; alpha < energy.num_labels(); ++alpha) {
    cut.Clear();
    AddExpansionTerms(energy, labeling, alpha, cut);
    const std::vector<bool> takes = cut.Minimize();
    for (size_t v = 0; v < labeling.size(); ++v) {
      if (takes[v]) labeling[v] = alpha;
    }
    energies.push_back(energy.Energy(labeling));
  }
  return energies;
}

// The moves one by one, and the same cycle in the trace; the second cycle changes nothing.
void ExpectWorked(const GridEnergy<int32_t>& energy, const std::vector<double>& energies,
                  const Labeling& labeling) {
  EXPECT_EQ(EnergiesOfACycle(energy), energies);
  const MapResult result = AlphaExpansion(energy);
  EXPECT_EQ(result.labeling, labeling);
  EXPECT_EQ(result.energy, energies.back());
  ASSERT_GE(result.trace.size(), 2u);
  EXPECT_EQ(result.trace[0].value, energies.front());
  for (size_t i = 1; i < result.trace.size(); ++i) EXPECT_EQ(result.trace[i].value, energies.back());
}

TEST(AlphaExpansion, WorkedGrids) {
  const Labeling three_labels = {0, 1, 2, 0, 1, 2, 0, 0, 2};
  ExpectWorked(WorkedGrid(Potts{1}, 3), {52, 52, 40, 32}, three_labels);
  ExpectWorked(WorkedGrid(TruncatedLinear{1, 2}, 2), {52, 52, 36, 28}, three_labels);
  ExpectWorked(WorkedGrid(Potts{1}, 8), {52, 52, 48, 48}, Labeling(9, 1));
}

TEST(AlphaExpansion, TriesLabelsInTheOrderItIsGiven) {
  // Labels 1 and 2 everywhere are both better than label 0, and no move leads from one to the other.
  PairwiseEnergy energy({3, 3});
  energy.AddUnary(0, {{5.0, 0.0, 4.0}});
  energy.AddUnary(1, {{5.0, 4.0, 0.0}});
  energy.AddEdge(0, 1, energy.AddPotential(Potts{100}));
  EXPECT_EQ(AlphaExpansion(energy).labeling, (Labeling{1, 1}));
  EXPECT_EQ(AlphaExpansion(energy, {.order = {2, 1, 0}}).labeling, (Labeling{2, 2}));
}

TEST(AlphaExpansion, LeavesVariablesThatLackALabel) {
  PairwiseEnergy energy({2, 3});
  energy.AddUnary(0, {{0.0, 1.0}});
  energy.AddUnary(1, {{9.0, 4.0, 0.0}});
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedLinear{2}));
  const MapResult result = AlphaExpansion(energy);
  EXPECT_EQ(result.labeling, (Labeling{1, 2}));
  EXPECT_EQ(result.energy, 3);
}

TEST(AlphaExpansion, EndsAsItSays) {
  const auto grid = WorkedGrid(Potts{1}, 3);
  EXPECT_EQ(AlphaExpansion(grid, {.run = {.stop = {.iterations = 0}}}).energy, 52);
  EXPECT_EQ(AlphaExpansion(grid, {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  EXPECT_EQ(AlphaExpansion(grid, {.run = {.stop = {.iterations = 1}}}).energy, 32);
  EXPECT_EQ(AlphaExpansion(grid, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  std::atomic<bool> interrupted = true;
  EXPECT_EQ(AlphaExpansion(grid, {.run = {.stop = {.interrupted = &interrupted}}}).ending,
            common::Ending::kInterrupted);
  const MapResult nothing = AlphaExpansion(PairwiseEnergy());
  EXPECT_EQ(nothing.ending, common::Ending::kOptimal);
  EXPECT_EQ(nothing.energy, 0);
  PairwiseEnergy one_label({1, 1});
  one_label.AddUnary(0, {{3.0}});
  EXPECT_EQ(AlphaExpansion(one_label).lower_bound, 3);
}

// An iteration solves a cut for every label.
TEST(AlphaExpansion, CountsItsMoves) {
  PairwiseEnergy energy({3, 2});
  energy.AddUnary(0, {{5.0, 1.0, 0.0}});
  energy.AddEdge(0, 1, energy.AddPotential(Potts{1}));
  EXPECT_EQ(AlphaExpansion(energy, {.run = {.stop = {.iterations = 0}}}).moves, 0);
  EXPECT_EQ(AlphaExpansion(energy, {.run = {.stop = {.iterations = 1}}}).moves, 3);
  const MapResult result = AlphaExpansion(energy);
  EXPECT_EQ(result.labeling, (Labeling{1, 1}));
  EXPECT_EQ(result.moves, 5);  // label 1 succeeds, then labels 2, 0 and 1 fail
}

TEST(AlphaExpansion, RefusesWhatIsNoMetric) {
  const auto quadratic = WorkedGrid(TruncatedQuadratic{1}, 3);
  EXPECT_EQ(MessageOf([&] { AlphaExpansion(quadratic); }),
            "potential 0: expected a metric, found d(0,2) = 4 is more than d(0,1) + d(1,2) = 2; use "
            "NonMetric::kTruncate, or another method");
  EXPECT_LT(AlphaExpansion(quadratic, {.non_metric = NonMetric::kTruncate}).energy, 52);
  const auto negative = WorkedGrid(Potts{1}, -3);
  EXPECT_EQ(
      MessageOf([&] { AlphaExpansion(negative); }),
      "edge from 0 to 1: expected a weight of at least 0, found -3; use NonMetric::kTruncate, or another "
      "method");
}

TEST(AlphaExpansion, RefusesOptionsThatDoNotFit) {
  const auto grid = WorkedGrid(Potts{1}, 3);
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(grid, {.start = {0, 1}});
            }),
            "start: expected one label for each of 9 variables, found 2 labels");
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(grid, {.order = {0, 1}});
            }),
            "order of labels: expected 3 labels, found 2");
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(grid, {.order = {0, 1, 1}});
            }),
            "order of labels: expected each label from 0 to 2 once, found label 1 twice");
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(grid, {.order = {0, 1, 3}});
            }),
            "order of labels: expected each label from 0 to 2 once, found label 3");
}

}  // namespace
}  // namespace structlab::graphical_models
