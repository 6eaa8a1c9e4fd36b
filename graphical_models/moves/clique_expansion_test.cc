#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/alpha_expansion.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

struct Instance {
  PairwiseEnergy pairwise;
  CliqueEnergy cliques;
  double Energy(const Labeling& labeling) const {
    return pairwise.Energy(labeling) + cliques.Energy(labeling);
  }
};

Instance RandomInstance(const std::vector<CliqueKind>& kinds, double infinite_probability,
                        common::RandomStream& random) {
  PairwiseEnergy pairwise = RandomPairwiseEnergy({.max_variables = 5,
                                                  .max_labels = 4,
                                                  .edge_probability = 0.3,
                                                  .potential = PotentialClass::kMetric,
                                                  .infinite_probability = infinite_probability},
                                                 random);
  const int variables = pairwise.num_variables(), labels = pairwise.num_labels(0);
  return {std::move(pairwise), RandomCliqueEnergy({.kinds = kinds}, variables, labels, random)};
}

// Costs of robust potentials are quotients, so sums in different orders differ in their last bits.
void ExpectNoBetterExpansion(const Instance& instance, const MapResult& result, double rounding) {
  for (Label alpha = 0; alpha < instance.cliques.num_labels(); ++alpha) {
    double least = kInfinity;
    ForAllLabelings(std::vector<int>(result.labeling.size(), 2), [&](const Labeling& takes) {
      Labeling expanded = result.labeling;
      for (size_t v = 0; v < expanded.size(); ++v) {
        if (takes[v] == 1) expanded[v] = alpha;
      }
      least = std::min(least, instance.Energy(expanded));
    });
    EXPECT_GE(least, result.energy - rounding);
  }
}

TEST(CliqueExpansion, EndsWhereNoExpansionIsBetter) {
  int optimal = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "clique expansion");
    const bool robust = seed % 2 == 0;
    const Instance instance = RandomInstance({robust ? CliqueKind::kRobustPnPotts : CliqueKind::kPnPotts},
                                             seed % 5 == 0 ? 0.1 : 0, random);
    const Labeling start = RandomLabeling(instance.pairwise.label_counts(), random);
    MoveOptions options;
    options.start = start;
    const MapResult result = AlphaExpansion(instance.pairwise, instance.cliques, options);
    EXPECT_EQ(result.ending, common::Ending::kConverged);
    EXPECT_EQ(result.energy, instance.Energy(result.labeling));
    EXPECT_LE(result.energy, instance.Energy(start));
    if (result.energy < kInfinity) ExpectNoBetterExpansion(instance, result, robust ? 1e-10 : 0);
    double optimum = kInfinity;
    ForAllLabelings(instance.pairwise.label_counts(), [&](const Labeling& labeling) {
      optimum = std::min(optimum, instance.Energy(labeling));
    });
    EXPECT_GE(result.energy, optimum);
    optimal += result.energy == optimum;
  }
  EXPECT_GT(optimal, 7'000);
}

struct BoundedInstance {
  PairwiseEnergy unaries;
  Instance all;
  double factor;  // min(variables of the largest clique, labels)
};

// P^n Potts cliques, three or none, and Potts edges between some of the variables.
BoundedInstance RandomBoundedInstance(const PnPotts& potential, double edge_probability,
                                      common::RandomStream& random) {
  const int labels = static_cast<int>(potential.label_costs.size());
  const int variables = 1 + static_cast<int>(random.UniformIndex(5));
  PairwiseEnergy unaries(std::vector<int>(variables, labels));
  for (int v = 0; v < variables; ++v) {
    std::vector<double> costs;
    for (int a = 0; a < labels; ++a) costs.push_back(static_cast<double>(random.UniformIndex(20)));
    unaries.AddUnary(v, costs);
  }
  PairwiseEnergy pairwise = unaries;
  const int potts = pairwise.AddPotential(Potts{});
  for (int v = 0; v < variables; ++v) {
    for (int u = 0; u < v; ++u) {
      if (random.Uniform() >= edge_probability) continue;
      pairwise.AddEdge(u, v, potts, static_cast<double>(random.UniformIndex(10)));
    }
  }
  CliqueEnergy cliques(variables, labels);
  const int index = cliques.AddPotential(potential);
  size_t largest = 1;
  const int num_cliques = random.UniformIndex(4) == 0 ? 0 : 3;
  for (int clique = 0; clique < num_cliques; ++clique) {
    const std::vector<int> members = random.SampleWithoutReplacement(
        variables, 1 + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(variables))));
    cliques.AddClique(members, index, static_cast<double>(random.UniformIndex(20)));
    largest = std::max(largest, members.size());
  }
  return {std::move(unaries),
          {std::move(pairwise), std::move(cliques)},
          std::min(static_cast<double>(largest), static_cast<double>(labels))};
}

// Compares with every labeling. Returns whether the result is optimal.
bool ExpectWithinBound(const BoundedInstance& instance, double factor) {
  const double result = AlphaExpansion(instance.all.pairwise, instance.all.cliques).energy;
  double bound = kInfinity, least = kInfinity;
  ForAllLabelings(instance.unaries.label_counts(), [&](const Labeling& labeling) {
    const double unaries = instance.unaries.Energy(labeling), energy = instance.all.Energy(labeling);
    bound = std::min(bound, unaries + factor * (energy - unaries));
    least = std::min(least, energy);
  });
  EXPECT_LE(result, bound + 1e-9);
  return result == least;
}

// Label costs are 0: the clique and edge terms are at most max(2, min(size, labels)) times those of any
// labeling, where an edge is a clique of two; without edges the 2 is not needed.
TEST(CliqueExpansion, IsWithinItsBound) {
  int not_optimal[2] = {0, 0};
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "bound of clique expansion");
    const size_t labels = 2 + random.UniformIndex(3);
    const bool has_edges = seed % 2 == 1;
    const BoundedInstance instance =
        RandomBoundedInstance({std::vector<double>(labels, 0.0), 1}, has_edges ? 0.5 : 0, random);
    not_optimal[has_edges] +=
        !ExpectWithinBound(instance, has_edges ? std::max(2.0, instance.factor) : instance.factor);
  }
  EXPECT_GT(not_optimal[false], 0);
  EXPECT_GT(not_optimal[true], 0);
}

// Label costs are above 0: the factor is also multiplied by lambda, the cost of several labels divided by the
// least cost of one label (Dokania 2016, equation 3.5).
TEST(CliqueExpansion, IsWithinItsBoundWithLabelCosts) {
  int not_optimal = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "bound of clique expansion with label costs");
    PnPotts potential = {.label_costs = {}, .max_cost = 4};
    double least = potential.max_cost;
    for (uint64_t label = 2 + random.UniformIndex(3); label > 0; --label) {
      const double cost = static_cast<double>(random.UniformIndex(5));
      potential.label_costs.push_back(cost);
      if (cost > 0) least = std::min(least, cost);
    }
    const BoundedInstance instance = RandomBoundedInstance(potential, 0, random);
    not_optimal += !ExpectWithinBound(instance, potential.max_cost / least * instance.factor);
  }
  EXPECT_GT(not_optimal, 0);
}

TEST(CliqueExpansion, OnGridsIsThatOfAPairOfLabels) {
  // The clique gives three pixels in a row the same label, although each would prefer another one.
  const GridEnergy<int32_t> grid({.width = 3, .height = 1, .labels = 3}, {0, 2, 2, 2, 0, 2, 2, 2, 0}, Potts{},
                                 0);
  CliqueEnergy cliques(3, 3);
  const int potential = cliques.AddPotential(PnPotts{{4, 1, 4}, 9});
  cliques.AddClique({{0, 1, 2}}, potential);
  const MapResult result = AlphaExpansion(grid, cliques);
  EXPECT_EQ(result.labeling, (Labeling{1, 1, 1}));
  EXPECT_EQ(result.energy, 5);
}

TEST(CliqueExpansion, RefusesOtherCliques) {
  const PairwiseEnergy energy({2, 2});
  CliqueEnergy cliques(2, 2);
  cliques.AddClique({{0, 1}}, cliques.AddPotential(DiameterDiversity{Potts{}}));
  EXPECT_EQ(MessageOf([&] { AlphaExpansion(energy, cliques); }),
            "clique 0: expected a P^n Potts or robust P^n Potts potential, found a diameter diversity");
  EXPECT_EQ(MessageOf([&] { AlphaExpansion(PairwiseEnergy({2}), CliqueEnergy(2, 2)); }),
            "cliques: expected 1 variables as in the energy, found 2");
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(PairwiseEnergy({2, 3}), CliqueEnergy(2, 2));
            }),
            "variable 1: expected 2 labels as in the cliques, found 3");
}

TEST(CliqueExpansion, SolvesWithoutVariables) {
  EXPECT_EQ(AlphaExpansion(PairwiseEnergy(), CliqueEnergy(0, 3)).energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
