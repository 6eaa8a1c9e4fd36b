#include "structured_learning/problem/graph_labeling/graph_inference.h"

#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

GraphMinimum Minimize(const std::string& name, const BinaryGraphEnergy& energy) {
  const GraphInference& inference = FindGraphInference(name);
  return inference.minimize(energy, common::OptionValues(inference.name, inference.options));
}

double LowestEnergy(const BinaryGraphEnergy& energy, const std::vector<BinaryLabels>& labelings) {
  double lowest = kInfinity;
  for (const BinaryLabels& labels : labelings) lowest = std::min(lowest, energy.Energy(labels));
  return lowest;
}

// Visits the loss-augmented energies of many small problems: grids, trees and other graphs, submodular or
// not.
template <class Visitor>
void ForEachEnergy(PairwiseWeights pairwise, const Visitor& visit) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const bool grid = seed % 3 == 1, tree = seed % 3 == 2;
    const GraphLabelingProblem problem(RandomGraphs(seed, {.max_nodes = 9, .grid = grid, .tree = tree}),
                                       {.pairwise = pairwise, .inference = "qpbo"});
    const DenseVector weights = RandomWeightsWithin(problem, seed);
    const auto outputs = ListLabelings(problem);
    for (int i = 0; i < problem.size(); ++i) {
      visit(problem.LossAugmentedEnergyOf(i, weights), outputs[i], tree);
    }
  }
}

void ExpectExact(const std::string& name, PairwiseWeights pairwise) {
  ForEachEnergy(pairwise, [&](const BinaryGraphEnergy& energy, const auto& labelings, bool) {
    const GraphMinimum found = Minimize(name, energy);
    const double lowest = LowestEnergy(energy, labelings);
    EXPECT_NEAR(energy.Energy(found.labels), lowest, 1e-12 * (1 + std::abs(lowest)));
    EXPECT_NEAR(found.lower_bound, lowest, 1e-9 * (1 + std::abs(lowest)));
  });
}

TEST(GraphInference, CutAndQpboAreExactForSubmodularEnergies) {
  for (const PairwiseWeights pairwise : {PairwiseWeights::kNonNegative, PairwiseWeights::kThreeConstants}) {
    ExpectExact("cut", pairwise);
    ExpectExact("qpbo", pairwise);
  }
}

// The relaxation is tight for two labels and submodular pairs, and on trees for any pairs.
TEST(GraphInference, TrwsReachesTheMinimumWhereItsRelaxationIsTight) {
  const auto expect_tight = [](const BinaryGraphEnergy& energy, const auto& labelings) {
    const GraphMinimum found = Minimize("trws", energy);
    const double lowest = LowestEnergy(energy, labelings);
    EXPECT_NEAR(found.lower_bound, lowest, 1e-5 * (1 + std::abs(lowest)));
    EXPECT_NEAR(energy.Energy(found.labels), lowest, 1e-5 * (1 + std::abs(lowest)));
  };
  ForEachEnergy(PairwiseWeights::kNonNegative,
                [&](const auto& energy, const auto& labelings, bool) { expect_tight(energy, labelings); });
  ForEachEnergy(PairwiseWeights::kUnconstrained, [&](const auto& energy, const auto& labelings, bool tree) {
    if (tree) expect_tight(energy, labelings);
  });
}

TEST(GraphInference, BoundsAndEnergiesEncloseTheMinimum) {
  int gaps = 0;
  for (const GraphInference& inference : GraphInferences()) {
    SCOPED_TRACE(inference.name);
    for (const PairwiseWeights pairwise :
         {PairwiseWeights::kNonNegative, PairwiseWeights::kThreeConstants, PairwiseWeights::kUnconstrained}) {
      if (inference.needs_submodular && pairwise == PairwiseWeights::kUnconstrained) continue;
      ForEachEnergy(pairwise, [&](const BinaryGraphEnergy& energy, const auto& labelings, bool) {
        const GraphMinimum found = Minimize(inference.name, energy);
        const double lowest = LowestEnergy(energy, labelings);
        const double rounding = 1e-12 * (1 + std::abs(lowest));
        EXPECT_LE(found.lower_bound, lowest + rounding);
        EXPECT_GE(energy.Energy(found.labels), lowest - rounding);
        if (inference.certificate == OracleCertificate::kNone) {
          EXPECT_EQ(found.lower_bound, -kInfinity);
        } else {
          EXPECT_GT(found.lower_bound, -kInfinity);
        }
        gaps += found.lower_bound < lowest - 1e-3;
      });
    }
  }
  EXPECT_GT(gaps, 100);  // the energies are hard enough to tell a bound from the minimum
}

// The energy of a labeling is a local minimum for icm; loopy belief propagation is exact on trees.
TEST(GraphInference, IcmIsALocalMinimumAndLoopyBeliefPropagationIsExactOnTrees) {
  ForEachEnergy(PairwiseWeights::kUnconstrained, [](const BinaryGraphEnergy& energy, const auto& labelings,
                                                    bool tree) {
    const BinaryLabels icm = Minimize("icm", energy).labels;
    for (size_t node = 0; node < icm.size(); ++node) {
      BinaryLabels changed = icm;
      changed[node] ^= 1;
      EXPECT_GE(energy.Energy(changed), energy.Energy(icm) - 1e-12);
    }
    if (!tree) return;
    const double lowest = LowestEnergy(energy, labelings);
    EXPECT_NEAR(energy.Energy(Minimize("loopy-bp", energy).labels), lowest, 1e-9 * (1 + std::abs(lowest)));
  });
}

TEST(GraphInference, PairwiseFormHasTheSameEnergy) {
  ForEachEnergy(PairwiseWeights::kUnconstrained,
                [](const BinaryGraphEnergy& energy, const auto& labelings, bool) {
                  const auto pairwise = ToPairwise(energy);
                  for (const BinaryLabels& labels : labelings) {
                    const graphical_models::Labeling labeling(labels.begin(), labels.end());
                    EXPECT_NEAR(pairwise.Energy(labeling), energy.Energy(labels), 1e-12);
                  }
                });
}

TEST(GraphInference, QpboGivesUndecidedNodesTheirBetterUnaryLabel) {
  // A triangle that prefers three different labels: the roof dual decides no node.
  GraphSample triangle;
  triangle.edges = {{0, 1}, {1, 2}, {0, 2}};
  const BinaryGraphEnergy energy{
      .graph = &triangle, .constant = 0, .cost_of_one = {-0.1, 0.1, 0}, .disagreement = {-1, -1, -1}};
  const GraphMinimum found = Minimize("qpbo", energy);
  EXPECT_EQ(found.labels, (BinaryLabels{1, 0, 0}));
  EXPECT_LT(found.lower_bound, -2.5);  // the minimum is -2.1
}

TEST(GraphInference, CutRefusesEnergiesThatAreNotSubmodular) {
  GraphSample pair;
  pair.edges = {{0, 1}};
  const BinaryGraphEnergy energy{
      .graph = &pair, .constant = 0, .cost_of_one = {1, 1}, .disagreement = {-0.5}};
  EXPECT_EQ(
      common::MessageOf([&] { Minimize("cut", energy); }),
      "inference cut: expected an energy without negative edge costs, found the cost -0.5 of edge 0; keep "
      "the weights within WeightBounds() of the problem, or take qpbo, trws, loopy-bp or icm");
}

TEST(GraphInference, NamesTheKnownMethods) {
  const std::string message = common::MessageOf([] { FindGraphInference("cuts"); });
  EXPECT_NE(message.find("one of cut,"), std::string::npos) << message;
  EXPECT_EQ(GraphInferences().size(), 5u);
}

}  // namespace
}  // namespace structlab::structured_learning
