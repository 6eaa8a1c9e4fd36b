#include "graphical_models/exact/bucket_elimination.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/grid_minimum.h"
#include "graphical_models/exact/testing/random_forest.h"
#include "graphical_models/exact/testing/worked_examples.h"
#include "graphical_models/exact/tree_inference.h"
#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Table = std::vector<double>;

FactorGraph RandomGraph(uint64_t seed, common::RandomStream& random) {
  return RandomFactorGraph(
      {.max_variables = 7, .max_factors = 10, .infinite_probability = seed % 2 == 0 ? 0.0 : 0.2}, random);
}

// Expects tables whose entries differ by at most `tolerance`, or are both NaN.
void ExpectNear(const std::vector<Table>& actual, const std::vector<Table>& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(actual[i].size(), expected[i].size());
    for (size_t j = 0; j < actual[i].size(); ++j) {
      if (std::isnan(expected[i][j]) && std::isnan(actual[i][j])) continue;
      EXPECT_NEAR(actual[i][j], expected[i][j], tolerance) << i << " " << j;
    }
  }
}

TEST(BucketEliminationMap, EqualsBruteForceOnRandomGraphs) {
  int forbidden = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "elimination map");
    const FactorGraph graph = RandomGraph(seed, random);
    const MapResult result = BucketEliminationMap(graph);
    EXPECT_EQ(result.energy, BruteForceMap(graph).energy);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
    forbidden += result.energy == kInfinity;
  }
  EXPECT_GT(forbidden, 100);
}

// The probability of each entry of each factor, by a sum over all labelings.
std::vector<Table> FactorMarginals(const FactorGraph& graph, double log_partition) {
  std::vector<Table> marginals;
  for (int f = 0; f < graph.num_factors(); ++f) marginals.emplace_back(graph.table(f).size(), 0.0);
  ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
    const double probability = std::exp(-graph.Energy(labeling) - log_partition);
    for (int f = 0; f < graph.num_factors(); ++f) {
      marginals[f][graph.TableEntry(f, labeling)] += probability;
    }
  });
  return marginals;
}

TEST(BucketEliminationSum, EqualsBruteForceOnRandomGraphs) {
  int forbidden = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "elimination sum");
    const FactorGraph graph = RandomGraph(seed, random);
    const GibbsDistribution sum = BucketEliminationSum(graph);
    const BruteForceDistribution expected = BruteForceSum(graph);
    ExpectNear(sum.marginals, expected.marginals, 1e-11);
    if (expected.log_partition == -kInfinity) {
      EXPECT_EQ(sum.log_partition, -kInfinity);
      for (const Table& marginal : sum.factor_marginals) EXPECT_TRUE(std::isnan(marginal[0]));
      ++forbidden;
      continue;
    }
    EXPECT_NEAR(sum.log_partition, expected.log_partition, 1e-11);
    if (seed % 5 == 0) {
      ExpectNear(sum.factor_marginals, FactorMarginals(graph, expected.log_partition), 1e-11);
    }
  }
  EXPECT_GT(forbidden, 100);
}

TEST(BucketElimination, AgreesWithInferenceOnTrees) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "elimination of trees");
    const FactorGraph graph = RandomForest(seed % 2 == 0 ? 0.0 : 0.2, random);
    EXPECT_EQ(BucketEliminationMap(graph).energy, TreeMap(graph).energy);
    const GibbsDistribution sum = BucketEliminationSum(graph), tree = TreeSum(graph);
    if (tree.log_partition == -kInfinity) {
      EXPECT_EQ(sum.log_partition, -kInfinity);
    } else {
      EXPECT_NEAR(sum.log_partition, tree.log_partition, 1e-11);
    }
    ExpectNear(sum.marginals, tree.marginals, 1e-11);
    ExpectNear(sum.factor_marginals, tree.factor_marginals, 1e-11);
  }
}

TEST(BucketElimination, GivesTheWorkedExamples) {
  const GibbsDistribution chain = BucketEliminationSum(ChainExample());
  EXPECT_NEAR(chain.log_partition, std::log(190), 1e-14);
  EXPECT_EQ(BucketEliminationMap(ChainExample()).labeling, (Labeling{1, 1, 0}));
  for (const IsingValues& expected : kIsingValues) {
    const FactorGraph grid = IsingExample(expected.couplings);
    const GibbsDistribution sum = BucketEliminationSum(grid);
    EXPECT_NEAR(sum.log_partition, expected.log_partition, 1e-12);
    EXPECT_NEAR(BruteForceSum(grid).log_partition, expected.log_partition, 1e-12);
    for (size_t v = 0; v < 6; ++v) EXPECT_NEAR(sum.marginals[v][1], expected.up[v], 1e-10);
    for (size_t e = 0; e < 7; ++e) {
      const Table& edge = sum.factor_marginals[6 + e];  // after those of single variables
      EXPECT_NEAR(edge[0] - edge[1] - edge[2] + edge[3], expected.products[e], 1e-10);
    }
    EXPECT_NEAR(BucketEliminationMap(grid).energy, -expected.best, 1e-14);
  }
}

// A long, narrow grid: the marginals of either end equal those of the reversed grid.
TEST(BucketElimination, SolvesLongLadders) {
  const int width = 2'000, height = 3;
  common::RandomStream random(7, "ladder");
  std::vector<double> unaries(2 * width * height);
  for (double& unary : unaries) unary = static_cast<double>(random.UniformIndex(20));
  const GridShape shape = {.width = width, .height = height, .labels = 2};
  const FactorGraph ladder = ToFactorGraph(GridEnergy<double>(shape, unaries, Potts{}, 3));
  std::vector<double> backwards(unaries.size());
  for (size_t pixel = 0; 2 * pixel < unaries.size(); ++pixel) {
    for (size_t label = 0; label < 2; ++label) {
      backwards[unaries.size() - 2 - 2 * pixel + label] = unaries[2 * pixel + label];
    }
  }
  const FactorGraph turned = ToFactorGraph(GridEnergy<double>(shape, backwards, Potts{}, 3));
  EXPECT_EQ(BucketEliminationMap(ladder).energy, BucketEliminationMap(turned).energy);
  const GibbsDistribution sum = BucketEliminationSum(ladder), of_turned = BucketEliminationSum(turned);
  EXPECT_NEAR(sum.log_partition, of_turned.log_partition, 1e-8);
  EXPECT_GT(sum.log_partition, -BucketEliminationMap(ladder).energy);
  EXPECT_NEAR(sum.marginals.front()[0], of_turned.marginals.back()[0], 1e-9);
}

// exp(-energy) is 0 or infinite in double precision.
TEST(BucketElimination, LargeEnergiesDoNotOverflow) {
  FactorGraph graph({2, 2, 2});
  graph.AddFactor(Scope{0, 1}, Table{1e20, 3e20, kInfinity, 1e20});
  graph.AddFactor(Scope{1, 2}, Table{-2e20, -2e20, 1e5, 1e5});
  graph.AddFactor(Scope{2, 0}, Table{0, 1, 2, 3});
  EXPECT_EQ(BucketEliminationSum(graph).log_partition, 1e20);
  EXPECT_EQ(BucketEliminationSum(graph).marginals[1], (Table{1, 0}));
  EXPECT_EQ(BucketEliminationMap(graph).energy, -1e20);
}

TEST(BucketElimination, NoVariableIsSolved) {
  FactorGraph empty;
  empty.AddConstant(3);
  EXPECT_EQ(BucketEliminationMap(empty).energy, 3);
  EXPECT_EQ(BucketEliminationMap(empty).ending, common::Ending::kOptimal);
  EXPECT_EQ(BucketEliminationSum(empty).log_partition, -3);
  empty.AddConstant(kInfinity);
  EXPECT_EQ(BucketEliminationMap(empty).lower_bound, kInfinity);
  EXPECT_EQ(BucketEliminationSum(empty).log_partition, -kInfinity);
}

TEST(BucketElimination, RefusesTooMuchMemory) {
  FactorGraph triangle(Scope(3, 10));
  triangle.AddFactor(Scope{0, 1, 2}, Table(1000, 1.0));
  // Messages of 100, 10 and 1 entries.
  EXPECT_EQ(MessageOf([&] { BucketEliminationMap(triangle, {.max_bytes = 8 * 111}); }), "no error");
  EXPECT_NE(MessageOf([&] { BucketEliminationMap(triangle, {.max_bytes = 8 * 111 - 1}); }), "no error");
  EXPECT_EQ(MessageOf([&] { BucketEliminationSum(triangle, {.max_bytes = 24 * 111}); }), "no error");
  EXPECT_EQ(MessageOf([&] { BucketEliminationSum(triangle, {.max_bytes = 240}); }),
            "elimination of variables: expected messages of at most 10 entries together, found more, one of "
            "them over 2 variables; use an approximate method, or raise max_bytes");
  EXPECT_EQ(MessageOf([&] { BucketEliminationMap(triangle, {.max_bytes = -1}); }),
            "max_bytes of bucket elimination: expected 0 or more, found -1");
}

// The reference for real grids (experiments/map_inference), computed by other code than the elimination.
TEST(BucketEliminationMap, AgreesWithTheMinimumByRowsOfAGrid) {
  common::RandomStream random(1, "grids of two labels");
  for (int repeat = 0; repeat < 20; ++repeat) {
    const int side = 2 + static_cast<int>(random.UniformIndex(4));
    const int variables = side * (1 + static_cast<int>(random.UniformIndex(5)));
    FactorGraph graph(std::vector<int>(variables, 2));
    const auto add = [&](const std::vector<int>& scope) {
      Table table(size_t{1} << scope.size());
      for (double& cost : table) cost = static_cast<double>(random.UniformIndex(100));
      graph.AddFactor(scope, table);
    };
    for (int v = 0; v < variables; ++v) {
      add({v});
      if (v % side > 0) add({v - 1, v});
      if (v >= side) add({v - side, v});
    }
    EXPECT_EQ(BucketEliminationMap(graph).energy, GridMinimumByRows(graph, side));
  }
}

TEST(BucketEliminationMap, EndsAsItSays) {
  FactorGraph graph({2});
  graph.AddFactor(Scope{0}, Table{2, 1});
  const std::atomic<bool> interrupted = true;
  for (const auto& [stop, ending] :
       {std::pair{common::RunControl{.stop = {.iterations = 0}}, common::Ending::kIterationLimit},
        {common::RunControl{.stop = {.seconds = 0}}, common::Ending::kTimeLimit},
        {common::RunControl{.stop = {.interrupted = &interrupted}}, common::Ending::kInterrupted}}) {
    const MapResult result = BucketEliminationMap(graph, {}, stop);
    EXPECT_EQ(result.ending, ending);
    EXPECT_EQ(result.energy, 2);
    EXPECT_EQ(result.lower_bound, -kInfinity);
  }
}

// The first cluster has 1.25 * 10^11 joint labels, which is too much work for a test.
TEST(BucketEliminationMap, HeedsTheTimeLimitWithinACluster) {
  FactorGraph graph({5000, 5000, 5000});
  graph.AddFactor({{0, 1}}, std::vector<double>(25'000'000, 1.0));
  graph.AddFactorSharing(Scope{1, 2}, 0);
  graph.AddFactorSharing(Scope{0, 2}, 0);
  EXPECT_EQ(BucketEliminationMap(graph, {}, {.stop = {.seconds = 0.01}}).ending, common::Ending::kTimeLimit);
}

}  // namespace
}  // namespace structlab::graphical_models
