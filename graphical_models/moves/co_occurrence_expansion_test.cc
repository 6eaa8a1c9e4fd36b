#include "graphical_models/moves/co_occurrence_expansion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random_stream.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/all_labelings.h"
#include "graphical_models/model/testing/message_of.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

struct Problem {
  PairwiseEnergy energy;
  CliqueEnergy cliques;

  double Energy(const Labeling& labeling) const { return energy.Energy(labeling) + cliques.Energy(labeling); }
};

Problem RandomProblem(uint64_t seed, std::vector<CliqueKind> kinds) {
  common::RandomStream random(seed, "co-occurrence");
  PairwiseEnergy energy = RandomPairwiseEnergy({.max_variables = 5,
                                                .potential = PotentialClass::kMetric,
                                                .infinite_probability = seed % 4 == 0 ? 0.2 : 0.0},
                                               random);
  const int labels = energy.num_labels(0);
  CliqueEnergy cliques =
      RandomCliqueEnergy({.kinds = std::move(kinds)}, energy.num_variables(), labels, random);
  return {std::move(energy), std::move(cliques)};
}

TEST(CoOccurrenceExpansion, NeverRaisesTheEnergyNorGoesBelowTheOptimum) {
  int optimal = 0;
  constexpr int kInstances = 10000;
  for (uint64_t seed = 0; seed < kInstances; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem =
        RandomProblem(seed, {CliqueKind::kDiameter, CliqueKind::kHierarchical, CliqueKind::kCoOccurrence});
    double least = kInfinity;
    ForAllLabelings(problem.energy.label_counts(),
                    [&](const Labeling& labeling) { least = std::min(least, problem.Energy(labeling)); });
    const MapResult result = CoOccurrenceExpansion(problem.energy, problem.cliques);
    EXPECT_EQ(result.energy, problem.Energy(result.labeling));
    EXPECT_GE(result.energy, least);
    EXPECT_EQ(result.ending, result.lower_bound == result.energy ? Ending::kOptimal : Ending::kConverged);
    for (size_t i = 1; i < result.trace.size(); ++i) {
      EXPECT_LE(result.trace[i].energy, result.trace[i - 1].energy);
    }
    optimal += result.energy == least;
  }
  // Most are, or the moves would be bad ones: 9 of 10 here, of which a lost cost of a clique takes many.
  EXPECT_GT(optimal, kInstances * 3 / 4);
}

// A co-occurrence that only counts labels (offset -1, 1 each) charges exactly, so that every label that can
// be given up with gain is: no change of any set of variables to one label is better than what is found.
TEST(CoOccurrenceExpansion, IsExactWhereLabelsOnlyCount) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = RandomProblem(seed, {CliqueKind::kDiameter});
    const int variables = problem.energy.num_variables(), labels = problem.energy.num_labels(0);
    problem.cliques = CliqueEnergy(variables, labels);
    std::vector<int> all(static_cast<size_t>(variables));
    for (int v = 0; v < variables; ++v) all[static_cast<size_t>(v)] = v;
    problem.cliques.AddClique(
        all,
        problem.cliques.AddPotential(
            CoOccurrence{.offset = -1, .label_costs = std::vector<double>(static_cast<size_t>(labels), 1.0)}),
        7);
    const MapResult result = CoOccurrenceExpansion(problem.energy, problem.cliques);
    if (result.energy == kInfinity) continue;
    for (Label alpha = 0; alpha < labels; ++alpha) {
      for (unsigned takers = 0; takers < 1u << variables; ++takers) {
        Labeling changed = result.labeling;
        for (int v = 0; v < variables; ++v) {
          if ((takers >> v & 1u) != 0) changed[static_cast<size_t>(v)] = alpha;
        }
        EXPECT_GE(problem.Energy(changed), result.energy - 1e-9);
      }
    }
  }
}

TEST(CoOccurrenceExpansion, CountsItsMoves) {
  const PairwiseEnergy energy({3, 3});
  CliqueEnergy cliques(2, 3);
  cliques.AddClique({{0, 1}}, cliques.AddPotential(DiameterDiversity{Potts{1}}));
  EXPECT_EQ(CoOccurrenceExpansion(energy, cliques, {.stop = {.iterations = 0}}).moves, 0);
  EXPECT_EQ(CoOccurrenceExpansion(energy, cliques).moves, 3);  // none brings anything
}

TEST(CoOccurrenceExpansion, NamesWhatItDoesNotTake) {
  PairwiseEnergy energy({3, 3});
  CliqueEnergy cliques(2, 3);
  cliques.AddClique({{0}}, cliques.AddPotential(DiameterDiversity{Potts{1}}));
  cliques.AddClique({{0, 1}}, cliques.AddPotential(PnPotts{{0, 0, 0}, 1}));
  EXPECT_EQ(MessageOf([&] { CoOccurrenceExpansion(energy, cliques); }),
            "clique 1: expected a co-occurrence or a diameter, found another one");
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedQuadratic{1}));
  EXPECT_NE(MessageOf([&] { CoOccurrenceExpansion(energy, CliqueEnergy(2, 3)); }).find("metric"),
            std::string::npos);
}

TEST(CoOccurrenceExpansion, SolvesWithoutVariables) {
  EXPECT_EQ(CoOccurrenceExpansion(PairwiseEnergy(), CliqueEnergy(0, 3)).energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
