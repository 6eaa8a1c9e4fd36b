#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/parsimonious/hierarchical_moves.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

struct Problem {
  PairwiseEnergy energy;
  CliqueEnergy cliques;
  PairwisePotential metric;
  size_t largest = 1;  // clique, an edge being one of two

  double Energy(const Labeling& labeling) const { return energy.Energy(labeling) + cliques.Energy(labeling); }
};

Problem RandomProblem(uint64_t seed, double infinite_probability = 0) {
  common::RandomStream random(seed, "parsimonious");
  const int variables = 1 + static_cast<int>(random.UniformIndex(5));
  const int labels = 1 + static_cast<int>(random.UniformIndex(4));
  const PairwisePotential metric = RandomPotential(PotentialClass::kMetric, labels, 12, random);
  Problem problem = {PairwiseEnergy(std::vector<int>(variables, labels)), CliqueEnergy(variables, labels),
                     metric};
  const int potential = problem.energy.AddPotential(metric);
  const int diversity = problem.cliques.AddPotential(DiameterDiversity{metric});
  for (int v = 0; v < variables; ++v) {
    std::vector<double> costs(labels);
    for (double& cost : costs) {
      cost =
          random.Uniform() < infinite_probability ? kInfinity : static_cast<double>(random.UniformIndex(30));
    }
    problem.energy.AddUnary(v, costs);
    for (int u = 0; u < v; ++u) {
      if (random.Uniform() > 0.4) continue;
      problem.energy.AddEdge(u, v, potential, static_cast<double>(random.UniformIndex(3)));
      problem.largest = std::max<size_t>(problem.largest, 2);
    }
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    const int size = 1 + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(variables)));
    problem.cliques.AddClique(random.SampleWithoutReplacement(variables, size), diversity,
                              0.5 * static_cast<double>(random.UniformIndex(4)));
    problem.largest = std::max(problem.largest, static_cast<size_t>(size));
  }
  return problem;
}

MapResult Solve(const Problem& problem, const ParsimoniousOptions& options) {
  return ParsimoniousLabeling(problem.energy, problem.cliques, options);
}

double UnariesOf(const PairwiseEnergy& energy, const Labeling& labeling) {
  double sum = 0;
  for (int v = 0; v < energy.num_variables(); ++v) {
    sum += energy.unary(v)[labeling[v]];
  }
  return sum;
}

// If the tree's distances are at most `stretch` times the metric, the bound is that of the hierarchical moves
// times it.
TEST(ParsimoniousLabeling, KeepsTheBoundOfItsTree) {
  for (uint64_t seed = 0; seed < 10000; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem(seed);
    const int labels = problem.cliques.num_labels();
    common::RandomStream random(1, "parsimonious labeling", 0);  // draws the first tree
    const LabelTable tree =
        RandomClusterTree(problem.metric, labels, TreeHeights::kGeometric, random).Distances();
    double stretch = 1;
    for (Label a = 0; a < labels; ++a) {
      for (Label b = 0; b < labels; ++b) {
        if (problem.metric(a, b) > 0) stretch = std::max(stretch, tree(a, b) / problem.metric(a, b));
      }
    }
    const MapResult result =
        Solve(problem, {.trees = 1, .heights = TreeHeights::kGeometric, .refine = false});
    EXPECT_EQ(result.energy, problem.Energy(result.labeling));
    const double factor =
        2 * static_cast<double>(std::min(static_cast<int>(problem.largest), labels)) * stretch;
    ForAllLabelings(problem.energy.label_counts(), [&](const Labeling& labeling) {
      const double unaries = UnariesOf(problem.energy, labeling);
      EXPECT_LE(result.energy, unaries + factor * (problem.Energy(labeling) - unaries) + 1e-9);
    });
  }
}

// Enough variables and labels that trees differ.
Problem LargerProblem(uint64_t seed) {
  constexpr int kVariables = 10, kLabels = 7;
  common::RandomStream random(seed, "parsimonious, larger");
  const PairwisePotential metric = TruncatedLinear{2, 4};
  Problem problem = {PairwiseEnergy(std::vector<int>(kVariables, kLabels)), CliqueEnergy(kVariables, kLabels),
                     metric};
  const int potential = problem.energy.AddPotential(metric);
  const int diversity = problem.cliques.AddPotential(DiameterDiversity{metric});
  for (int v = 0; v < kVariables; ++v) {
    std::vector<double> costs(kLabels);
    for (double& cost : costs) cost = static_cast<double>(random.UniformIndex(20));
    problem.energy.AddUnary(v, costs);
    if (v > 0) problem.energy.AddEdge(v - 1, v, potential, 1);
  }
  for (int i = 0; i < 3; ++i) {
    problem.cliques.AddClique(random.SampleWithoutReplacement(kVariables, 4), diversity, 1);
  }
  return problem;
}

// Every clique and edge costs the diameter of its labels in the chosen labeling or, if its variables choose
// different ones, of all labels that the labelings have in it.
double EnergyOfChoice(const Problem& problem, const std::vector<Labeling>& labelings,
                      const Labeling& choice) {
  const auto label = [&](size_t labeling, int v) { return labelings[labeling][v]; };
  double sum = 0;
  for (int v = 0; v < problem.energy.num_variables(); ++v) {
    const auto chosen = static_cast<size_t>(choice[v]);
    sum += problem.energy.unary(v)[label(chosen, v)];
  }
  const auto add = [&](std::span<const int> variables, double weight) {
    const auto chosen = static_cast<size_t>(choice[variables[0]]);
    const bool is_uniform =
        std::ranges::all_of(variables, [&](int v) { return choice[v] == choice[variables[0]]; });
    std::vector<Label> labels;
    for (size_t i = 0; i < labelings.size(); ++i) {
      if (is_uniform && i != chosen) continue;
      for (const int v : variables) labels.push_back(label(i, v));
    }
    double diameter = 0;
    for (const Label a : labels) {
      for (const Label b : labels) diameter = std::max(diameter, problem.metric(a, b));
    }
    sum += weight * diameter;
  };
  for (const PairwiseEdge& edge : problem.energy.edges()) {
    add(std::vector<int>{edge.p, edge.q}, edge.weight);
  }
  for (int c = 0; c < problem.cliques.num_cliques(); ++c) {
    add(problem.cliques.variables(c), problem.cliques.weight(c));
  }
  return sum;
}

// The hierarchical moves along the tree of this index.
Labeling AlongDrawnTree(const Problem& problem, uint64_t seed, uint64_t index) {
  const int labels = problem.cliques.num_labels();
  common::RandomStream random(seed, "parsimonious labeling", index);
  const LabelTree tree = RandomClusterTree(problem.metric, labels, TreeHeights::kTight, random);
  PairwiseEnergy energy(
      std::vector<int>(problem.energy.label_counts().begin(), problem.energy.label_counts().end()));
  CliqueEnergy cliques(energy.num_variables(), labels);
  const int potential = energy.AddPotential(tree.Distances());
  for (int v = 0; v < energy.num_variables(); ++v) energy.AddUnary(v, problem.energy.unary(v));
  for (const PairwiseEdge& edge : problem.energy.edges())
    energy.AddEdge(edge.p, edge.q, potential, edge.weight);
  const int hierarchical = cliques.AddPotential(HierarchicalPnPotts(tree));
  for (int c = 0; c < problem.cliques.num_cliques(); ++c) {
    cliques.AddClique(problem.cliques.variables(c), hierarchical, problem.cliques.weight(c));
  }
  return HierarchicalMoves(energy, cliques, tree).labeling;
}

// For two trees the only move of the fusion is exact.
TEST(ParsimoniousLabeling, FusesTwoTreesAsWellAsAnyChoice) {
  int different = 0, better = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = LargerProblem(seed);
    const MapResult fused =
        Solve(problem, {.run = {.seed = seed}, .trees = 2, .fuse_trees = true, .refine = false});
    EXPECT_EQ(fused.energy, problem.Energy(fused.labeling));
    EXPECT_EQ(fused.trace.back().iteration, 3);
    const std::vector<Labeling> labelings = {AlongDrawnTree(problem, seed, 0),
                                             AlongDrawnTree(problem, seed, 1)};
    const double best = std::min(problem.Energy(labelings[0]), problem.Energy(labelings[1]));
    double least = kInfinity;
    ForAllLabelings(std::vector<int>(fused.labeling.size(), 2), [&](const Labeling& choice) {
      least = std::min(least, EnergyOfChoice(problem, labelings, choice));
    });
    EXPECT_LE(fused.energy, least + 1e-9);
    for (size_t v = 0; v < fused.labeling.size(); ++v) {
      EXPECT_TRUE(fused.labeling[v] == labelings[0][v] || fused.labeling[v] == labelings[1][v]);
    }
    different += labelings[0] != labelings[1];
    better += fused.energy < best - 1e-9;
  }
  EXPECT_GT(different, 100);
  EXPECT_GT(better, 20);
}

// The option `mixed` changes results. Each energy is that of its labeling, and more trees are no worse.
TEST(ParsimoniousLabeling, MixesMeasuredByTheMetricAreLabelingsToo) {
  int different = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = LargerProblem(seed);
    const auto solve = [&](MixedCost mixed, int trees) {
      return Solve(problem, {.run = {.seed = seed}, .trees = trees, .mixed = mixed, .refine = false});
    };
    const MapResult one = solve(MixedCost::kMetric, 1);
    EXPECT_EQ(one.energy, problem.Energy(one.labeling));
    EXPECT_LE(solve(MixedCost::kMetric, 4).energy, one.energy);
    different += one.labeling != solve(MixedCost::kTree, 1).labeling;
  }
  EXPECT_GT(different, 25);
}

TEST(ParsimoniousLabeling, MoreTreesAndRefinementNeverRaiseTheEnergy) {
  int better_by_trees = 0, better_by_refinement = 0, optimal = 0;
  constexpr int kInstances = 10000;
  for (uint64_t seed = 0; seed < kInstances; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem(seed, seed % 4 == 0 ? 0.2 : 0);
    const double one = Solve(problem, {.trees = 1, .refine = false}).energy;
    const double five = Solve(problem, {.trees = 5, .refine = false}).energy;
    const MapResult refined = Solve(problem, {.trees = 5});
    double least = kInfinity;
    ForAllLabelings(problem.energy.label_counts(),
                    [&](const Labeling& labeling) { least = std::min(least, problem.Energy(labeling)); });
    EXPECT_LE(five, one);
    EXPECT_LE(refined.energy, five);
    EXPECT_GE(refined.energy, least);
    EXPECT_EQ(refined.energy, problem.Energy(refined.labeling));
    EXPECT_EQ(refined.ending, common::Ending::kConverged);
    better_by_trees += five < one;
    better_by_refinement += refined.energy < five;
    optimal += refined.energy <= least + 1e-9;
  }
  EXPECT_GT(better_by_trees, 0);
  EXPECT_GT(better_by_refinement, 0);
  EXPECT_GT(optimal, kInstances * 9 / 10);
}

// The metric is that of a tree: the result is that of the hierarchical moves on a tree with the same
// clusters.
TEST(ParsimoniousLabeling, OneTreeEqualsTheHierarchicalMovesAlongIt) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Problem problem = RandomProblem(seed);
    EXPECT_EQ(Solve(problem, {.run = {.seed = 5}, .trees = 1, .refine = false}).labeling,
              AlongDrawnTree(problem, 5, 0))
        << seed;
  }
}

TEST(ParsimoniousLabeling, IsDeterministicAndHeedsTheSeed) {
  int differ = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Problem problem = RandomProblem(seed);
    const ParsimoniousOptions first = {.run = {.seed = 1}, .trees = 1, .refine = false};
    EXPECT_EQ(Solve(problem, first).labeling, Solve(problem, first).labeling);
    differ += Solve(problem, first).labeling !=
              Solve(problem, {.run = {.seed = 2}, .trees = 1, .refine = false}).labeling;
  }
  EXPECT_GT(differ, 0);
}

TEST(ParsimoniousLabeling, DoesNotDependOnThreads) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem(seed, seed % 4 == 0 ? 0.2 : 0);
    const MapResult one = Solve(problem, {.trees = 5});
    for (const int threads : {2, 4}) {
      const MapResult several = Solve(problem, {.run = {.threads = threads}, .trees = 5});
      EXPECT_EQ(several.labeling, one.labeling);
      EXPECT_EQ(several.energy, one.energy);
      EXPECT_EQ(several.ending, one.ending);
      EXPECT_EQ(several.moves, one.moves);
      ASSERT_EQ(several.trace.size(), one.trace.size());
      for (size_t i = 0; i < one.trace.size(); ++i) {
        EXPECT_EQ(several.trace[i].iteration, one.trace[i].iteration);
        EXPECT_EQ(several.trace[i].value, one.trace[i].value);
      }
    }
  }
  const Problem problem = RandomProblem(11);
  EXPECT_EQ(Solve(problem, {.run = {.stop = {.iterations = 3}, .threads = 2}}).trace.size(), 3u);
}

// All trees of a Potts metric are equal, so more of them need no more cuts.
TEST(ParsimoniousLabeling, WorksOnEqualTreesOnce) {
  Problem problem = RandomProblem(0);
  problem.energy = PairwiseEnergy({3, 3, 3});
  problem.cliques = CliqueEnergy(3, 3);
  problem.energy.AddUnary(0, {{0.0, 4.0, 4.0}});
  problem.energy.AddUnary(1, {{4.0, 0.0, 4.0}});
  problem.energy.AddUnary(2, {{4.0, 4.0, 0.0}});
  problem.cliques.AddClique({{0, 1, 2}}, problem.cliques.AddPotential(DiameterDiversity{Potts{1}}));
  const MapResult one = Solve(problem, {.trees = 1, .refine = false});
  const MapResult five = Solve(problem, {.trees = 5, .refine = false});
  EXPECT_GT(one.moves, 0);
  EXPECT_EQ(five.moves, one.moves);
  EXPECT_EQ(five.labeling, one.labeling);
  EXPECT_EQ(five.trace.size(), 5u);
  // Also if the order of the labels could matter.
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Problem potts = RandomProblem(seed);
    const PairwiseEnergy metric_energy = potts.energy;
    const auto label_counts = metric_energy.label_counts();
    potts.energy = PairwiseEnergy(std::vector<int>(label_counts.begin(), label_counts.end()));
    for (int v = 0; v < metric_energy.num_variables(); ++v) potts.energy.AddUnary(v, metric_energy.unary(v));
    const int potential = potts.energy.AddPotential(Potts{3});
    for (int v = 1; v < metric_energy.num_variables(); ++v) potts.energy.AddEdge(v - 1, v, potential);
    potts.cliques = CliqueEnergy(metric_energy.num_variables(), potts.cliques.num_labels());
    const MapResult first = Solve(potts, {.trees = 1, .refine = false});
    for (uint64_t stream = 2; stream < 6; ++stream) {
      EXPECT_EQ(Solve(potts, {.run = {.seed = stream}, .trees = 1, .refine = false}).labeling,
                first.labeling);
    }
    EXPECT_EQ(Solve(potts, {.trees = 10, .refine = false}).labeling, first.labeling);
  }
  EXPECT_GT(Solve(problem, {.trees = 1}).moves, one.moves);
  // Two labels need one cut.
  problem.energy = PairwiseEnergy({2, 2});
  problem.cliques = CliqueEnergy(2, 2);
  problem.energy.AddUnary(0, {{0.0, 4.0}});
  problem.energy.AddEdge(0, 1, problem.energy.AddPotential(TruncatedLinear{3}));
  EXPECT_EQ(Solve(problem, {.trees = 10, .refine = false}).moves, 1);
}

TEST(ParsimoniousLabeling, StopsWithTheBestLabelingSoFar) {
  const Problem problem = RandomProblem(11);
  const MapResult result = Solve(problem, {.run = {.stop = {.iterations = 2}}});
  EXPECT_EQ(result.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(result.trace.size(), 2u);
  EXPECT_EQ(result.energy, problem.Energy(result.labeling));
  for (const common::RunControl& at_once :
       {common::RunControl{.stop = {.seconds = 0}}, common::RunControl{.stop = {.iterations = 0}}}) {
    const MapResult start = Solve(problem, {.run = at_once});
    EXPECT_EQ(start.ending,
              at_once.stop.seconds == 0 ? common::Ending::kTimeLimit : common::Ending::kIterationLimit);
    EXPECT_EQ(start.labeling, MinUnaryLabels(problem.energy));
    EXPECT_EQ(start.energy, problem.Energy(start.labeling));
    ASSERT_EQ(start.trace.size(), 1u);
    EXPECT_EQ(start.trace[0].iteration, 0);
    EXPECT_EQ(start.trace[0].value, start.energy);
  }
  EXPECT_EQ(ParsimoniousLabeling(PairwiseEnergy(), CliqueEnergy(0, 2)).energy, 0);
}

// For a stop at any time in the first tree.
TEST(ParsimoniousLabeling, StoppedEarlyItIsNoWorseThanTheLabelsOfLeastCost) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem(seed);
    const double of_whole_tree = Solve(problem, {.trees = 1, .refine = false}).energy;
    for (double seconds = 1e-6; seconds < 1e-3; seconds *= 1.5) {
      const MapResult result =
          Solve(problem, {.run = {.stop = {.seconds = seconds}}, .trees = 1, .refine = false});
      EXPECT_EQ(result.energy, problem.Energy(result.labeling));
      EXPECT_EQ(result.energy, result.trace.back().value);
      if (result.ending != common::Ending::kTimeLimit) break;
      // The time limit may be reached just when the tree is finished.
      if (result.energy == of_whole_tree) continue;
      EXPECT_LE(result.energy, problem.Energy(MinUnaryLabels(problem.energy)));
    }
  }
}

TEST(ParsimoniousLabeling, NamesWhatIsWrong) {
  PairwiseEnergy energy({3, 3});
  CliqueEnergy cliques(2, 3);
  const auto message = [&](const ParsimoniousOptions& options = {}) {
    return MessageOf([&] { ParsimoniousLabeling(energy, cliques, options); });
  };
  EXPECT_EQ(message({.trees = 0}), "trees: expected at least 1, found 0");
  EXPECT_EQ(message({.run = {.threads = 0}}), "threads: expected 1 to 1024, found 0");
  cliques.AddPotential(DiameterDiversity{TruncatedLinear{1}});
  energy.AddEdge(0, 1, energy.AddPotential(Potts{1}));
  EXPECT_EQ(message(),
            "potential 0, labels 0 and 2: expected the distance that clique potential 0 has, 2, found 1");
  cliques.AddPotential(PnPotts{{0, 0, 0}, 1});
  EXPECT_EQ(message(), "clique potential 1: expected a diameter diversity, found a P^n Potts potential");
  cliques = CliqueEnergy(2, 3);
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedQuadratic{1}), 1);
  EXPECT_EQ(message().substr(0, 31), "potential 1, labels 0 and 2: ex");
  energy = PairwiseEnergy({3, 3});
  energy.AddEdge(0, 1, energy.AddPotential(TruncatedQuadratic{1}), 1);
  EXPECT_EQ(message().substr(0, 38), "distance of labels: expected a metric,");
  energy = PairwiseEnergy({3, 3});
  energy.AddEdge(0, 1, energy.AddPotential(Potts{1}), -1);
  EXPECT_EQ(message(), "edge (0, 1): expected a weight of at least 0, found -1");
}

}  // namespace
}  // namespace structlab::graphical_models
