#include "graphical_models/moves/parsimonious/hierarchical_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/testing/random_models.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/parsimonious/child_fusion.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Labels 0, 1 | 2, 3: distance 6 within a pair, 18 between the pairs (Dokania 2016, figure 3.1).
LabelTree FigureTree() {
  return LabelTree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
}

struct Problem {
  PairwiseEnergy energy;
  CliqueEnergy cliques;
  LabelTree tree;

  double Energy(const Labeling& labeling) const { return energy.Energy(labeling) + cliques.Energy(labeling); }
};

Problem WithCliques(const LabelTree& tree, const std::vector<std::vector<double>>& unaries,
                    const std::vector<std::vector<int>>& cliques, double weight) {
  const int variables = static_cast<int>(unaries.size());
  const int labels = tree.num_labels();
  Problem problem = {PairwiseEnergy(std::vector<int>(unaries.size(), labels)),
                     CliqueEnergy(variables, labels), tree};
  for (int v = 0; v < variables; ++v) problem.energy.AddUnary(v, unaries[v]);
  const int potential = problem.cliques.AddPotential(HierarchicalPnPotts(tree));
  for (const std::vector<int>& clique : cliques) problem.cliques.AddClique(clique, potential, weight);
  return problem;
}

MapResult Solve(const Problem& problem) {
  return HierarchicalMoves(problem.energy, problem.cliques, problem.tree);
}

Labeling Optimum(const Problem& problem) {
  Labeling best;
  double least = kInfinity;
  ForAllLabelings(problem.energy.label_counts(), [&](const Labeling& labeling) {
    const double energy = problem.Energy(labeling);
    if (best.empty() || energy < least) {
      best = labeling;
      least = energy;
    }
  });
  return best;
}

// One clique of four variables: all results are optimal, compared with brute force.
TEST(HierarchicalMoves, EqualsTheWorkedExampleOfOneClique) {
  const std::vector<std::vector<double>> unaries = {
      {2, 7, 30, 1}, {9, 3, 0, 8}, {25, 4, 6, 12}, {1, 30, 9, 5}};
  const struct {
    double weight, energy;
    Labeling labeling;
  } cases[] = {{0, 6, {3, 2, 1, 0}},
               {0.25, 10.5, {3, 2, 1, 0}},
               {0.5, 13, {0, 1, 1, 0}},
               {1, 16, {0, 1, 1, 0}},
               {2, 22, {0, 1, 1, 0}}};
  for (const auto& [weight, energy, labeling] : cases) {
    const Problem problem = WithCliques(FigureTree(), unaries, {{0, 1, 2, 3}}, weight);
    const MapResult result = Solve(problem);
    EXPECT_EQ(result.labeling, labeling) << weight;
    EXPECT_EQ(result.energy, energy) << weight;
    EXPECT_EQ(problem.Energy(Optimum(problem)), energy) << weight;
    EXPECT_EQ(result.ending, common::Ending::kConverged);
  }
}

// Two cliques that overlap: the labeling of the root is not optimal, 11.5 instead of 10.
TEST(HierarchicalMoves, EqualsTheWorkedExampleThatIsNotOptimal) {
  const Problem problem = WithCliques(FigureTree(), {{6, 8, 6, 0}, {5, 3, 5, 6}, {1, 0, 4, 6}, {1, 9, 4, 9}},
                                      {{0, 1, 2}, {1, 2, 3}}, 0.25);
  const MapResult result = Solve(problem);
  EXPECT_EQ(result.labeling, Labeling({3, 0, 0, 0}));
  EXPECT_EQ(result.energy, 11.5);
  EXPECT_EQ(Optimum(problem), Labeling({3, 1, 1, 0}));
  EXPECT_EQ(problem.Energy(Optimum(problem)), 10);
}

// The counterexample to lemma 1 of the source: at the node of the labels 0 and 1 the lemma gives the bound 0
// for 5.
TEST(HierarchicalMoves, EqualsTheCounterexampleToTheLemma) {
  const Problem problem =
      WithCliques(FigureTree(), {{0, 5, 50, 50}, {100, 20, 0, 50}, {100, 20, 0, 50}}, {{0, 1, 2}}, 1);
  EXPECT_EQ(Solve(problem).labeling, Labeling({1, 2, 2}));
  EXPECT_EQ(Solve(problem).energy, 23);
  EXPECT_EQ(problem.Energy(Optimum(problem)), 18);
}

// Theorem 3 of the source for the diversity |labels| - 1 of a clique, by the tree whose distances are all 1.
// The labeling that is best on the tree has the energy 3, the minimum is 1.02, and there is no clique term to
// bound it. The moves do not find that labeling here; with higher label costs, as in
// experiments/parsimonious_labeling, they do.
TEST(HierarchicalMoves, EqualsTheCounterexampleToTheThirdTheorem) {
  const double u = 0.34;
  const Problem problem =
      WithCliques(LabelTree({{-1, 0}, {0, 0.5, 0}, {0, 0.5, 1}, {0, 0.5, 2}, {0, 0.5, 3}}),
                  {{0, u, u, u}, {u, 0, u, u}, {u, u, 0, u}, {u, u, u, 0}}, {{0, 1, 2, 3}}, 1);
  EXPECT_EQ(Optimum(problem), Labeling({0, 1, 2, 3}));
  EXPECT_EQ(problem.Energy({0, 1, 2, 3}), 1);
  EXPECT_EQ(Solve(problem).labeling, Labeling({0, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(Solve(problem).energy, 1.02);
}

// Random cliques, edges, and unaries, some of which are infinite.
Problem RandomProblemOn(const LabelTree& tree, uint64_t seed, int variables, common::RandomStream& random) {
  const int labels = tree.num_labels();
  Problem problem = {PairwiseEnergy(std::vector<int>(variables, labels)), CliqueEnergy(variables, labels),
                     tree};
  const int potential = problem.energy.AddPotential(tree.Distances());
  const int clique_potential = problem.cliques.AddPotential(HierarchicalPnPotts(tree));
  for (int v = 0; v < variables; ++v) {
    std::vector<double> costs(labels);
    for (double& cost : costs) {
      cost =
          seed % 4 == 0 && random.Uniform() < 0.2 ? kInfinity : static_cast<double>(random.UniformIndex(30));
    }
    problem.energy.AddUnary(v, costs);
    for (int u = 0; u < v; ++u) {
      if (random.Uniform() < 0.4) {
        problem.energy.AddEdge(u, v, potential, static_cast<double>(random.UniformIndex(3)));
      }
    }
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    const int size = 1 + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(variables)));
    problem.cliques.AddClique(random.SampleWithoutReplacement(variables, size), clique_potential,
                              0.5 * static_cast<double>(random.UniformIndex(4)));
  }
  return problem;
}

// On a tree with r = 2 and equally deep leaves.
Problem RandomProblem(uint64_t seed) {
  common::RandomStream random(seed, "hierarchical moves");
  const int variables = 1 + static_cast<int>(random.UniformIndex(5));
  const int labels = 1 + static_cast<int>(random.UniformIndex(4));
  return RandomProblemOn(RandomLabelTree(labels, 2, random), seed, variables, random);
}

double UnariesOf(const PairwiseEnergy& energy, const Labeling& labeling) {
  double sum = 0;
  for (int v = 0; v < energy.num_variables(); ++v) {
    sum += energy.unary(v)[labeling[v]];
  }
  return sum;
}

// Compares with every labeling, where an edge is a clique of two. Returns whether the result is optimal.
bool ExpectWithinBound(const Problem& problem, double factor_of_tree) {
  const MapResult result = Solve(problem);
  EXPECT_EQ(result.energy, problem.Energy(result.labeling));
  size_t largest = problem.energy.num_edges() > 0 ? 2 : 1;
  for (int c = 0; c < problem.cliques.num_cliques(); ++c) {
    largest = std::max(largest, problem.cliques.variables(c).size());
  }
  const double factor =
      factor_of_tree * static_cast<double>(std::min(static_cast<int>(largest), problem.tree.num_labels()));
  double least = kInfinity;
  ForAllLabelings(problem.energy.label_counts(), [&](const Labeling& labeling) {
    const double unaries = UnariesOf(problem.energy, labeling);
    const double energy = problem.Energy(labeling);
    least = std::min(least, energy);
    if (unaries < kInfinity) {
      EXPECT_LE(result.energy, unaries + factor * (energy - unaries) + 1e-9);
    }
  });
  EXPECT_GE(result.energy, least);
  return result.energy == least;
}

// Theorem 2 of the source with r = 2.
TEST(HierarchicalMoves, KeepsItsBound) {
  int not_optimal = 0;
  for (uint64_t seed = 0; seed < 10000; ++seed) {
    SCOPED_TRACE(seed);
    not_optimal += !ExpectWithinBound(RandomProblem(seed), 2);
  }
  EXPECT_GT(not_optimal, 0);  // otherwise the instances are too easy
}

// r-hierarchically well separated with r = 2: the edges below a node have equal lengths, at most half of that
// of the edge above it. A cluster of one label is a leaf, at any depth.
LabelTree SeparatedTree(int labels, common::RandomStream& random) {
  struct Cluster {
    int node;
    double length;  // of the edges below
    std::vector<Label> labels;
  };
  std::vector<LabelTreeNode> nodes = {{-1, 0}};
  std::vector<Cluster> open = {{0, 64, random.Permutation(labels)}};
  while (!open.empty()) {
    const Cluster cluster = std::move(open.back());
    open.pop_back();
    const size_t size = cluster.labels.size();
    const auto begin = cluster.labels.begin();
    const auto cut = begin + 1 + static_cast<int>(random.UniformIndex(size - 1));
    for (const auto& [from, to] : {std::pair(begin, cut), std::pair(cut, cluster.labels.end())}) {
      if (to - from == 1) {
        nodes.push_back({cluster.node, cluster.length, *from});
        continue;
      }
      open.push_back({static_cast<int>(nodes.size()), cluster.length / (random.Uniform() < 0.5 ? 2 : 4),
                      std::vector<Label>(from, to)});
      nodes.push_back({cluster.node, cluster.length});
    }
  }
  return LabelTree(std::move(nodes));
}

bool HasEquallyDeepLeaves(const LabelTree& tree) {
  const auto depth = [&](Label label) {
    int edges = 0;
    for (int node = tree.leaf(label); node != 0; node = tree.nodes()[node].parent) {
      ++edges;
    }
    return edges;
  };
  for (Label label = 1; label < tree.num_labels(); ++label) {
    if (depth(label) != depth(0)) return false;
  }
  return true;
}

// For r = 2, the factor is the square of r/(r-1).
TEST(HierarchicalMoves, KeepsItsBoundWithLeavesOfUnequalDepth) {
  int unequal = 0, not_optimal = 0;
  for (uint64_t seed = 0; seed < 10000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "separated trees");
    const LabelTree tree = SeparatedTree(3 + static_cast<int>(random.UniformIndex(3)), random);
    if (HasEquallyDeepLeaves(tree)) continue;
    ++unequal;
    const int variables = 2 + static_cast<int>(random.UniformIndex(3));
    not_optimal += !ExpectWithinBound(RandomProblemOn(tree, seed, variables, random), 4);
  }
  EXPECT_GT(unequal, 5000);
  EXPECT_GT(not_optimal, 0);
}

// Each node's fusion of two children is one exact cut, so with two labels the result is optimal.
TEST(HierarchicalMoves, AreExactForTwoLabels) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const Problem problem = RandomProblem(seed);
    if (problem.tree.num_labels() > 2) continue;
    EXPECT_EQ(Solve(problem).energy, problem.Energy(Optimum(problem))) << seed;
  }
}

// Any tree, with leaves of unequal depth.
LabelTree UnequalTree(int labels, common::RandomStream& random) {
  std::vector<LabelTreeNode> nodes = {{-1, 0}};
  int inner = 0;  // a node below which there are leaves
  for (Label label = 0; label < labels; ++label) {
    const double length = 1 + static_cast<double>(random.UniformIndex(6));
    if (label > 0 && random.Uniform() < 0.5) {
      nodes.push_back({inner, length});
      inner = static_cast<int>(nodes.size()) - 1;
    }
    nodes.push_back({inner, 1 + static_cast<double>(random.UniformIndex(6)), label});
  }
  return LabelTree(std::move(nodes));
}

// The child of a node that contains a label, or -1.
int ChildAbove(const LabelTree& tree, int node, Label label) {
  int child = tree.leaf(label);
  while (child >= 0 && tree.nodes()[child].parent != node) {
    child = tree.nodes()[child].parent;
  }
  return child;
}

// A node's labeling is no worse than those of its children, because choosing one child for all variables is a
// move.
TEST(HierarchicalMoves, AreNoWorseThanAnyLabelOnAnyTree) {
  int below = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "unequal trees");
    const int variables = 1 + static_cast<int>(random.UniformIndex(4));
    const LabelTree tree = UnequalTree(1 + static_cast<int>(random.UniformIndex(4)), random);
    std::vector<std::vector<double>> unaries(variables);
    for (auto& costs : unaries) {
      for (int label = 0; label < tree.num_labels(); ++label) {
        costs.push_back(static_cast<double>(random.UniformIndex(100)));
      }
    }
    std::vector<int> all(variables);
    for (int v = 0; v < variables; ++v) all[v] = v;
    Problem problem = WithCliques(tree, unaries, {all}, 1);
    const int potential = problem.energy.AddPotential(tree.Distances());
    for (int v = 1; v < variables; ++v) problem.energy.AddEdge(v - 1, v, potential);
    const MapResult result = Solve(problem);
    double constant = kInfinity;  // of the best single label
    for (Label label = 0; label < tree.num_labels(); ++label) {
      constant = std::min(constant, problem.Energy(Labeling(static_cast<size_t>(variables), label)));
    }
    EXPECT_EQ(result.energy, problem.Energy(result.labeling));
    EXPECT_GE(result.energy, problem.Energy(Optimum(problem)));
    EXPECT_LE(result.energy, constant);
    below += result.energy < constant;
  }
  EXPECT_GT(below, 300);
}

// Compares with the diameters of all pairs of labels below different children.
TEST(TreeDistances, KnowTheUnionOfEquallyDeepLeaves) {
  int common = 0, different = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "unions");
    const int labels = 2 + static_cast<int>(random.UniformIndex(4));
    const LabelTree tree = seed % 2 == 0 ? RandomLabelTree(labels, 2, random) : UnequalTree(labels, random);
    const TreeDistances distances(tree);
    for (int node = 0; node < tree.num_nodes(); ++node) {
      double least = kInfinity, largest = 0;
      for (Label a = 0; a < labels; ++a) {
        for (Label b = 0; b < labels; ++b) {
          const int of_a = ChildAbove(tree, node, a), of_b = ChildAbove(tree, node, b);
          if (of_a < 0 || of_b < 0 || of_a == of_b) continue;
          least = std::min(least, distances(a, b));
          largest = std::max(largest, distances(a, b));
        }
      }
      if (largest == 0) continue;  // no two children
      const std::optional<double> value = distances.CommonUnion(node);
      if (value) {
        EXPECT_EQ(*value, least);
        EXPECT_EQ(*value, largest);
      }
      EXPECT_TRUE(value || seed % 2 == 1);
      ++(value ? common : different);
    }
  }
  EXPECT_GT(common, 500);
  EXPECT_GT(different, 500);
}

TEST(HierarchicalMoves, CountTheirCuts) {
  const std::vector<std::vector<double>> unaries = {{2, 7, 30, 1}, {9, 3, 0, 8}};
  EXPECT_EQ(Solve(WithCliques(FigureTree(), unaries, {}, 1)).moves,
            3);  // one for each node with two children
  EXPECT_EQ(Solve(WithCliques(LabelTree({{-1, 0, 0}}), {{1}, {2}}, {}, 1)).moves, 0);
  // Three children: the second, the third, and after a success the first and the second again.
  const LabelTree star({{-1, 0}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}});
  EXPECT_EQ(Solve(WithCliques(star, {{5, 5, 0}, {5, 5, 0}}, {}, 1)).moves, 4);
  EXPECT_EQ(Solve(WithCliques(star, {{0, 5, 5}, {0, 5, 5}}, {}, 1)).moves, 2);
}

TEST(HierarchicalMoves, TheGridEqualsTheGraph) {
  const LabelTree tree = FigureTree();
  const std::vector<int32_t> unaries = {4, 1, 7, 3, 0, 5, 9, 9, 2, 2, 8, 1,
                                        6, 0, 3, 3, 5, 4, 0, 7, 1, 6, 2, 2};
  const GridEnergy<int32_t> grid({.width = 3, .height = 2, .labels = 4}, unaries, tree.Distances(), 1);
  PairwiseEnergy graph(std::vector<int>(6, 4));
  for (int v = 0; v < 6; ++v) {
    graph.AddUnary(v, std::vector<double>(unaries.begin() + 4 * v, unaries.begin() + 4 * v + 4));
  }
  const int potential = graph.AddPotential(tree.Distances());
  for (const auto& [p, q] : {std::pair(0, 1), {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}) {
    graph.AddEdge(p, q, potential);
  }
  CliqueEnergy cliques(6, 4);
  cliques.AddClique({{0, 1, 3, 4}}, cliques.AddPotential(HierarchicalPnPotts(tree)), 0.5);
  EXPECT_EQ(HierarchicalMoves(grid, cliques, tree).energy, HierarchicalMoves(graph, cliques, tree).energy);
}

TEST(HierarchicalMoves, StopWithALabeling) {
  const Problem problem = RandomProblem(7);
  const MapResult result =
      HierarchicalMoves(problem.energy, problem.cliques, problem.tree, {.stop = {.seconds = 0}});
  EXPECT_EQ(result.ending, common::Ending::kTimeLimit);
  EXPECT_EQ(result.labeling, MinUnaryLabels(problem.energy));
  EXPECT_EQ(result.energy, problem.Energy(result.labeling));
  const MapResult limited =
      HierarchicalMoves(problem.energy, problem.cliques, problem.tree, {.stop = {.iterations = 0}});
  EXPECT_EQ(limited.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(limited.labeling, result.labeling);
}

// must_stop() is called after each leaf; the labels cost 16, 18, 12 and 6 everywhere.
TEST(LabelAlongTree, StoppedItTakesTheBestOfWhatItHas) {
  const Problem problem = WithCliques(LabelTree({{-1, 0}, {0, 6, 0}, {0, 6, 1}, {0, 6, 2}, {0, 6, 3}}),
                                      {{8, 6, 4, 2}, {8, 6, 4, 2}, {0, 6, 4, 2}}, {{0, 1, 2}}, 1);
  const TreeDistances distances(problem.tree);
  const auto stopped_at = [&](int question) {
    int asked = 0;
    MoveCut cut({.variables = 3, .pairs = 0});
    const auto must_stop = [&] { return ++asked >= question; };
    return LabelAlongTree(problem.energy, problem.cliques, problem.tree, distances, must_stop, cut).Take(3);
  };
  const Label best[] = {0, 0, 2, 3};
  for (int question = 1; question <= 4; ++question) {
    EXPECT_EQ(stopped_at(question), Labeling(3, best[question - 1])) << question;
  }
  double before = problem.Energy(Labeling(3, 3));
  for (int question = 5; question < 20; ++question) {  // during the fusion, which starts with the first child
    const double energy = problem.Energy(stopped_at(question));
    EXPECT_LE(energy, before);
    before = energy;
  }
  EXPECT_EQ(before, Solve(problem).energy);
}

// The tree's own distances as a metric: diameters are the same along the tree and by the metric.
TEST(LabelAlongTree, MeasuredByTheDistancesOfTheTreeIsAlongTheTree) {
  int with_choices = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem(seed);
    const TreeDistances distances(problem.tree);
    const PairwisePotential metric = problem.tree.Distances();
    const auto labeling = [&](const PairwisePotential* measure) {
      MoveCut cut({.variables = problem.energy.num_variables(), .pairs = problem.energy.num_edges()});
      const auto never = [] { return false; };
      return LabelAlongTree(problem.energy, problem.cliques, problem.tree, distances, never, cut, measure)
          .Take(problem.energy.num_variables());
    };
    const Labeling along = labeling(nullptr);
    EXPECT_EQ(labeling(&metric), along);
    with_choices += std::ranges::adjacent_find(along, std::ranges::not_equal_to()) != along.end();
  }
  EXPECT_GT(with_choices, 1000);
}

TEST(HierarchicalMoves, RefuseOtherPotentials) {
  const LabelTree tree = FigureTree();
  PairwiseEnergy energy({4, 4});
  const auto message = [&](const CliqueEnergy& cliques) {
    return MessageOf([&] { HierarchicalMoves(energy, cliques, tree); });
  };
  EXPECT_EQ(message(CliqueEnergy(3, 4)), "cliques: expected 2 variables as in the energy, found 3");
  EXPECT_EQ(message(CliqueEnergy(2, 3)), "variable 0: expected 3 labels as in the cliques, found 4");
  CliqueEnergy potts(2, 4);
  potts.AddPotential(DiameterDiversity{Potts{1}});
  EXPECT_EQ(message(potts),
            "clique potential 0: expected hierarchical P^n Potts of the tree, found a diameter diversity");
  energy.AddEdge(0, 1, energy.AddPotential(Potts{6}));
  EXPECT_EQ(message(CliqueEnergy(2, 4)),
            "potential 0 of labels 0 and 2: expected their distance in the tree, 18, found 6");
}

TEST(HierarchicalMoves, SolvesWithoutVariables) {
  const MapResult result = Solve(WithCliques(FigureTree(), {}, {}, 1));
  EXPECT_EQ(result.energy, 0);
  EXPECT_TRUE(result.labeling.empty());
}

}  // namespace
}  // namespace structlab::graphical_models
