#include "structured_learning/problem/graph_labeling/max_marginals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;

// A chain of `nodes` nodes with a chord from the first to the last one.
struct Ring {
  GraphSample graph;
  BinaryGraphEnergy energy;
};

void MakeRing(int nodes, uint64_t seed, double lowest, Ring& ring) {
  common::RandomStream random(seed, "ring of labels");
  for (int v = 0; v < nodes; ++v) {
    ring.energy.cost_of_one.push_back(random.Normal());
    if (v > 0) ring.graph.edges.push_back({v - 1, v});
  }
  ring.graph.edges.push_back({nodes - 1, 0});
  for (size_t e = 0; e < ring.graph.edges.size(); ++e)
    ring.energy.disagreement.push_back(random.Uniform(lowest, 1));
  ring.energy.constant = 0.25;
  ring.energy.graph = &ring.graph;
}

// By trying all labelings.
std::vector<std::array<double, 2>> ByDefinition(const BinaryGraphEnergy& energy) {
  const size_t n = energy.cost_of_one.size();
  std::vector<std::array<double, 2>> least(n);
  for (auto& marginal : least) marginal.fill(std::numeric_limits<double>::infinity());
  for (uint32_t labeling = 0; labeling < uint32_t{1} << n; ++labeling) {
    BinaryLabels labels(n);
    for (size_t v = 0; v < n; ++v) labels[v] = labeling >> v & 1;
    const double value = energy.Energy(labels);
    for (size_t v = 0; v < n; ++v) least[v][labels[v]] = std::min(least[v][labels[v]], value);
  }
  return least;
}

void ExpectNear(const std::vector<std::array<double, 2>>& found,
                const std::vector<std::array<double, 2>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t v = 0; v < found.size(); ++v) {
    EXPECT_NEAR(found[v][0], expected[v][0], 1e-12) << v;
    EXPECT_NEAR(found[v][1], expected[v][1], 1e-12) << v;
  }
}

TEST(MaxMarginals, AgreeWithAllLabelingsOfSmallGraphs) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const GraphLabelingProblem problem(RandomGraphs(seed, {.max_nodes = 7}));
    const DenseVector weights = RandomWeightsWithin(problem, seed);
    for (int i = 0; i < problem.size(); ++i) {
      const BinaryGraphEnergy energy = problem.EnergyOf(i, weights);
      ExpectNear(MinMarginalsOf(energy), ByDefinition(energy));
    }
  }
}

// Components that are enumerated, with edges of any sign, and others that are cut.
TEST(MaxMarginals, AgreeWithAllLabelingsAtBothSizes) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    for (const int nodes : {12, 13, 15}) {
      Ring ring;
      MakeRing(nodes, seed, nodes == 12 ? -1 : 0, ring);
      ExpectNear(MinMarginalsOf(ring.energy), ByDefinition(ring.energy));
    }
  }
}

// The labelings have the label that they must have, and the energies of the minima.
TEST(MaxMarginals, LabelingsHaveTheMinima) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    for (const int nodes : {5, 12, 13}) {
      Ring ring;
      MakeRing(nodes, seed, 0, ring);
      ring.energy.cost_of_one.push_back(-0.5);  // a component of its own
      const auto expected = MinMarginalsOf(ring.energy);
      const std::vector<ComponentMarginals> components = MarginalLabelings(ring.energy);
      ASSERT_EQ(components.size(), 2u);
      EXPECT_EQ(components[0].edges.size(), ring.graph.edges.size());
      const double least_of_other = components[1].minimum[0][1];
      EXPECT_EQ(least_of_other, -0.5);
      for (int v = 0; v < nodes; ++v) {
        for (const int label : {0, 1}) {
          BinaryLabels labels = components[0].labels[v][label];
          EXPECT_EQ(labels[v], label);
          labels.push_back(1);
          EXPECT_NEAR(ring.energy.Energy(labels), expected[v][label], 1e-12);
          EXPECT_NEAR(components[0].minimum[v][label], expected[v][label] - least_of_other - 0.25, 1e-12);
        }
      }
    }
  }
}

// Worked example of the notes on HOB-SVM: phi = (1, -0.2, 0.5), the edges 12 and 23, eta = 2 and w = (0.8 for
// label 1, -0.4 for label 0 | -0.5).
TEST(MaxMarginals, OfTheWorkedExample) {
  auto graph = std::make_shared<GraphSample>();
  graph->features = DenseRows{{1.0}, {-0.2}, {0.5}};
  graph->edges = {{0, 1}, {1, 2}};
  graph->edge_features = DenseRows{{2 * std::exp(-1.44)}, {2 * std::exp(-0.49)}};
  graph->labels = {1, 0, 1};
  graph->loss_weights = {1, 1, 1};
  const GraphLabelingProblem problem({graph}, {.loss = GraphLoss::kClassBalanced});
  const DenseVector weights{{-0.4, 0.8, 0.5}};
  const double scores[] = {-0.52,        -0.5326263942, -1.6095541529, -0.3969277587,
                           0.4430722413, 0.4304458471,  -0.1726263942, 1.04};
  for (uint8_t k = 0; k < 8; ++k) {
    const BinaryLabels labels = {static_cast<uint8_t>(k >> 2), static_cast<uint8_t>(k >> 1 & 1),
                                 static_cast<uint8_t>(k & 1)};
    EXPECT_NEAR(Dot(problem.JointFeature(0, labels), weights), scores[k], 1e-10);
  }
  const auto marginals = MinMarginalsOf(problem.EnergyOf(0, weights));
  const double lowest[] = {-0.3969277587, 0.4430722413, 0.4430722413};
  for (int v = 0; v < 3; ++v) {
    EXPECT_NEAR(-marginals[v][1], 1.04, 1e-10);
    EXPECT_NEAR(-marginals[v][0], lowest[v], 1e-10);
  }
  EXPECT_NEAR(marginals[0][0] - marginals[0][1], 1.4369277587, 1e-10);
  // Truth 101: J = 1/2.
  EXPECT_NEAR(problem.Loss(0, {0, 0, 0}), 0.5, 1e-12);
  EXPECT_NEAR(problem.Loss(0, {0, 0, 1}), 0.25, 1e-12);
  EXPECT_NEAR(problem.Loss(0, {0, 1, 0}), 1, 1e-12);
  EXPECT_NEAR(problem.Loss(0, {0, 1, 1}), 0.75, 1e-12);
  EXPECT_NEAR(problem.Loss(0, {1, 1, 1}), 0.5, 1e-12);
  const BinaryLabels worst = problem.LossAugmentedInference(0, weights);
  EXPECT_THAT(worst, ElementsAre(1, 1, 1));
  EXPECT_NEAR(Dot(problem.JointFeature(0, worst), weights) + problem.Loss(0, worst), 1.54, 1e-10);
}

TEST(MaxMarginals, RefuseLargeComponentsThatAreNotSubmodular) {
  Ring ring;
  MakeRing(13, 1, 0, ring);
  ring.energy.disagreement[4] = -0.5;
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage, [&] { MinMarginalsOf(ring.energy); }),
      "edge 4: expected a disagreement of at least 0 in a component of more than 12 nodes, found -0.5; learn "
      "within the bounds of the problem");
}

TEST(MaxMarginals, CountComponentsByTheirFirstNodes) {
  EXPECT_THAT(ComponentsOf(6, {{4, 1}, {5, 4}, {2, 3}}), ElementsAre(0, 1, 2, 2, 1, 1));
}

}  // namespace
}  // namespace structlab::structured_learning
