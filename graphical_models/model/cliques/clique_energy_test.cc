#include "graphical_models/model/cliques/clique_energy.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/model/cliques/testing/random_cliques.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/label_metric.h"
#include "graphical_models/model/testing/random_models.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Scope = std::vector<int>;
using Costs = std::vector<double>;

double ValueOf(const CliquePotential& potential, int num_labels, const Labeling& labels) {
  potential.Check(num_labels);
  LabelHistogram histogram(num_labels);
  for (const Label label : labels) histogram.Add(label);
  return potential(histogram);
}

// Figure 3.1: labels 0 1 | 2 3, edges 6 and 3.
LabelTree TreeOfTwoPairs() {
  return LabelTree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
}

TEST(LabelHistogram, CountsAndSorts) {
  LabelHistogram histogram(5);
  for (const Label label : {4, 1, 4, 0}) histogram.Add(label);
  EXPECT_EQ(std::vector<Label>(histogram.present().begin(), histogram.present().end()), (Labeling{0, 1, 4}));
  EXPECT_EQ(histogram.count(4), 2);
  EXPECT_EQ(histogram.count(2), 0);
  EXPECT_EQ(histogram.size(), 4);
  histogram.Clear();
  EXPECT_EQ(histogram.size(), 0);
  EXPECT_EQ(histogram.count(4), 0);
  EXPECT_TRUE(histogram.present().empty());
}

TEST(PnPotts, CostsItsLabelOrTheMost) {
  const PnPotts potential = {{1, 2, 5}, 5};
  EXPECT_EQ(ValueOf(potential, 3, {0, 0, 0}), 1);
  EXPECT_EQ(ValueOf(potential, 3, {1}), 2);
  EXPECT_EQ(ValueOf(potential, 3, {1, 1, 0}), 5);
}

TEST(RobustPnPotts, RisesWithTheLabelsThatDiffer) {
  // Q = 2 of 8; label 0 costs 1 and rises by 2 each, label 1 costs 3 and rises by 1 each.
  const RobustPnPotts potential = {{1, 3}, 5, 0.25};
  EXPECT_EQ(ValueOf(potential, 2, {0, 0, 0, 0, 0, 0, 0, 0}), 1);
  EXPECT_EQ(ValueOf(potential, 2, {0, 0, 0, 0, 1, 0, 0, 0}), 3);
  EXPECT_EQ(ValueOf(potential, 2, {0, 1, 0, 0, 1, 0, 0, 0}), 5);
  EXPECT_EQ(ValueOf(potential, 2, {1, 1, 1, 1, 1, 1, 1, 0}), 4);
  EXPECT_EQ(ValueOf(potential, 2, {0, 0, 0, 0, 1, 1, 1, 1}), 5);
}

// Shares beyond the range of numbers.
TEST(RobustPnPotts, AllOfOneLabelCostItHoweverSmallTheTruncation) {
  for (const RobustPnPotts& potential :
       {RobustPnPotts{{0, 2}, 1e290, 1e-20}, RobustPnPotts{{0, 2}, 1e10, 1e-300}}) {
    LabelHistogram labels(2);
    labels.Add(1);
    labels.Add(1);
    EXPECT_EQ(potential(labels), 2);
    labels.Add(0);
    EXPECT_EQ(potential(labels), potential.max_cost);
  }
}

TEST(DiameterDiversity, IsTheLargestDistanceInUse) {
  EXPECT_EQ(ValueOf(DiameterDiversity{TruncatedLinear{2, 3}}, 9, {4, 5, 4}), 2);
  EXPECT_EQ(ValueOf(DiameterDiversity{TruncatedLinear{2, 3}}, 9, {0, 8, 4}), 6);
  EXPECT_EQ(ValueOf(DiameterDiversity{TruncatedLinear{2, 3}}, 9, {7, 7}), 0);
  const LabelTable table(3, 3, {0, 1, 2, 1, 0, 3, 2, 3, 0});
  EXPECT_EQ(ValueOf(DiameterDiversity{table}, 3, {0, 2, 0}), 2);
  EXPECT_EQ(ValueOf(DiameterDiversity{table}, 3, {0, 2, 1}), 3);
}

// A diversity: 0 for one label, monotone, and delta(A u C) <= delta(A u B) + delta(B u C) for B not empty.
TEST(DiameterDiversity, OfAMetricIsADiversity) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "diversity");
    const int labels = 4;
    const CliquePotential delta =
        DiameterDiversity{RandomPotential(PotentialClass::kMetric, labels, 9, random)};
    std::vector<double> of(16);
    for (size_t set = 1; set < 16; ++set) {
      Labeling members;
      for (Label label = 0; label < labels; ++label) {
        if (set >> label & 1) members.push_back(label);
      }
      of[set] = ValueOf(delta, labels, members);
    }
    for (size_t a = 1; a < 16; ++a) {
      if ((a & (a - 1)) == 0) {
        EXPECT_EQ(of[a], 0);
      }
      for (size_t b = 1; b < 16; ++b) {
        EXPECT_LE(of[a], of[a | b]);
        for (size_t c = 1; c < 16; ++c) EXPECT_LE(of[a | c], of[a | b] + of[b | c]);
      }
    }
  }
}

TEST(HierarchicalPnPotts, GivesTheDiametersOfTheWorkedExample) {
  const HierarchicalPnPotts potential(TreeOfTwoPairs());
  EXPECT_EQ(ValueOf(potential, 4, {0}), 0);
  EXPECT_EQ(ValueOf(potential, 4, {0, 1, 1}), 6);
  EXPECT_EQ(ValueOf(potential, 4, {1, 2}), 18);
  EXPECT_EQ(ValueOf(potential, 4, {0, 2, 3}), 18);
}

TEST(CoOccurrence, SumsLabelsAndPairs) {
  const CoOccurrence potential = {-1, {1, 2, 3}, LabelTable(3, 3, {9, 10, 20, 9, 9, 30, 9, 9, 9})};
  EXPECT_EQ(ValueOf(potential, 3, {0, 0}), 0);
  EXPECT_EQ(ValueOf(potential, 3, {2, 0, 2}), -1 + 1 + 3 + 20);
  EXPECT_EQ(ValueOf(potential, 3, {2, 0, 1}), -1 + 1 + 2 + 3 + 10 + 20 + 30);
  const CoOccurrence num_used_labels = {-1, {1, 1, 1, 1}};
  EXPECT_EQ(ValueOf(num_used_labels, 4, {0, 1, 2, 3}), 3);
}

struct Example {
  std::vector<Costs> unaries;
  std::vector<Scope> cliques;
  CliquePotential potential;
};

FactorGraph GraphOf(const Example& example, double weight) {
  const int labels = static_cast<int>(example.unaries[0].size());
  const int variables = static_cast<int>(example.unaries.size());
  FactorGraph graph(std::vector<int>(example.unaries.size(), labels));
  for (int v = 0; v < variables; ++v) graph.AddFactor(Scope{v}, example.unaries[v]);
  CliqueEnergy cliques(variables, labels);
  const int potential = cliques.AddPotential(example.potential);
  for (const Scope& clique : example.cliques) cliques.AddClique(clique, potential, weight);
  AddCliques(cliques, graph);
  return graph;
}

Labeling OptimumOf(const FactorGraph& graph) {
  Labeling best(graph.num_variables(), 0);
  ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
    if (graph.Energy(labeling) < graph.Energy(best)) best = labeling;
  });
  return best;
}

TEST(CliqueEnergy, GivesTheOptimaOfTheWorkedExamples) {
  const HierarchicalPnPotts tree(TreeOfTwoPairs());
  const Example one = {{{2, 7, 30, 1}, {9, 3, 0, 8}, {25, 4, 6, 12}, {1, 30, 9, 5}}, {{0, 1, 2, 3}}, tree};
  EXPECT_EQ(GraphOf(one, 1).Energy(Labeling{0, 1, 1, 0}), 16);
  EXPECT_EQ(GraphOf(one, 1).Energy(Labeling{3, 2, 2, 3}), 18);
  const double weights[] = {0, 0.25, 0.5, 1, 2}, optima[] = {6, 10.5, 13, 16, 22};
  for (size_t i = 0; i < 5; ++i) {
    const FactorGraph graph = GraphOf(one, weights[i]);
    EXPECT_EQ(graph.Energy(OptimumOf(graph)), optima[i]);
    EXPECT_EQ(OptimumOf(graph), i < 2 ? (Labeling{3, 2, 1, 0}) : (Labeling{0, 1, 1, 0}));
  }
  const Example two = {
      {{6, 8, 6, 0}, {5, 3, 5, 6}, {1, 0, 4, 6}, {1, 9, 4, 9}}, {{0, 1, 2}, {1, 2, 3}}, tree};
  EXPECT_EQ(GraphOf(two, 0.25).Energy(Labeling{3, 0, 0, 0}), 11.5);
  EXPECT_EQ(GraphOf(two, 0.25).Energy(Labeling{3, 1, 1, 0}), 10);
  EXPECT_EQ(OptimumOf(GraphOf(two, 0.25)), (Labeling{3, 1, 1, 0}));
  const Example three = {{{0, 5, 50, 50}, {100, 20, 0, 50}, {100, 20, 0, 50}}, {{0, 1, 2}}, tree};
  EXPECT_EQ(GraphOf(three, 1).Energy(Labeling{1, 2, 2}), 23);
  EXPECT_EQ(GraphOf(three, 1).Energy(OptimumOf(GraphOf(three, 1))), 18);
  const double u = 0.34;
  const Example four = {{{0, u, u, u}, {u, 0, u, u}, {u, u, 0, u}, {u, u, u, 0}},
                        {{0, 1, 2, 3}},
                        CoOccurrence{-1, {1, 1, 1, 1}}};
  EXPECT_EQ(GraphOf(four, 1).Energy(Labeling{0, 1, 2, 3}), 3);
  EXPECT_NEAR(GraphOf(four, 1).Energy(OptimumOf(GraphOf(four, 1))), 1.02, 1e-15);
}

TEST(CliqueEnergy, TablesHaveTheEnergyOfTheCliques) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cliques");
    const CliqueEnergy cliques = RandomCliqueEnergy({}, random);
    FactorGraph graph(std::vector<int>(cliques.num_variables(), cliques.num_labels()));
    AddCliques(cliques, graph);
    EXPECT_EQ(graph.num_factors(), cliques.num_cliques());
    ForAllLabelings(graph.label_counts(), [&](const Labeling& labeling) {
      EXPECT_EQ(graph.Energy(labeling), cliques.Energy(labeling));
      LabelHistogram scratch(cliques.num_labels());
      for (int c = 0; c < cliques.num_cliques(); ++c) {
        EXPECT_LE(
            cliques.EnergyOfClique(c, labeling, scratch),
            cliques.weight(c) * cliques.potential(cliques.potential_of(c)).MaxValue(cliques.num_labels()));
      }
    });
  }
}

TEST(CliqueEnergy, EqualTablesAreStoredOnce) {
  CliqueEnergy cliques(4, 2);
  const int potential = cliques.AddPotential(PnPotts{{0, 0}, 1});
  cliques.AddClique(Scope{0, 1}, potential, 2);
  cliques.AddClique(Scope{2, 3}, potential, 2);
  cliques.AddClique(Scope{1, 2}, potential, 3);
  FactorGraph graph(std::vector<int>(4, 2));
  AddCliques(cliques, graph);
  EXPECT_EQ(graph.num_tables(), 2);
}

TEST(CliqueEnergy, RefusesWrongCliquesAndStaysAsItWas) {
  CliqueEnergy cliques(3, 2);
  const int potential = cliques.AddPotential(PnPotts{{0, 0}, 2});
  const CliqueEnergy before = cliques;
  const auto message = [&](Scope variables, int index, double weight) {
    return MessageOf([&] { cliques.AddClique(variables, index, weight); });
  };
  EXPECT_EQ(message({}, potential, 1), "clique 0: expected at least one variable, found an empty clique");
  EXPECT_EQ(message({0, 3}, potential, 1), "clique 0: expected a variable from 0 to 2, found 3");
  EXPECT_EQ(message({1, 0, 1}, potential, 1),
            "clique 0: expected different variables, found variable 1 twice");
  EXPECT_EQ(message({0}, 1, 1), "clique 0: expected a potential that was added, found 1");
  EXPECT_EQ(message({0}, potential, -1), "weight of clique 0: expected 0 or more, found -1");
  EXPECT_EQ(message({0}, potential, std::numeric_limits<double>::quiet_NaN()),
            "weight of clique 0: expected 0 or more, found nan");
  EXPECT_EQ(
      message({0}, potential, 1e290),
      "weighted potential of clique 0: expected a finite energy of at most 1e290 in magnitude, found 2e+290");
  EXPECT_EQ(cliques, before);
  EXPECT_EQ(MessageOf([] { CliqueEnergy(-1, 2); }), "variables of cliques: expected 0 or more, found -1");
  EXPECT_EQ(MessageOf([] { CliqueEnergy(1, 0); }), "labels of cliques: expected at least one, found 0");
  EXPECT_EQ(CliqueEnergy(0, 1).Energy(Labeling{}), 0);
}

TEST(CliqueEnergy, RefusesGraphsOfOtherVariables) {
  CliqueEnergy cliques(30, 2);
  Scope all;
  for (int v = 0; v < 30; ++v) all.push_back(v);
  cliques.AddClique(all, cliques.AddPotential(PnPotts{{0, 0}, 2}));
  FactorGraph small({2}), other(std::vector<int>(30, 3)), same(std::vector<int>(30, 2));
  EXPECT_EQ(MessageOf([&] { AddCliques(cliques, small); }),
            "cliques: expected 1 variables as in the graph, found 30");
  EXPECT_EQ(MessageOf([&] { AddCliques(cliques, other); }),
            "variable 0: expected 2 labels as in the cliques, found 3");
  EXPECT_EQ(
      MessageOf([&] { AddCliques(cliques, same); }),
      "clique 0: expected a table of at most 2^24 entries, found more; use a method for clique potentials");
}

TEST(CliquePotential, RefusesWhatIsNoPotential) {
  const auto message = [](const CliquePotential& potential) {
    return MessageOf([&] { CliqueEnergy(1, 3).AddPotential(potential); });
  };
  EXPECT_EQ(message(PnPotts{{1, 2}, 3}), "label costs of a P^n Potts potential: expected 3, found 2");
  EXPECT_EQ(message(PnPotts{{1, 2, 4}, 3}),
            "cost of label 2 of a P^n Potts potential: expected a number from 0 to 3, found 4");
  EXPECT_EQ(message(PnPotts{{1, 2, 3}, kInfinity}),
            "largest value of a P^n Potts potential: expected a number from 0 to 1e+290, found inf");
  EXPECT_EQ(message(RobustPnPotts{{1, -1, 3}, 3}),
            "cost of label 1 of a robust P^n Potts potential: expected a number from 0 to 3, found -1");
  EXPECT_EQ(message(RobustPnPotts{{1, 1, 1}, 3, 0.6}),
            "truncation of a robust P^n Potts potential: expected a number above 0, at most 0.5, found 0.6");
  EXPECT_EQ(
      message(DiameterDiversity{TruncatedQuadratic{1}}),
      "distance of a diversity: expected a metric on the labels, found d(0,2) = 4 is more than d(0,1) + "
      "d(1,2) = 2");
  EXPECT_EQ(message(DiameterDiversity{LabelTable(2, 2, {0, 1, 1, 0})}),
            "distance of labels: expected a table of at least 3 x 3, found 2 x 2");
  const double i = kInfinity;
  EXPECT_EQ(message(DiameterDiversity{LabelTable(3, 3, {0, i, i, i, 0, i, i, i, 0})}),
            "distance of a diversity: expected finite distances, found +infinity");
  EXPECT_EQ(message(HierarchicalPnPotts(TreeOfTwoPairs())),
            "label tree of a hierarchical P^n Potts potential: expected 3 labels, found 4");
  EXPECT_EQ(message(CoOccurrence{0, {1, 1}}), "label costs of a co-occurrence: expected 3, found 2");
  EXPECT_EQ(message(CoOccurrence{-2, {3, 1, 2}}),
            "offset and cost of label 1 of a co-occurrence: expected a number from 0 to 1e+290, found -1");
  EXPECT_EQ(message(CoOccurrence{0, {0, 0, 0}, LabelTable(3, 3, {0, 0, 0, 0, 0, -1, 0, 0, 0})}),
            "cost of labels 1 and 2 of a co-occurrence: expected a number from 0 to 1e+290, found -1");
  EXPECT_EQ(message(CoOccurrence{0, {0, 0, 0}, LabelTable(2, 2, {0, 0, 0, 0})}),
            "pair costs of a co-occurrence: expected a table for 3 labels, found a smaller one");
}

TEST(LabelTree, MeasuresPathsOfAnyDepth) {
  // A root with the leaf 2 and a node with the leaves 0 and 1.
  const LabelTree tree({{-1, 0}, {0, 5}, {0, 4, 2}, {1, 1, 1}, {1, 2, 0}});
  EXPECT_EQ(tree.Distances(), LabelTable(3, 3, {0, 3, 11, 3, 0, 10, 11, 10, 0}));
  EXPECT_EQ(tree.leaf(0), 4);
  EXPECT_EQ(tree.children(0).size(), 2u);
  EXPECT_FALSE(FindMetricViolation(tree.Distances(), 3));
  EXPECT_EQ(LabelTree({{-1, 0, 0}}).Distances(), LabelTable(1, 1, {0}));
}

TEST(LabelTree, KnowsWhetherItIsWellSeparated) {
  EXPECT_EQ(TreeOfTwoPairs().FindSeparationViolation(2), std::nullopt);
  EXPECT_EQ(TreeOfTwoPairs().FindSeparationViolation(2.1),
            "the edge to node 3 is not shorter by r than that above it");
  EXPECT_EQ(LabelTree({{-1, 0}, {0, 5, 0}, {0, 4, 1}}).FindSeparationViolation(2),
            "the edge to node 2 is not as long as that to node 1");
  EXPECT_EQ(LabelTree({{-1, 0}, {0, 0, 0}}).FindSeparationViolation(2), "the edge to node 1 has no length");
  EXPECT_EQ(MessageOf([] { TreeOfTwoPairs().FindSeparationViolation(1); }),
            "separation of a label tree: expected r > 1, found 1");
}

TEST(LabelTree, RandomOnesAreWellSeparated) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    common::RandomStream random(seed, "tree");
    const int labels = 1 + static_cast<int>(seed % 7);
    const LabelTree tree = RandomLabelTree(labels, 3, random);
    EXPECT_EQ(tree.num_labels(), labels);
    EXPECT_EQ(tree.FindSeparationViolation(3), std::nullopt);
    EXPECT_FALSE(FindMetricViolation(tree.Distances(), labels));
  }
}

TEST(LabelTree, RefusesWhatIsNoTreeOfLabels) {
  const auto message = [](std::vector<LabelTreeNode> nodes) {
    return MessageOf([&] { LabelTree tree(nodes); });
  };
  EXPECT_EQ(message({}), "label tree: expected at least one node, found none");
  EXPECT_EQ(message({{0, 0, 0}}),
            "node 0 of a label tree: expected the root: parent -1, length 0, found parent 0, length 0");
  EXPECT_EQ(message({{-1, 0}, {1, 1, 0}}), "node 1 of a label tree: expected a parent from 0 to 0, found 1");
  EXPECT_EQ(message({{-1, 0}, {0, -1, 0}}),
            "node 1 of a label tree: expected a length from 0 to 1e290, found -1");
  EXPECT_EQ(message({{-1, 0, 0}, {0, 1, 0}}),
            "node 0 of a label tree: expected no label, since it has children, found 0");
  EXPECT_EQ(message({{-1, 0}, {0, 1, 1}}), "node 1 of a label tree: expected a label from 0 to 0, found 1");
  EXPECT_EQ(message({{-1, 0}, {0, 1}}), "node 1 of a label tree: expected a label from 0 to 0, found -1");
  EXPECT_EQ(message({{-1, 0}, {0, 1, 0}, {0, 1, 0}}),
            "node 2 of a label tree: expected another label than node 1, found 0");
}

}  // namespace
}  // namespace structlab::graphical_models
