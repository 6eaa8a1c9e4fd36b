#include "graphical_models/approximate/loopy_belief_propagation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/random_forest.h"
#include "graphical_models/exact/testing/worked_examples.h"
#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

MessageSchedule ScheduleOf(uint64_t seed) {
  return seed % 2 == 0 ? MessageSchedule::kSequential : MessageSchedule::kResidual;
}

TEST(LoopySumProduct, IsExactOnForests) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "loopy forests");
    const FactorGraph graph = RandomForest(seed % 4 < 2 ? 0.0 : 0.15, random);
    const LoopyDistribution loopy =
        LoopySumProduct(graph, {.damping = seed % 3 == 0 ? 0.3 : 0.0, .schedule = ScheduleOf(seed)});
    EXPECT_EQ(loopy.ending, common::Ending::kConverged);
    const GibbsDistribution tree = TreeSum(graph);
    if (tree.log_partition == -kInfinity) {
      EXPECT_EQ(loopy.log_partition, -kInfinity);
      continue;
    }
    // Messages are within the tolerance of 1e-10, energies up to 20 and ten factors meet.
    EXPECT_NEAR(loopy.log_partition, tree.log_partition, 1e-6);
    for (size_t v = 0; v < tree.marginals.size(); ++v) {
      for (size_t a = 0; a < tree.marginals[v].size(); ++a) {
        EXPECT_NEAR(loopy.marginals[v][a], tree.marginals[v][a], 1e-7);
      }
    }
    for (size_t f = 0; f < tree.factor_marginals.size(); ++f) {
      for (size_t entry = 0; entry < tree.factor_marginals[f].size(); ++entry) {
        EXPECT_NEAR(loopy.factor_marginals[f][entry], tree.factor_marginals[f][entry], 1e-7);
      }
    }
  }
}

// Costs are real numbers, so that the best labeling is unique and follows from the beliefs.
TEST(LoopyMaxProduct, IsExactOnForests) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "loopy max");
    const FactorGraph whole = RandomForest(0.0, random);
    FactorGraph graph(std::vector<int>(whole.label_counts().begin(), whole.label_counts().end()));
    for (int f = 0; f < whole.num_factors(); ++f) {
      std::vector<double> table(whole.table(f).begin(), whole.table(f).end());
      for (double& cost : table) cost += random.Uniform();
      graph.AddFactor(whole.scope(f), table);
    }
    // A variable without factors has equal beliefs; any label is right.
    const MapResult loopy = LoopyMaxProduct(graph, {.schedule = ScheduleOf(seed)});
    EXPECT_EQ(loopy.ending, common::Ending::kConverged);
    EXPECT_NEAR(loopy.energy, TreeMap(graph).energy, 1e-9);
  }
}

TEST(LoopyMaxProduct, ValueIsThatOfALabeling) {
  int optimal = 0, feasible = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "loopy values");
    const FactorGraph graph = RandomFactorGraph({.infinite_probability = seed % 3 == 0 ? 0.1 : 0.0}, random);
    const MapResult loopy = LoopyMaxProduct(
        graph, {.run = {.stop = {.iterations = 30}}, .damping = 0.3, .schedule = ScheduleOf(seed)});
    const double optimum = BruteForceMap(graph).energy;
    EXPECT_GE(loopy.energy, optimum);
    EXPECT_EQ(loopy.energy, graph.Energy(loopy.labeling));
    EXPECT_EQ(loopy.trace.back().value, loopy.energy);
    EXPECT_EQ(loopy.lower_bound, -kInfinity);
    EXPECT_EQ(loopy.energy < kInfinity, optimum < kInfinity);  // labelings of infinite energy are repaired
    feasible += optimum < kInfinity;
    optimal += optimum < kInfinity && loopy.energy == optimum;
  }
  EXPECT_GT(optimal, feasible * 3 / 4);
}

// Fixed points from an independent computation.
TEST(LoopySumProduct, GivesTheWorkedIsingGrids) {
  struct Expected {
    IsingCouplings couplings;
    double log_partition;
    std::vector<double> beliefs;
  };
  const Expected examples[] = {
      {kFrustratedCouplings,
       5.890069182563,
       {.5868176468, .5092932998, .4589158386, .4542799396, .4895356615, .4148087802}},
      {kAttractiveCouplings,
       5.892716220553,
       {.5909514215, .5067708571, .4862545591, .5587971546, .5395698613, .4497452576}},
  };
  for (const auto& [couplings, log_partition, beliefs] : examples) {
    for (const auto schedule : {MessageSchedule::kSequential, MessageSchedule::kResidual}) {
      const LoopyDistribution loopy =
          LoopySumProduct(IsingExample(couplings), {.damping = 0.2, .schedule = schedule});
      EXPECT_EQ(loopy.ending, common::Ending::kConverged);
      EXPECT_NEAR(loopy.log_partition, log_partition, 1e-9);
      for (size_t v = 0; v < 6; ++v) EXPECT_NEAR(loopy.marginals[v][1], beliefs[v], 1e-9);
    }
  }
}

TEST(LoopySumProduct, GivesTheWorkedChain) {
  const LoopyDistribution loopy = LoopySumProduct(ChainExample());
  EXPECT_EQ(loopy.ending, common::Ending::kConverged);
  EXPECT_NEAR(loopy.log_partition, 5.247024072160, 1e-12);
  const std::vector<double> expected[] = {
      {68. / 190, 122. / 190}, {20. / 190, 90. / 190, 80. / 190}, {123. / 190, 67. / 190}};
  for (size_t v = 0; v < 3; ++v) {
    for (size_t a = 0; a < expected[v].size(); ++a) EXPECT_NEAR(loopy.marginals[v][a], expected[v][a], 1e-13);
  }
  const MapResult best = LoopyMaxProduct(ChainExample());
  EXPECT_EQ(best.labeling, (Labeling{1, 1, 0}));
  EXPECT_NEAR(best.energy, -std::log(72), 1e-14);
}

TEST(LoopyMaxProduct, FindsTheBestOfTheAttractiveGrid) {
  const MapResult loopy = LoopyMaxProduct(IsingExample(kAttractiveCouplings), {.damping = 0.5});
  EXPECT_EQ(loopy.ending, common::Ending::kConverged);
  EXPECT_EQ(loopy.labeling, Labeling(6, 1));
  EXPECT_NEAR(loopy.energy, -4.95, 1e-12);
}

// If both cycles are frustrated, messages never converge, and the ending says so.
TEST(LoopyMaxProduct, DoesNotConvergeOnTheFrustratedGrid) {
  const MapResult loopy = LoopyMaxProduct(IsingExample(kFrustratedCouplings));
  EXPECT_EQ(loopy.ending, common::Ending::kIterationLimit);
  EXPECT_GE(loopy.energy, -4.25 - 1e-12);
}

// A variable with a million factors. If the sums of its messages were computed anew for each of them, this
// would take more than an hour.
TEST(LoopyMaxProduct, SolvesALargeStar) {
  constexpr int kFactors = 1'000'000;
  FactorGraph star(std::vector<int>(kFactors + 1, 2));
  star.AddFactor({{0, 1}}, {{0.0, 1.0, 2.0, 0.0}});
  for (int v = 2; v <= kFactors; ++v) star.AddFactorSharing(std::vector<int>{0, v}, 0);
  const MapResult result = LoopyMaxProduct(star);
  EXPECT_EQ(result.ending, common::Ending::kConverged);
  EXPECT_EQ(result.energy, 0);
}

TEST(Loopy, EndsAsItSays) {
  const FactorGraph grid = IsingExample(kFrustratedCouplings);
  const LoopyDistribution two = LoopySumProduct(grid, {.run = {.stop = {.iterations = 2}}});
  EXPECT_EQ(two.iterations, 2);
  EXPECT_EQ(two.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(LoopyMaxProduct(grid, {.run = {.stop = {.seconds = 0}}}).ending, common::Ending::kTimeLimit);
  EXPECT_EQ(LoopyMaxProduct(FactorGraph()).energy, 0);
  EXPECT_EQ(LoopySumProduct(FactorGraph()).log_partition, 0);
}

TEST(Loopy, RefusesOptionsOutOfRange) {
  EXPECT_EQ(MessageOf([] { LoopyMaxProduct(FactorGraph(), {.damping = 1}); }),
            "damping of belief propagation: expected a number from 0 to below 1, found 1");
  EXPECT_EQ(MessageOf([] { LoopySumProduct(FactorGraph(), {.tolerance = -1}); }),
            "tolerance of belief propagation: expected 0 or more, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
