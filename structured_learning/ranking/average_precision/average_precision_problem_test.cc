#include "structured_learning/ranking/average_precision/average_precision_problem.h"

#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/problem/brute_force_optimum.h"
#include "structured_learning/ranking/average_precision/testing/random_rankings.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::HasSubstr;

constexpr double kLambda = 0.1;

DenseVector RandomWeights(int dimension, uint64_t seed, double scale = 1) {
  common::RandomStream random(seed, "weights");
  DenseVector weights(dimension);
  for (double& weight : weights) weight = scale * random.Normal();
  return weights;
}

RankingData Changed(const RankingData& data, void (*change)(RankingData&)) {
  RankingData changed = data;
  change(changed);
  return changed;
}

TEST(AveragePrecisionProblem, OraclesAgreeWithAllRankings) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const AveragePrecisionProblem problem(RandomRankings(seed, {.max_size = 5, .weighted = seed % 2 == 1}));
    const auto outputs = ListRankings(problem);
    const BruteForce reference(problem, outputs);
    const DenseVector weights = RandomWeights(problem.dimension(), seed, seed % 3 == 0 ? 0.1 : 1);
    for (int q = 0; q < problem.size(); ++q) {
      const std::vector<int> found = problem.LossAugmentedInference(q, weights);
      EXPECT_NEAR(PlaneOf(problem, q, found).ValueAt(weights), reference.Hinge(q, weights), 1e-12);
      EXPECT_NEAR(reference.Score(q, problem.Predict(q, weights), weights),
                  reference.Score(q, reference.Predict(q, weights), weights), 1e-12);
      EXPECT_EQ(problem.Loss(q, problem.truth(q)), 0);
      // The problem's own PlaneOf is the difference of the joint features.
      for (const auto& ranking : outputs[q]) {
        const Plane<DenseVector> plane = problem.PlaneOf(q, ranking);
        const DenseVector difference =
            problem.JointFeature(q, problem.truth(q)) - problem.JointFeature(q, ranking);
        EXPECT_LE((plane.plane - difference).norm(), 1e-12);
        EXPECT_NEAR(plane.loss, problem.Loss(q, ranking), 1e-15);
      }
    }
  }
}

TEST(AveragePrecisionProblem, JointFeatureIsTheSumOverPairs) {
  const auto data = RandomRankings(5, {.queries = 1, .max_size = 6});
  const AveragePrecisionProblem problem(data);
  const auto& rows = std::get<kernels::DenseRows<double>>(data->rows);
  const auto outputs = ListRankings(problem);
  for (const std::vector<int>& ranking : outputs[0]) {
    DenseVector sum = DenseVector::Zero(problem.dimension());
    int pairs = 0;
    for (size_t a = 0; a < ranking.size(); ++a) {
      for (size_t b = a + 1; b < ranking.size(); ++b) {
        if (data->labels[ranking[a]] == data->labels[ranking[b]]) continue;
        sum += (rows.row(ranking[a]) - rows.row(ranking[b])).transpose();
        ++pairs;
      }
    }
    EXPECT_LE((problem.JointFeature(0, ranking) - sum / pairs).norm(), 1e-13);
  }
}

TEST(AveragePrecisionProblem, LearnersReachTheOptimumOfAGenericProgram) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const AveragePrecisionProblem problem(RandomRankings(seed, {.weighted = seed % 2 == 1}));
    const auto outputs = ListRankings(problem);
    const ExactOptimum optimum = SolveExactly(problem, outputs, kLambda);
    ASSERT_LE(optimum.primal - optimum.dual, 1e-9);
    BcfwOptions options;
    options.run = LearningRun(1e-6, 1e5);
    options.plane_cache = 10;
    const LearningResult by_planes = LearnOneSlackCuttingPlane(problem, kLambda, LearningRun(1e-8));
    const LearningResult by_blocks = Bcfw(problem, kLambda, options);
    EXPECT_EQ(by_planes.ending, common::Ending::kGapReached);
    EXPECT_EQ(by_blocks.ending, common::Ending::kGapReached);
    EXPECT_NEAR(by_planes.primal, optimum.primal, 1e-8);
    EXPECT_NEAR(by_blocks.primal, by_planes.primal, 1e-6);
    EXPECT_NEAR(by_planes.primal, BruteForce(problem, outputs).Objective(kLambda, by_planes.weights), 1e-12);
  }
}

// Proposition 3: the hinge is an upper bound of 1 - AP of the predicted ranking.
TEST(AveragePrecisionProblem, TheHingeBoundsTheLoss) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const AveragePrecisionProblem problem(RandomRankings(seed, {.max_size = 12}));
    const DenseVector weights = RandomWeights(problem.dimension(), seed);
    for (int q = 0; q < problem.size(); ++q) {
      const double hinge = problem.PlaneOf(q, problem.LossAugmentedInference(q, weights)).ValueAt(weights);
      EXPECT_LE(problem.Loss(q, problem.Predict(q, weights)), hinge + 1e-12) << "seed " << seed;
    }
  }
}

// A query with weight 2 counts as much as two equal queries.
TEST(AveragePrecisionProblem, AWeightOfTwoIsAQueryGivenTwice) {
  const RankingData data = *RandomRankings(7, {.queries = 2});
  RankingData weighted = data;
  weighted.query_weights = {2, 1};
  const std::vector<int> twice = {0, 0, 1};
  const AveragePrecisionProblem one(std::make_shared<RankingData>(weighted));
  const AveragePrecisionProblem other(std::make_shared<RankingData>(SelectQueries(data, twice)));
  const DenseVector weights = RandomWeights(one.dimension(), 1);
  const MeanPlane a = HighestMeanPlane(one, weights), b = HighestMeanPlane(other, weights);
  EXPECT_NEAR(a.mean_hinge, b.mean_hinge, 1e-14);
  EXPECT_LE((a.plane - b.plane).norm(), 1e-14);
}

TEST(AveragePrecisionProblem, AConstantFeatureChangesNothing) {
  RankingData data = *RandomRankings(9);
  auto& rows = std::get<kernels::DenseRows<double>>(data.rows);
  rows.col(1).setConstant(4);
  const AveragePrecisionProblem problem(std::make_shared<RankingData>(data));
  const LearningResult result = LearnOneSlackCuttingPlane(problem, kLambda, LearningRun(1e-6));
  EXPECT_NEAR(result.weights[1], 0, 1e-14);
}

TEST(RankingData, AllFormsOfRowsAgree) {
  const RankingData data = *RandomRankings(3, {.queries = 4, .max_size = 9, .features = 21});
  auto rows = std::get<kernels::DenseRows<double>>(data.rows);
  rows = rows.cast<float>().cast<double>();  // exact in all forms
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows(i, i % 21) = 0;
  const std::vector<RankingRows> forms = {
      RankingRows(rows), RankingRows(kernels::DenseRows<float>(rows.cast<float>())),
      RankingRows(kernels::SparseRowsOf<double>(rows.sparseView())),
      RankingRows(kernels::SparseRowsOf<float>(rows.sparseView().cast<float>()))};
  const DenseVector weights = RandomWeights(21, 2);
  std::vector<double> coefficients(rows.rows() - 1, 0.5);
  coefficients[0] = 0;
  coefficients[2] = -2;
  for (const RankingRows& form : forms) {
    std::vector<double> scores(rows.rows() - 1);
    ComputeScores(form, 1, weights, scores);
    DenseVector sum = DenseVector::Ones(21);
    AddWeightedRows(form, 1, coefficients, sum);
    const DenseVector expected =
        DenseVector::Ones(21) + rows.bottomRows(rows.rows() - 1).transpose() *
                                    Eigen::Map<DenseVector>(coefficients.data(), rows.rows() - 1);
    EXPECT_LE(
        (Eigen::Map<DenseVector>(scores.data(), rows.rows() - 1) - rows.bottomRows(rows.rows() - 1) * weights)
            .norm(),
        1e-12);
    EXPECT_LE((sum - expected).norm(), 1e-12);
    const std::vector<int> some = {3, 1};
    std::vector<double> selected(2);
    ComputeScores(SelectRows(form, some), 0, weights, selected);
    EXPECT_EQ(selected[0], scores[2]);
    EXPECT_EQ(selected[1], scores[0]);
  }
}

TEST(RankingData, SelectsQueriesAndSamples) {
  RankingData data = *RandomRankings(4, {.queries = 3, .weighted = true});
  data.query_names = {"a", "b", "c"};
  const RankingData queries = SelectQueries(data, std::vector<int>{2, 0});
  EXPECT_EQ(queries.num_samples(), data.query_size(2) + data.query_size(0));
  EXPECT_EQ(queries.NameOf(0), "query c");
  EXPECT_EQ(queries.weight_of(1), data.weight_of(0));
  EXPECT_EQ(queries.labels[0], data.labels[data.query_begin[2]]);
  const RankingData samples = SelectSamples(data, std::vector<int>{data.query_begin[1], data.query_begin[2]});
  EXPECT_EQ(samples.query_begin, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(samples.NameOf(1), "query c");
  CheckRankingData(queries);
  CheckRankingData(samples);
}

TEST(RankingData, RefusesWrongData) {
  const RankingData data = *RandomRankings(1);
  const auto message = [&](void (*change)(RankingData&)) {
    return MessageOf(ErrorKind::kData, [&] { CheckRankingData(Changed(data, change)); });
  };
  EXPECT_EQ(message([](RankingData&) {}), "no error");
  EXPECT_THAT(message([](RankingData& d) { d.labels[2] = 7; }), HasSubstr("label of row 2: expected 0 or 1"));
  EXPECT_THAT(message([](RankingData& d) { d.labels.pop_back(); }),
              HasSubstr("labels: expected one for each"));
  EXPECT_THAT(message([](RankingData& d) {
                d.query_weights = {1, 0, 2};
              }),
              HasSubstr("query 1: expected a finite weight above 0"));
  EXPECT_THAT(message([](RankingData& d) { d.query_weights = {1}; }), HasSubstr("weights: expected one"));
  EXPECT_THAT(message([](RankingData& d) { d.query_begin = {0}; }), HasSubstr("at least one query"));
  EXPECT_THAT(message([](RankingData& d) { d.query_begin[1] = 0; }),
              HasSubstr("query 0: expected at least one"));
  EXPECT_THAT(
      message([](RankingData& d) { std::get<kernels::DenseRows<double>>(d.rows)(3, 1) = std::nan(""); }),
      HasSubstr("row 3: expected finite features"));
  EXPECT_THAT(message([](RankingData& d) {
                kernels::SparseRowsOf<double> rows =
                    std::get<kernels::DenseRows<double>>(d.rows).sparseView();
                rows.coeffRef(4, 2) = INFINITY;
                rows.makeCompressed();
                d.rows = rows;
              }),
              HasSubstr("row 4: expected finite features"));
}

TEST(AveragePrecisionProblem, RefusesQueriesWithoutBothLabels) {
  auto data = std::make_shared<RankingData>(*RandomRankings(1));
  data->query_names = {"a", "b", "c"};
  for (int i = data->query_begin[1]; i < data->query_begin[2]; ++i) data->labels[i] = 1;
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { AveragePrecisionProblem problem(data); }),
            "query b: expected relevant samples and others, found only relevant samples; leave it out");
  EXPECT_EQ(QueriesWithBothLabels(*data), (std::vector<int>{0, 2}));
}

}  // namespace
}  // namespace structlab::structured_learning
