#include "graphical_models/exact/qpbo.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/bucket_elimination.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

PairwiseEnergy RandomBinaryEnergy(double infinite_probability, common::RandomStream& random) {
  return RandomPairwiseEnergy(
      {.max_variables = 7, .max_labels = 2, .infinite_probability = infinite_probability}, random);
}

TEST(Qpbo, LabelsAreThoseOfMinimaAndBoundsAreBelowThem) {
  int unlabeled = 0, strong = 0, forbidden = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "qpbo");
    const PairwiseEnergy energy = RandomBinaryEnergy(seed % 3 == 0 ? 0.3 : 0.0, random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const PersistentLabeling persistent = FindPersistentLabels(energy);
    EXPECT_LE(persistent.lower_bound, optimum);
    EXPECT_EQ(persistent.lower_bound, std::floor(persistent.lower_bound));  // all costs are integers
    bool some_minimum_has_all = false;
    ForAllLabelings(energy.label_counts(), [&](const Labeling& labeling) {
      if (energy.Energy(labeling) > optimum) return;
      bool has_all = true;
      for (size_t v = 0; v < labeling.size(); ++v) {
        has_all = has_all && (persistent.labels[v] == kUnlabeled || persistent.labels[v] == labeling[v]);
        if (persistent.strong[v]) {
          EXPECT_EQ(persistent.labels[v], labeling[v]);
        }
      }
      some_minimum_has_all = some_minimum_has_all || has_all;
    });
    EXPECT_TRUE(some_minimum_has_all);
    for (size_t v = 0; v < persistent.labels.size(); ++v) {
      unlabeled += persistent.labels[v] == kUnlabeled;
      strong += persistent.strong[v];
    }
    forbidden += optimum == kInfinity;
  }
  EXPECT_GT(unlabeled, 1'000);
  EXPECT_GT(strong, 10'000);
  EXPECT_GT(forbidden, 100);
}

TEST(MinimizeQpbo, ValueIsAboveTheOptimumAndTheBoundBelow) {
  int solved = 0, proved = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "minimize qpbo");
    const PairwiseEnergy energy = RandomBinaryEnergy(seed % 3 == 0 ? 0.3 : 0.0, random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeQpbo(energy, {.run = {.seed = seed}});
    EXPECT_LE(result.lower_bound, optimum);
    EXPECT_GE(result.energy, optimum);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    for (size_t i = 1; i < result.trace.size(); ++i) {
      EXPECT_LE(result.trace[i].value, result.trace[i - 1].value);
    }
    EXPECT_TRUE(result.ending == common::Ending::kOptimal || result.ending == common::Ending::kConverged);
    if (result.ending == common::Ending::kOptimal) {
      EXPECT_EQ(result.energy, optimum);
    }
    solved += result.energy == optimum;
    proved += result.ending == common::Ending::kOptimal;
  }
  EXPECT_GT(proved, 6'000);
  EXPECT_GT(solved, 9'000);
}

TEST(Qpbo, RoundingDoesNotRaiseTheBoundAboveTheOptimum) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "qpbo rounding");
    const PairwiseEnergy energy = WithRealCosts(RandomBinaryEnergy(0, random), random);
    const double optimum = BruteForceMap(ToFactorGraph(energy)).energy;
    EXPECT_LE(FindPersistentLabels(energy).lower_bound, optimum);
    const MapResult result = MinimizeQpbo(energy);
    EXPECT_LE(result.lower_bound, result.energy);
    EXPECT_LE(result.lower_bound, optimum);
    if (result.ending == common::Ending::kOptimal) {
      EXPECT_EQ(result.energy, optimum);
    }
  }
}

TEST(MinimizeQpbo, SolvesSubmodularEnergies) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "submodular qpbo");
    const PairwiseEnergy energy = RandomPairwiseEnergy(
        {.max_variables = 7, .max_labels = 2, .potential = PotentialClass::kSubmodular}, random);
    const MapResult result = MinimizeQpbo(energy);
    EXPECT_EQ(result.energy, BruteForceMap(ToFactorGraph(energy)).energy);
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
  }
}

// An odd cycle whose neighbours prefer different labels: the dual labels none of them. The minimum gives
// equal labels to the first two.
PairwiseEnergy FrustratedCycle(int n) {
  PairwiseEnergy energy(std::vector<int>(n, 2));
  const int equal = energy.AddPotential(LabelTable(2, 2, {9, 0, 0, 9}));
  for (int v = 0; v < n; ++v) energy.AddEdge(v, (v + 1) % n, equal, 10 + v);
  return energy;
}

TEST(MinimizeQpbo, ImprovesWhatTheDualLeavesOpen) {
  const PairwiseEnergy energy = FrustratedCycle(11);
  const PersistentLabeling persistent = FindPersistentLabels(energy);
  EXPECT_EQ(persistent.labels, Labeling(11, kUnlabeled));
  const MapResult result = MinimizeQpbo(energy);
  EXPECT_EQ(result.energy, 90);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  EXPECT_EQ(result.lower_bound, 0);
  EXPECT_EQ(MinimizeQpbo(energy).labeling, result.labeling);
}

// 36 pixels whose neighbours attract or repel each other; the dual labels few of them.
PairwiseEnergy FrustratedGrid(common::RandomStream& random) {
  constexpr int kWidth = 6;
  PairwiseEnergy energy(std::vector<int>(kWidth * kWidth, 2));
  const int potts = energy.AddPotential(Potts{});
  const auto weight = [&random] { return static_cast<double>(random.UniformIndex(41)) - 20; };
  for (int v = 0; v < energy.num_variables(); ++v) {
    energy.AddUnary(v, {{0, weight() / 4}});
    if (v % kWidth + 1 < kWidth) energy.AddEdge(v, v + 1, potts, weight());
    if (v + kWidth < energy.num_variables()) energy.AddEdge(v, v + kWidth, potts, weight());
  }
  return energy;
}

TEST(MinimizeQpbo, ImprovesFrustratedGridsToNearTheirMinimum) {
  int solved = 0;
  double gap_before = 0, gap_after = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "frustrated grid");
    const PairwiseEnergy energy = FrustratedGrid(random);
    const double optimum = BucketEliminationMap(ToFactorGraph(energy)).energy;
    const MapResult result = MinimizeQpbo(energy, {.run = {.seed = seed}});
    EXPECT_LE(result.lower_bound, optimum);
    EXPECT_GE(result.energy, optimum);
    EXPECT_EQ(result.energy, energy.Energy(result.labeling));
    gap_before += result.trace.front().value - optimum;
    gap_after += result.energy - optimum;
    solved += result.energy == optimum;
  }
  EXPECT_GT(gap_before, 10 * gap_after);
  EXPECT_GT(solved, 15);
}

TEST(MinimizeQpbo, EndsAsItSays) {
  const PairwiseEnergy energy = FrustratedCycle(11);
  EXPECT_EQ(MinimizeQpbo(energy, {.run = {.stop = {.iterations = 0}}}).ending,
            common::Ending::kIterationLimit);
  const MapResult dual_only = MinimizeQpbo(energy, {.run = {.stop = {.iterations = 1}}});
  EXPECT_EQ(dual_only.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(dual_only.lower_bound, 0);
  EXPECT_EQ(dual_only.trace.size(), 2u);
  EXPECT_EQ(MinimizeQpbo(energy, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  EXPECT_EQ(MinimizeQpbo(energy, {.run = {.stop = {.gap = 1e9}}}).ending, common::Ending::kGapReached);
  const std::atomic<bool> interrupted = true;
  const MapResult stopped = MinimizeQpbo(energy, {.run = {.stop = {.interrupted = &interrupted}}});
  EXPECT_EQ(stopped.ending, common::Ending::kInterrupted);
  EXPECT_EQ(stopped.energy, energy.Energy(stopped.labeling));
}

TEST(MinimizeQpbo, NoVariableOneLabelAndNothingAllowedAreSolved) {
  PairwiseEnergy empty;
  empty.AddConstant(4);
  EXPECT_EQ(MinimizeQpbo(empty).energy, 4);
  EXPECT_EQ(MinimizeQpbo(empty).ending, common::Ending::kOptimal);
  empty.AddConstant(kInfinity);
  EXPECT_EQ(MinimizeQpbo(empty).lower_bound, kInfinity);
  EXPECT_EQ(MinimizeQpbo(empty).ending, common::Ending::kOptimal);

  PairwiseEnergy one_label({1, 2, 1});
  one_label.AddEdge(0, 1, one_label.AddPotential(LabelTable(1, 2, {3, 2})));
  one_label.AddEdge(2, 0, one_label.AddPotential(Potts{}));
  EXPECT_EQ(MinimizeQpbo(one_label).energy, 2);
  EXPECT_EQ(MinimizeQpbo(one_label).labeling, (Labeling{0, 1, 0}));

  PairwiseEnergy forbidden({2, 2});
  forbidden.AddUnary(1, {{kInfinity, kInfinity}});
  EXPECT_EQ(MinimizeQpbo(forbidden).energy, kInfinity);
  EXPECT_EQ(MinimizeQpbo(forbidden).lower_bound, kInfinity);
  EXPECT_EQ(MinimizeQpbo(forbidden).ending, common::Ending::kOptimal);
  EXPECT_EQ(FindPersistentLabels(forbidden).strong, std::vector<bool>(2, false));
}

TEST(Qpbo, RefusesWhatItCannotDo) {
  PairwiseEnergy three({2, 3});
  EXPECT_EQ(MessageOf([&] { FindPersistentLabels(three); }),
            "QPBO: variable 1: expected at most 2 labels, found 3");
  PairwiseEnergy infinite({2, 2, 2});
  infinite.AddEdge(0, 1, infinite.AddPotential(Potts{}));
  infinite.AddEdge(2, 1, infinite.AddPotential(LabelTable(2, 2, {0, kInfinity, 0, 0})));
  EXPECT_EQ(
      MessageOf([&] { MinimizeQpbo(infinite); }),
      "QPBO: edge 1 of variables 2 and 1: expected finite costs, found +infinity; use another method or "
      "a large cost");
}

}  // namespace
}  // namespace structlab::graphical_models
