#include "structured_learning/problem/graph_labeling/graph_labeling_problem.h"

#include <cmath>
#include <limits>
#include <memory>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"
#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

namespace structlab::structured_learning {
namespace {

static_assert(StructuredProblem<GraphLabelingProblem>);
static_assert(BoundsItsHinge<GraphLabelingProblem>);

GraphSamples Alone(GraphSample sample) { return {std::make_shared<const GraphSample>(std::move(sample))}; }

// The example of the notes on HOB-SVM: three nodes with one feature each, two edges, eta = 2.
GraphSample HobExample() {
  GraphSample sample;
  const double phi[] = {1, -0.2, 0.5};
  sample.features = DenseRows{{phi[0]}, {phi[1]}, {phi[2]}};
  sample.edges = {{0, 1}, {1, 2}};
  sample.edge_features = DenseRows{{2 * std::exp(-(phi[0] - phi[1]) * (phi[0] - phi[1]))},
                                   {2 * std::exp(-(phi[1] - phi[2]) * (phi[1] - phi[2]))}};
  sample.labels = {1, 0, 1};
  sample.loss_weights = {1, 1, 1};
  return sample;
}

TEST(GraphLabelingProblem, ReproducesTheWorkedExample) {
  const GraphLabelingProblem problem(Alone(HobExample()), {.loss = GraphLoss::kClassBalanced});
  const DenseVector weights{{-0.4, 0.8, 0.5}};  // w_0, w_1, w_e
  const double scores[] = {-0.52,        -0.5326263942, -1.6095541529, -0.3969277587,
                           0.4430722413, 0.4304458471,  -0.1726263942, 1.04};
  const double losses[] = {0.5, 0.25, 1, 0.75, 0.25, 0, 0.75, 0.5};
  const auto outputs = ListLabelings(problem);
  for (int code = 0; code < 8; ++code) {
    EXPECT_NEAR(problem.JointFeature(0, outputs[0][code]).dot(weights), scores[code], 6e-11) << code;
    EXPECT_NEAR(problem.Loss(0, outputs[0][code]), losses[code], 1e-15) << code;
  }
  EXPECT_EQ(problem.Predict(0, weights), (BinaryLabels{1, 1, 1}));
  const BinaryLabels augmented = problem.LossAugmentedInference(0, weights);
  EXPECT_EQ(augmented, (BinaryLabels{1, 1, 1}));
  EXPECT_NEAR(problem.Loss(0, augmented) + problem.JointFeature(0, augmented).dot(weights), 1.54, 1e-12);
}

// With integers all sums are exact, so that even the choice among equal labelings must agree.
TEST(GraphLabelingProblem, OraclesAgreeWithEnumerationIncludingTies) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const bool three = seed % 4 == 3;
    const GraphLabelingProblem problem(
        RandomGraphs(seed,
                     {.max_nodes = 8, .integers = true, .grid = seed % 3 == 0, .sparse = seed % 2 == 0}),
        {.pairwise = three ? PairwiseWeights::kThreeConstants : PairwiseWeights::kNonNegative});
    // Even weights, because the three constants are halved.
    const DenseVector weights = 2 * RandomWeightsWithin(problem, seed, /*integers=*/true);
    const auto outputs = ListLabelings(problem);
    const BruteForce reference(problem, outputs);
    for (int i = 0; i < problem.size(); ++i) {
      EXPECT_EQ(problem.Predict(i, weights), reference.Predict(i, weights));
      EXPECT_EQ(problem.LossAugmentedInference(i, weights), reference.LossAugmentedInference(i, weights));
    }
  }
}

TEST(GraphLabelingProblem, EnergiesAreMinusScoreAndLoss) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto pairwise = static_cast<PairwiseWeights>(seed % 3);
    const auto loss = static_cast<GraphLoss>(seed / 3 % 3);
    const GraphLabelingProblem problem(RandomGraphs(seed, {.graphs = 6, .sparse = seed % 2 == 0}),
                                       {.loss = loss, .class_weights = {1, 0.5}, .pairwise = pairwise});
    const DenseVector weights = RandomWeightsWithin(problem, seed);
    const auto outputs = ListLabelings(problem);
    for (int i = 0; i < problem.size(); ++i) {
      EXPECT_EQ(problem.Loss(i, problem.truth(i)), 0);
      const BinaryGraphEnergy energy = problem.EnergyOf(i, weights);
      const BinaryGraphEnergy augmented = problem.LossAugmentedEnergyOf(i, weights);
      for (const BinaryLabels& y : outputs[i]) {
        const double score = problem.JointFeature(i, y).dot(weights);
        EXPECT_NEAR(energy.Energy(y), -score, 1e-12);
        EXPECT_NEAR(augmented.Energy(y), -score - problem.Loss(i, y), 1e-12);
      }
    }
  }
}

TEST(GraphLabelingProblem, HingeBoundsAreAboveEveryPiece) {
  for (const char* inference : {"cut", "trws", "qpbo"}) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      const bool free = std::string(inference) != "cut";
      const GraphLabelingProblem problem(
          RandomGraphs(seed),
          {.pairwise = free ? PairwiseWeights::kUnconstrained : PairwiseWeights::kNonNegative,
           .inference = inference});
      const DenseVector weights = RandomWeightsWithin(problem, seed);
      const auto outputs = ListLabelings(problem);
      const BruteForce reference(problem, outputs);
      for (int i = 0; i < problem.size(); ++i) {
        const double hinge = reference.Hinge(i, weights);
        EXPECT_GE(problem.LossAugmentedInferenceWithBound(i, weights).hinge_bound,
                  hinge - 1e-12 * (1 + std::abs(hinge)));
      }
    }
  }
}

TEST(GraphLabelingProblem, LossesFollowTheirFormulas) {
  GraphSample first, second;
  first.features = DenseRows::Ones(4, 1);
  first.edge_features.resize(0, 1);
  first.labels = {1, 0, 0, 1};
  first.loss_weights = {1, 2, 3, 0};
  second.features = DenseRows::Ones(2, 1);
  second.edge_features.resize(0, 1);
  second.labels = {0, 1};
  second.loss_weights = {1, 4};
  const GraphSamples samples = {std::make_shared<const GraphSample>(first),
                                std::make_shared<const GraphSample>(second)};
  const BinaryLabels wrong = {0, 1, 0, 0};  // wrong at nodes 0, 1 and 3
  EXPECT_EQ(GraphLabelingProblem(samples).Loss(0, wrong), 3);
  EXPECT_EQ(GraphLabelingProblem(samples, {.class_weights = {0.5, 3}}).Loss(0, wrong), 3 + 0.5 * 2);
  EXPECT_DOUBLE_EQ(GraphLabelingProblem(samples, {.loss = GraphLoss::kWrongShare}).Loss(0, wrong), 0.5);
  // |P| = 5, |N| = 6, J = 6/5, two graphs: 2 (J 1 + 2) / (J 5 + 6).
  const GraphLabelingProblem balanced(samples, {.loss = GraphLoss::kClassBalanced});
  EXPECT_DOUBLE_EQ(balanced.Loss(0, wrong), 2 * (1.2 + 2) / 12);
  // All wrong in all graphs: a mean loss of 1.
  EXPECT_DOUBLE_EQ(balanced.Loss(0, {0, 1, 1, 0}) + balanced.Loss(1, {1, 0}), 2);
}

TEST(GraphLabelingProblem, BoundsKeepEnergiesSubmodular) {
  const GraphSamples samples = RandomGraphs(3);
  const Box non_negative = GraphLabelingProblem(samples).WeightBounds();
  EXPECT_EQ(non_negative.lower.tail(2), DenseVector::Zero(2));
  EXPECT_EQ(non_negative.lower.head(4), DenseVector::Constant(4, -std::numeric_limits<double>::infinity()));
  const GraphLabelingProblem three(samples, {.pairwise = PairwiseWeights::kThreeConstants});
  EXPECT_EQ(three.dimension(), 7);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const DenseVector weights = RandomWeightsWithin(three, seed);
    for (int i = 0; i < three.size(); ++i) {
      EXPECT_EQ(three.EnergyOf(i, weights).FirstNotSubmodular(), -1);
    }
  }
  const Box free =
      GraphLabelingProblem(samples, {.pairwise = PairwiseWeights::kUnconstrained}).WeightBounds();
  EXPECT_FALSE(free.lower.array().isFinite().any() || free.upper.array().isFinite().any());
}

TEST(GraphLabelingProblem, NamesWhatIsWrong) {
  const auto message = [](GraphSamples samples, GraphLabelingOptions options = {}) {
    return common::MessageOf([&] { GraphLabelingProblem(samples, options); });
  };
  EXPECT_EQ(message({}), "problem: expected at least one graph, found none");
  GraphSample negative = HobExample();
  negative.edge_features(1, 0) = -0.25;
  EXPECT_EQ(
      message(Alone(negative)),
      "graph 0, edge 1: expected a feature 0 of at least 0, found -0.25; shift or split the feature, or take "
      "unconstrained pairwise weights");
  EXPECT_NO_THROW(GraphLabelingProblem(Alone(negative), {.pairwise = PairwiseWeights::kUnconstrained}));
  GraphSample wider = HobExample();
  wider.features = DenseRows::Ones(3, 2);
  EXPECT_EQ(message({Alone(HobExample())[0], Alone(wider)[0]}),
            "graph 1: expected 1 node features, as in graph 0, found 2");
  GraphSample more = HobExample();
  more.edge_features = DenseRows::Ones(2, 3);
  EXPECT_EQ(message({Alone(HobExample())[0], Alone(more)[0]}),
            "graph 1: expected 1 edge features, as in graph 0, found 3");
  GraphSample one_class = HobExample();
  one_class.labels = {1, 1, 1};
  EXPECT_EQ(message(Alone(one_class), {.loss = GraphLoss::kClassBalanced}),
            "problem: expected nodes of both labels with a loss weight above 0, found only label 1; the "
            "class-balanced loss needs both; take another loss");
  GraphSample unknown = HobExample();
  unknown.loss_weights = {0, 0, 0};
  EXPECT_EQ(message(Alone(unknown), {.loss = GraphLoss::kWrongShare}),
            "graph 0: expected a loss weight above 0, found none");
  EXPECT_EQ(message(Alone(HobExample()), {.class_weights = {1, -2}}),
            "class_weights: expected finite numbers of at least 0, found -2");
}

}  // namespace
}  // namespace structlab::structured_learning
