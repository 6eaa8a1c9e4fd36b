#include "graphical_models/exact/tree_inference.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/random_forest.h"
#include "graphical_models/exact/testing/worked_examples.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Table = std::vector<double>;

TEST(TreeMap, EqualsBruteForceOnRandomForests) {
  int forbidden = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "tree map");
    const FactorGraph graph = RandomForest(seed % 2 == 0 ? 0.0 : 0.2, random);
    const MapResult result = TreeMap(graph);
    EXPECT_EQ(result.energy, BruteForceMap(graph).energy);
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_EQ(result.lower_bound, result.energy);
    EXPECT_EQ(result.ending, common::Ending::kOptimal);
    forbidden += result.energy == kInfinity;
  }
  EXPECT_GT(forbidden, 100);
}

TEST(TreeSum, EqualsBruteForceOnRandomForests) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "tree sum");
    const FactorGraph graph = RandomForest(seed % 2 == 0 ? 0.0 : 0.2, random);
    const GibbsDistribution tree = TreeSum(graph);
    const BruteForceDistribution expected = BruteForceSum(graph);
    if (expected.log_partition == -kInfinity) {
      EXPECT_EQ(tree.log_partition, -kInfinity);
      for (const auto& marginal : tree.marginals) EXPECT_TRUE(std::isnan(marginal[0]));
      for (const auto& marginal : tree.factor_marginals) EXPECT_TRUE(std::isnan(marginal[0]));
      continue;
    }
    EXPECT_NEAR(tree.log_partition, expected.log_partition, 1e-11);
    for (size_t v = 0; v < tree.marginals.size(); ++v) {
      for (size_t a = 0; a < tree.marginals[v].size(); ++a) {
        EXPECT_NEAR(tree.marginals[v][a], expected.marginals[v][a], 1e-11);
      }
    }
    // The marginal of a factor, summed over its other variables, equals the marginal of its first variable.
    for (int f = 0; f < graph.num_factors(); ++f) {
      const Table& marginal = tree.factor_marginals[f];
      const Table& of_first = expected.marginals[graph.scope(f)[0]];
      const size_t stride = marginal.size() / of_first.size();
      for (size_t a = 0; a < of_first.size(); ++a) {
        const auto begin = marginal.begin() + static_cast<std::ptrdiff_t>(a * stride);
        const double sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(stride), 0.0);
        EXPECT_NEAR(sum, of_first[a], 1e-11);
      }
    }
  }
}

TEST(TreeInference, GivesTheWorkedChain) {
  const FactorGraph chain = ChainExample();
  const GibbsDistribution tree = TreeSum(chain);
  EXPECT_NEAR(tree.log_partition, 5.247024072160, 1e-12);
  const Table expected[] = {
      {68. / 190, 122. / 190}, {20. / 190, 90. / 190, 80. / 190}, {123. / 190, 67. / 190}};
  for (size_t v = 0; v < 3; ++v) {
    for (size_t a = 0; a < expected[v].size(); ++a) EXPECT_NEAR(tree.marginals[v][a], expected[v][a], 1e-14);
  }
  // (1, 1): 2 * 4 * 1 from the left and u1, times 3 * 3 + 1 * 1 from the right.
  EXPECT_NEAR(tree.factor_marginals[3][4], 80. / 190, 1e-14);
  const MapResult map = TreeMap(chain);
  EXPECT_EQ(map.labeling, (Labeling{1, 1, 0}));
  EXPECT_NEAR(map.energy, -std::log(72), 1e-14);
}

// The Ising grid without two of its edges, which is a tree.
TEST(TreeInference, GivesTheWorkedTree) {
  IsingCouplings couplings = kFrustratedCouplings;
  couplings[5] = couplings[6] = 0;
  const GibbsDistribution tree = TreeSum(IsingExample(couplings));
  EXPECT_NEAR(tree.log_partition, 5.398650758796, 1e-12);
  const double expected[] = {.5734096413, .4779095232, .5494036186, .4506659665, .4631356252, .3756972267};
  for (size_t v = 0; v < 6; ++v) EXPECT_NEAR(tree.marginals[v][1], expected[v], 1e-10);
}

TEST(TreeInference, CyclesAreNamed) {
  FactorGraph twice({2, 2});
  twice.AddFactor(Scope{1, 0}, Table(4, 0.0));
  twice.AddFactorSharing(Scope{0, 1}, 0);
  EXPECT_EQ(
      MessageOf([&] { TreeMap(twice); }),
      "inference on trees: expected a factor graph without cycles, found the cycle variable 1, factor 0, "
      "variable 0, factor 1; use loopy belief propagation or another method");
  // A tail of variables 0 and 1, and then a triangle.
  FactorGraph triangle(Scope(4, 2));
  triangle.AddFactor(Scope{0, 1}, Table(4, 0.0));
  triangle.AddFactorSharing(Scope{1, 2}, 0);
  triangle.AddFactorSharing(Scope{2, 3}, 0);
  triangle.AddFactorSharing(Scope{3, 1}, 0);
  EXPECT_EQ(
      MessageOf([&] { TreeSum(triangle); }),
      "inference on trees: expected a factor graph without cycles, found the cycle variable 3, factor 3, "
      "variable 1, factor 1, variable 2, factor 2; use loopy belief propagation or another method");
}

TEST(TreeInference, NoVariableIsSolved) {
  FactorGraph empty;
  empty.AddConstant(3);
  EXPECT_EQ(TreeMap(empty).energy, 3);
  EXPECT_EQ(TreeSum(empty).log_partition, -3);
}

TEST(TreeInference, LongChainsAreSolvedWithoutOverflow) {
  const int n = 20'000;
  FactorGraph chain(Scope(n, 2));
  chain.AddFactor(Scope{0, 1}, Table{0, 700, 700, 0});
  for (int v = 1; v + 1 < n; ++v) chain.AddFactorSharing(Scope{v, v + 1}, 0);
  EXPECT_NEAR(TreeSum(chain).log_partition, std::log(2), 1e-9);
  EXPECT_EQ(TreeMap(chain).energy, 0);
}

// 200 tables of 1000 x 1000 entries take more than ten times as long on any machine.
TEST(TreeMap, EndsAsItSays) {
  FactorGraph chain(Scope(201, 1000));
  chain.AddConstant(3);
  chain.AddFactor(Scope{0, 1}, Table(1'000'000, 0.0));
  for (int v = 1; v < 200; ++v) chain.AddFactorSharing(Scope{v, v + 1}, 0);
  const std::atomic<bool> interrupted = true;
  for (const auto& [stop, ending] :
       {std::pair{common::RunControl{.stop = {.iterations = 0}}, common::Ending::kIterationLimit},
        {common::RunControl{.stop = {.seconds = 0.02}}, common::Ending::kTimeLimit},
        {common::RunControl{.stop = {.interrupted = &interrupted}}, common::Ending::kInterrupted}}) {
    const MapResult result = TreeMap(chain, stop);
    EXPECT_EQ(result.ending, ending);
    EXPECT_EQ(result.energy, 3);
    EXPECT_EQ(result.lower_bound, -kInfinity);
  }
}

}  // namespace
}  // namespace structlab::graphical_models
