#include "graphical_models/moves/co_occurrence_expansion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

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
    EXPECT_EQ(result.ending,
              result.lower_bound == result.energy ? common::Ending::kOptimal : common::Ending::kConverged);
    for (size_t i = 1; i < result.trace.size(); ++i) {
      EXPECT_LE(result.trace[i].value, result.trace[i - 1].value);
    }
    optimal += result.energy == least;
  }
  // Most results must be optimal, here 9 of 10; if the cost of a clique were lost, many would not be.
  EXPECT_GT(optimal, kInstances * 3 / 4);
}

// Cliques whose label costs add up: two sets of costs, each used by several cliques.
CliqueEnergy RandomLabelCosts(int variables, int labels, common::RandomStream& random) {
  CliqueEnergy cliques(variables, labels);
  int potentials[2];
  for (int& potential : potentials) {
    std::vector<double> costs(labels);
    for (double& cost : costs) cost = static_cast<double>(random.UniformIndex(8));
    potential = cliques.AddPotential(CoOccurrence{.label_costs = costs});
  }
  for (int i = 0; i < 8; ++i) {
    std::vector<int> members;
    for (int v = 0; v < variables; ++v) {
      if (random.Uniform() < 0.5) members.push_back(v);
    }
    const int potential = potentials[random.UniformIndex(2)];
    if (!members.empty()) cliques.AddClique(members, potential, 1);
  }
  return cliques;
}

// The best of all labelings in which some variables take alpha.
Labeling BestExpansion(const Problem& problem, const Labeling& labeling, Label alpha) {
  Labeling best = labeling;
  for (unsigned takers = 0; takers < 1u << labeling.size(); ++takers) {
    Labeling changed = labeling;
    for (size_t v = 0; v < labeling.size(); ++v) {
      if ((takers >> v & 1u) != 0) changed[v] = alpha;
    }
    if (problem.Energy(changed) < problem.Energy(best)) best = changed;
  }
  return best;
}

// Label costs that add up are charged exactly, so each move is the best one. Real-valued unary costs make it
// unique.
TEST(CoOccurrenceExpansion, MakesTheBestMovesWhereLabelCostsAddUp) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = RandomProblem(seed, {CliqueKind::kDiameter});
    const int variables = problem.energy.num_variables(), labels = problem.energy.num_labels(0);
    common::RandomStream random(seed, "label costs");
    for (int v = 0; v < variables; ++v) {
      std::vector<double> unary(labels);
      for (double& cost : unary) cost = random.Uniform();
      problem.energy.AddUnary(v, unary);
    }
    problem.cliques = RandomLabelCosts(variables, labels, random);
    Labeling labeling = RandomLabeling(problem.energy.label_counts(), random);
    if (problem.Energy(labeling) == kInfinity) continue;
    const MapResult result = CoOccurrenceExpansion(problem.energy, problem.cliques,
                                                   {.start = labeling, .run = {.stop = {.iterations = 1}}});
    for (Label alpha = 0; alpha < labels; ++alpha) labeling = BestExpansion(problem, labeling, alpha);
    EXPECT_EQ(result.labeling, labeling);
  }
}

TEST(CoOccurrenceExpansion, CountsItsMoves) {
  const PairwiseEnergy energy({3, 3});
  CliqueEnergy cliques(2, 3);
  cliques.AddClique({{0, 1}}, cliques.AddPotential(DiameterDiversity{Potts{1}}));
  EXPECT_EQ(CoOccurrenceExpansion(energy, cliques, {.run = {.stop = {.iterations = 0}}}).moves, 0);
  EXPECT_EQ(CoOccurrenceExpansion(energy, cliques).moves, 3);  // all fail
}

TEST(CoOccurrenceExpansion, NamesWhatItDoesNotTake) {
  PairwiseEnergy energy({3, 3});
  CliqueEnergy cliques(2, 3);
  cliques.AddClique({{0}}, cliques.AddPotential(DiameterDiversity{Potts{1}}));
  cliques.AddClique({{0, 1}}, cliques.AddPotential(PnPotts{{0, 0, 0}, 1}));
  EXPECT_EQ(MessageOf([&] { CoOccurrenceExpansion(energy, cliques); }),
            "clique 1: expected a co-occurrence or a diameter, found a P^n Potts potential");
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedQuadratic{1}));
  EXPECT_NE(MessageOf([&] { CoOccurrenceExpansion(energy, CliqueEnergy(2, 3)); }).find("metric"),
            std::string::npos);
}

TEST(CoOccurrenceExpansion, SolvesWithoutVariables) {
  EXPECT_EQ(CoOccurrenceExpansion(PairwiseEnergy(), CliqueEnergy(0, 3)).energy, 0);
}

}  // namespace
}  // namespace structlab::graphical_models
