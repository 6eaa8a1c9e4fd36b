// Learners on graphs: the optimum, bounds of the weights, and certificates of inexact inference.
#include <cmath>
#include <limits>
#include <string>

#include "common/random_stream.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/problem/graph_labeling/testing/random_graphs.h"

namespace structlab::structured_learning {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLambda = 0.1;

LearningResult LearnByPlanes(const GraphLabelingProblem& problem, double gap, CuttingPlaneIterate iterate,
                             double passes = kInfinity) {
  CuttingPlaneOptions options;
  options.box = problem.WeightBounds();
  return LearnByMeanCuttingPlanes(problem, kLambda, LearningRun(gap, passes), iterate, options);
}

LearningResult LearnByBlocks(const GraphLabelingProblem& problem, double gap, double passes = 1e5) {
  BcfwOptions options;
  options.run = LearningRun(gap, passes);
  options.plane_cache = 10;
  return Bcfw(problem, kLambda, options, problem.WeightBounds());
}

ExactOptimum OptimumOf(const GraphLabelingProblem& problem) {
  return MinimiseOverPiecesWithin(PiecesOf(problem, ListLabelings(problem)), kLambda, problem.WeightBounds());
}

void ExpectWithinBounds(const GraphLabelingProblem& problem, const DenseVector& weights) {
  EXPECT_EQ(problem.WeightBounds().Clip(weights), weights);
}

TEST(GraphLearning, ReachesTheOptimumOfAGenericProgram) {
  int active = 0;
  for (uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    const auto pairwise = seed % 3 == 2 ? PairwiseWeights::kThreeConstants : PairwiseWeights::kNonNegative;
    const GraphLabelingProblem problem(
        RandomGraphs(seed, {.max_nodes = 5, .grid = seed % 2 == 1}),
        {.loss = seed % 2 == 0 ? GraphLoss::kWrongNodes : GraphLoss::kWrongShare, .pairwise = pairwise});
    const ExactOptimum optimum = OptimumOf(problem);
    ASSERT_LE(optimum.primal - optimum.dual, 1e-9);
    for (const LearningResult& result :
         {LearnByPlanes(problem, 1e-7, CuttingPlaneIterate::kBest),
          LearnByPlanes(problem, 1e-7, CuttingPlaneIterate::kLast), LearnByBlocks(problem, 1e-4)}) {
      EXPECT_EQ(result.ending, common::Ending::kGapReached);
      EXPECT_EQ(result.certificate, OracleCertificate::kExact);
      EXPECT_GE(result.primal, optimum.dual - 1e-9);
      EXPECT_LE(result.primal, optimum.primal + result.gap + 1e-9);
      EXPECT_LE(result.dual, optimum.primal + 1e-9);
      ExpectWithinBounds(problem, result.weights);
    }
    active += (optimum.weights.tail(problem.num_pairwise()).array().abs() < 1e-6).any();
  }
  EXPECT_GT(active, 5);  // the bounds matter
}

// Weights that are not constrained make energies that the relaxations do not solve. What the learners prove
// by the bounds holds for the true objective.
TEST(GraphLearning, BoundsOfInexactInferenceProveTheGap) {
  int reached = 0, open = 0;
  for (const char* inference : {"trws", "qpbo"}) {
    for (uint64_t seed = 0; seed < 16; ++seed) {
      SCOPED_TRACE(inference + std::to_string(seed));
      const GraphLabelingProblem problem(
          RandomGraphs(seed), {.pairwise = PairwiseWeights::kUnconstrained, .inference = inference});
      const OutputsOf<GraphLabelingProblem> outputs = ListLabelings(problem);
      const ExactOptimum optimum = OptimumOf(problem);
      const BruteForce reference(problem, outputs);
      for (const LearningResult& result : {LearnByPlanes(problem, 1e-3, CuttingPlaneIterate::kBest, 500),
                                           LearnByBlocks(problem, 1e-3, 500)}) {
        EXPECT_EQ(result.certificate, OracleCertificate::kUpperBound);
        EXPECT_LE(result.dual, optimum.primal + 1e-9);
        EXPECT_GE(result.primal, reference.Objective(kLambda, result.weights) - 1e-9);
        EXPECT_NE(result.ending, common::Ending::kNumericalBreakdown);
        if (result.ending == common::Ending::kGapReached) {
          ++reached;
          EXPECT_LE(reference.Objective(kLambda, result.weights), optimum.primal + 1e-3 + 1e-9);
        } else {
          ++open;
          EXPECT_GT(result.gap, 1e-3);
        }
      }
    }
  }
  EXPECT_GT(reached, 10);
  EXPECT_GT(open, 3);
}

TEST(GraphLearning, InferenceWithoutBoundProvesNoGap) {
  int converged = 0;
  for (const char* inference : {"loopy-bp", "icm"}) {
    for (uint64_t seed = 0; seed < 16; ++seed) {
      SCOPED_TRACE(inference + std::to_string(seed));
      const GraphLabelingProblem problem(RandomGraphs(seed), {.inference = inference});
      const ExactOptimum optimum = OptimumOf(problem);
      for (const LearningResult& result : {LearnByPlanes(problem, 1e-3, CuttingPlaneIterate::kBest, 500),
                                           LearnByBlocks(problem, 1e-3, 500)}) {
        EXPECT_EQ(result.certificate, OracleCertificate::kNone);
        EXPECT_NE(result.ending, common::Ending::kGapReached);
        EXPECT_NE(result.ending, common::Ending::kNumericalBreakdown);
        converged += result.ending == common::Ending::kHeuristicallyConverged;
        EXPECT_LE(result.dual, optimum.primal + 1e-9);  // planes are valid, whatever oracle found them
        ExpectWithinBounds(problem, result.weights);
      }
    }
  }
  EXPECT_GT(converged, 50);  // of 64
}

// Labels drawn from known weights: the learned ones label new graphs almost as these do.
TEST(GraphLearning, FindsPlantedWeights) {
  common::RandomStream stream(5, "planted fields");
  DenseVector planted{{0, 0, 0, 1.5, -1, 0.2, 0.8, 0.3}};
  const auto draw = [&](int count) {
    GraphSamples samples;
    for (int i = 0; i < count; ++i) {
      GraphSample sample;
      sample.grid_width = 9, sample.grid_height = 7;
      sample.edges = GridEdges(9, 7, 4);
      DenseRows features(63, 3);
      for (double& value : features.reshaped()) value = stream.Normal();
      features.col(2).setOnes();
      sample.edge_features.resize(std::ssize(sample.edges), 2);
      sample.edge_features.col(0) = EdgeContrast(features, sample.edges);
      sample.edge_features.col(1).setOnes();
      sample.features = std::move(features);
      sample.labels.assign(63, 0);
      sample.loss_weights.assign(63, 1);
      const GraphLabelingProblem unlabeled({std::make_shared<const GraphSample>(sample)});
      sample.labels = unlabeled.Predict(0, planted);
      samples.push_back(std::make_shared<const GraphSample>(std::move(sample)));
    }
    return samples;
  };
  const GraphLabelingProblem train(draw(40), {.loss = GraphLoss::kWrongShare}), test(draw(40));
  CuttingPlaneOptions options;
  options.box = train.WeightBounds();
  const LearningResult result =
      LearnByMeanCuttingPlanes(train, 1e-4, LearningRun(1e-3, 500), CuttingPlaneIterate::kBest, options);
  EXPECT_EQ(result.ending, common::Ending::kGapReached);
  double wrong = 0, wrong_at_zero = 0;
  for (int i = 0; i < test.size(); ++i) {
    wrong += test.Loss(i, test.Predict(i, result.weights)) / (63.0 * test.size());
    wrong_at_zero += test.Loss(i, test.Predict(i, DenseVector::Zero(8))) / (63.0 * test.size());
  }
  EXPECT_LT(wrong, 0.02);
  EXPECT_GT(wrong_at_zero, 0.3);
}

}  // namespace
}  // namespace structlab::structured_learning
