#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/all_labelings.h"
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

// Costs of robust potentials are quotients, so that sums differ in their last bits.
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
    EXPECT_EQ(result.ending, Ending::kConverged);
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

// Label costs 0: a clique costs at most min(its size, labels) times as much as in any labeling.
TEST(CliqueExpansion, IsWithinItsBound) {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "bound of clique expansion");
    const int variables = 1 + static_cast<int>(random.UniformIndex(5));
    const int labels = 2 + static_cast<int>(random.UniformIndex(3));
    Instance instance{PairwiseEnergy(std::vector<int>(variables, labels)), CliqueEnergy(variables, labels)};
    for (int v = 0; v < variables; ++v) {
      std::vector<double> costs;
      for (int a = 0; a < labels; ++a) costs.push_back(static_cast<double>(random.UniformIndex(20)));
      instance.pairwise.AddUnary(v, costs);
    }
    const int potential = instance.cliques.AddPotential(PnPotts{std::vector<double>(labels, 0.0), 1});
    size_t largest = 1;
    for (int clique = 0; clique < 3; ++clique) {
      const std::vector<int> members =
          random.SampleWithoutReplacement(variables, 1 + static_cast<int>(random.UniformIndex(variables)));
      instance.cliques.AddClique(members, potential, static_cast<double>(random.UniformIndex(20)));
      largest = std::max(largest, members.size());
    }
    const double result = AlphaExpansion(instance.pairwise, instance.cliques).energy;
    const double factor = std::min(static_cast<double>(largest), static_cast<double>(labels));
    double bound = kInfinity;
    ForAllLabelings(instance.pairwise.label_counts(), [&](const Labeling& labeling) {
      bound =
          std::min(bound, instance.pairwise.Energy(labeling) + factor * instance.cliques.Energy(labeling));
    });
    EXPECT_LE(result, bound);
  }
}

TEST(CliqueExpansion, OnGridsIsThatOfAPairOfLabels) {
  // Three pixels in a row that the clique holds together though each would rather differ.
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
            "clique 0: expected a P^n Potts or robust P^n Potts potential, found another one");
  EXPECT_EQ(MessageOf([&] { AlphaExpansion(PairwiseEnergy({2}), CliqueEnergy(2, 2)); }),
            "cliques: expected 1 variables as in the energy, found 2");
  EXPECT_EQ(MessageOf([&] {
              AlphaExpansion(PairwiseEnergy({2, 3}), CliqueEnergy(2, 2));
            }),
            "variable 1: expected 2 labels as in the cliques, found 3");
}

}  // namespace
}  // namespace structlab::graphical_models
