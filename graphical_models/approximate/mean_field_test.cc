#include "graphical_models/approximate/mean_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/exact/testing/worked_examples.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(MeanField, FreeEnergyBoundsTheLogPartitionAndNeverRises) {
  int finite = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "mean field");
    const FactorGraph graph =
        RandomFactorGraph({.max_cost = 4, .infinite_probability = seed % 3 == 0 ? 0.1 : 0.0}, random);
    const MeanFieldResult result = MeanField(graph, {.run = {.stop = {.iterations = 50}}});
    EXPECT_GE(result.free_energy, -BruteForceSum(graph).log_partition - 1e-11);
    double before = kInfinity;
    for (const double iterations : {0, 1, 2, 3}) {
      const double after = MeanField(graph, {.run = {.stop = {.iterations = iterations}}}).free_energy;
      EXPECT_LE(after, before == kInfinity ? kInfinity : before + 1e-11);
      before = after;
    }
    for (const std::vector<double>& marginal : result.marginals) {
      EXPECT_NEAR(std::accumulate(marginal.begin(), marginal.end(), 0.0), 1, 1e-12);
    }
    finite += result.free_energy < kInfinity;
  }
  EXPECT_GT(finite, 9'000);
}

// The marginals of a run that ends after this many iterations.
TEST(MeanField, ShowsTheMarginalsOfEveryIteration) {
  common::RandomStream random(5, "mean field seen");
  const FactorGraph graph = RandomFactorGraph({.max_cost = 4}, random);
  int64_t next = 0;
  MeanFieldOptions options = {.run = {.stop = {.iterations = 4}}};
  options.observe_marginals = [&](int64_t iteration, const std::vector<std::vector<double>>& marginals) {
    EXPECT_EQ(iteration, next++);
    EXPECT_EQ(marginals,
              MeanField(graph, {.run = {.stop = {.iterations = static_cast<double>(iteration)}}}).marginals);
  };
  MeanField(graph, options);
  EXPECT_GE(next, 2) << "0 and at least one more";
}

// Without factors of several variables the method is exact.
TEST(MeanField, IsExactForIndependentVariables) {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "independent");
    const FactorGraph graph = RandomFactorGraph({.max_arity = 1, .infinite_probability = 0.1}, random);
    const BruteForceDistribution expected = BruteForceSum(graph);
    const MeanFieldResult result = MeanField(graph);
    if (expected.log_partition == -kInfinity) {
      EXPECT_EQ(result.free_energy, kInfinity);
      continue;
    }
    EXPECT_NEAR(result.free_energy, -expected.log_partition, 1e-11);
    for (size_t v = 0; v < expected.marginals.size(); ++v) {
      for (size_t a = 0; a < expected.marginals[v].size(); ++a) {
        EXPECT_NEAR(result.marginals[v][a], expected.marginals[v][a], 1e-12);
      }
    }
  }
}

TEST(MeanField, GivesTheWorkedIsingGrids) {
  struct Expected {
    IsingCouplings couplings;
    double bound_after_one, bound;
    std::vector<double> marginals;
  };
  const Expected examples[] = {
      {kFrustratedCouplings,
       4.255833174944,
       4.871464164601,
       {.9273208182, .7728670562, .0957704431, .1167607066, .1554286351, .0251512400}},
      {kAttractiveCouplings,
       4.304172505283,
       5.234387063946,
       {.9599729947, .9384359656, .9439548198, .9194127514, .9776959738, .9367620547}},
  };
  for (const auto& [couplings, bound_after_one, bound, marginals] : examples) {
    const FactorGraph graph = IsingExample(couplings);
    EXPECT_NEAR(MeanField(graph, {.run = {.stop = {.iterations = 1}}}).free_energy, -bound_after_one, 1e-11);
    const MeanFieldResult result = MeanField(graph);
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_NEAR(result.free_energy, -bound, 1e-11);
    EXPECT_NEAR(result.trace.back().value, result.free_energy, 1e-11);
    for (size_t v = 0; v < 6; ++v) EXPECT_NEAR(result.marginals[v][1], marginals[v], 1e-9);
  }
  // The other optimum of the attractive grid, from another start.
  const std::vector<std::vector<double>> down(6, {0.9, 0.1});
  EXPECT_NEAR(MeanField(IsingExample(kAttractiveCouplings), {.start = down}).free_energy, -5.186981253, 1e-9);
}

// Each label of the first variable has an infinite cost with probability 1/2: as half of two labels, and as
// six of twelve, whose sum is rounded down. The finite costs must decide.
TEST(MeanField, EqualProbabilitiesOfForbiddenEntriesAreEqual) {
  FactorGraph graph({2, 2, 12});
  graph.AddFactor(std::vector<int>{0}, std::vector<double>{0, 100});
  graph.AddFactor(std::vector<int>{0, 1}, std::vector<double>{kInfinity, 0, 0, 0});
  std::vector<double> table(24, 0.0);
  for (size_t label = 0; label < 6; ++label) table[12 + label] = kInfinity;
  graph.AddFactor(std::vector<int>{0, 2}, table);
  const MeanFieldResult result = MeanField(graph);
  EXPECT_GT(result.marginals[0][0], 0.999);
  // The second label still has a probability of e^-100, so the third variable avoids what it forbids.
  EXPECT_NEAR(result.free_energy, -std::log(6.0), 1e-9);
}

// Each variable must be 1 if the other one is 0.
TEST(MeanField, LeavesForbiddenEntries) {
  FactorGraph graph({2, 2});
  graph.AddFactor({{0, 1}}, {{kInfinity, 1.0, 2.0, kInfinity}});
  const MeanFieldResult result = MeanField(graph, {.start = {{0.5, 0.5}, {0.3, 0.7}}});
  EXPECT_EQ(result.marginals[0], (std::vector<double>{1, 0}));
  EXPECT_EQ(result.marginals[1], (std::vector<double>{0, 1}));
  EXPECT_EQ(result.free_energy, 1);
}

TEST(MeanField, RefusesOptionsOutOfRange) {
  const FactorGraph graph({2});
  EXPECT_EQ(MessageOf([&] { MeanField(graph, {.tolerance = -1}); }),
            "tolerance of mean field: expected 0 or more, found -1");
  EXPECT_EQ(MessageOf([&] {
              MeanField(graph, {.start = {{1}, {1}}});
            }),
            "start of mean field: expected 1 distributions, found 2");
  EXPECT_EQ(MessageOf([&] {
              MeanField(graph, {.start = {{0.5, 0.6}}});
            }),
            "start of mean field, variable 0: expected 2 probabilities with the sum 1, found 2 numbers with "
            "the sum 1.1");
  EXPECT_EQ(MeanField(FactorGraph()).free_energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
