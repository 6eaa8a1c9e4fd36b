#include "structured_learning/ranking/training/ranking_training.h"

#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/functions/vector_kernel.h"
#include "structured_learning/ranking/average_precision/testing/random_rankings.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::HasSubstr;

// A query of `n` samples in the plane: relevant ones lie within a ring, which no linear score finds.
RankingData Ring(int n, uint64_t seed) {
  common::RandomStream random(seed, "ring");
  RankingData data;
  kernels::DenseRows<double> rows(n, 2);
  for (int i = 0; i < n; ++i) {
    rows(i, 0) = random.Normal();
    rows(i, 1) = random.Normal();
    data.labels.push_back(rows.row(i).norm() < 0.8 ? 1 : 0);
    rows(i, 1) *= 100;  // scaling must undo this
  }
  data.rows = rows;
  data.query_begin = {0, n};
  return data;
}

double ApOf(const RankingModel& model, const RankingData& data) {
  return ComputeMeanAveragePrecision(ScoredQueriesOf(data, model.Scores(data.rows))).value.mean;
}

TEST(RankingTraining, ChoosesCByFoldsOfQueries) {
  const RankingData data = *RandomRankings(11, {.queries = 30, .max_size = 20, .features = 4});
  std::vector<std::string> steps;
  RankingTrainingOptions options;
  options.step = [&](const std::string& what) { steps.push_back(what); };
  const RankingTraining training = TrainRanking(data, options);
  EXPECT_EQ(static_cast<int>(steps.size()), CountRankingSteps(options));
  EXPECT_TRUE(training.are_folds_of_queries);
  ASSERT_EQ(training.trials.size(), 6u);
  for (const RankingTrial& trial : training.trials) {
    EXPECT_LE(trial.mean_average_precision,
              std::ranges::find(training.trials, training.c, &RankingTrial::c)->mean_average_precision);
  }
  EXPECT_EQ(training.result.ending, common::Ending::kGapReached);
  // Features of unrelated queries: the first one tells the label, so the model is better than no order at
  // all.
  const RankingData test = *RandomRankings(12, {.queries = 200, .max_size = 20, .features = 4});
  const MeanAveragePrecision found =
      ComputeMeanAveragePrecision(ScoredQueriesOf(test, training.model.Scores(test.rows)));
  EXPECT_GT(found.value.mean, found.constant_score + 0.1);
  // The same from the start: other starts and threads change nothing.
  options.run.threads = 2;
  EXPECT_EQ(TrainRanking(data, options).model.weights, training.model.weights);
  options.c = training.c;
  EXPECT_NEAR(TrainRanking(data, options).result.primal, training.result.primal, options.gap);
}

TEST(RankingTraining, ChoosesCByFoldsOfSamplesOfOneQuery) {
  const RankingData data = Ring(150, 1);
  RankingTrainingOptions options;
  options.features.kernel = RankingKernel::kGaussian;
  const RankingTraining training = TrainRanking(data, options);
  EXPECT_FALSE(training.are_folds_of_queries);
  const RankingData test = Ring(400, 2);
  EXPECT_GT(ApOf(training.model, test), 0.95);
  EXPECT_LT(ApOf(TrainRanking(data, {.c = 10.0}).model, test), 0.7);  // linear
}

// Features that say nothing about the labels, but separate the training samples: a model that had seen the
// held-out ones would rank them without a fault. The constant score has 0.53; the standard deviation of the
// mean of five folds with eight relevant samples each is about 0.05.
TEST(RankingTraining, HeldOutSamplesAreNotLearnedFrom) {
  common::RandomStream random(5, "noise");
  RankingData data;
  kernels::DenseRows<double> rows(80, 100);
  for (double& value : rows.reshaped()) value = random.Normal();
  for (int i = 0; i < 80; ++i) data.labels.push_back(i % 2 == 0 ? 1 : 0);
  data.rows = rows;
  for (const std::vector<int>& begin : {std::vector<int>{0, 80}, std::vector<int>{0, 16, 32, 48, 64, 80}}) {
    data.query_begin = begin;
    const RankingTraining training = TrainRanking(data, {});
    EXPECT_EQ(training.are_folds_of_queries, begin.size() > 2);
    for (const RankingTrial& trial : training.trials) EXPECT_LT(trial.mean_average_precision, 0.78);
    EXPECT_GT(training.training.value.mean, 0.95);
  }
}

// Two samples of each kind allow two folds, not five; one of each allows none.
TEST(RankingTraining, TakesFewerFoldsOfFewSamples) {
  RankingData data;
  data.rows = kernels::DenseRows<double>{{0.5}, {1.5}, {0.1}, {2.5}};
  data.labels = {1, 0, 1, 0};
  data.query_begin = {0, 4};
  for (const RankingTrial& trial : TrainRanking(data, {}).trials) EXPECT_EQ(trial.mean_average_precision, 1);
  const std::vector<int> two = {0, 1};
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { TrainRanking(SelectSamples(data, two), {}); }),
              HasSubstr("too few; give C"));
}

TEST(RankingTraining, LeavesOutQueriesOfOneKind) {
  RankingData data = *RandomRankings(3, {.queries = 4, .max_size = 8});
  data.query_names = {"a", "b", "c", "d"};
  for (int i = data.query_begin[2]; i < data.query_begin[3]; ++i) data.labels[i] = 0;
  const RankingTraining training = TrainRanking(data, {.c = 1.0});
  EXPECT_THAT(training.left_out, ElementsAre("query c"));
  const std::vector<int> rest = {0, 1, 3};
  RankingTrainingOptions options = {.c = 1.0};
  options.features.scale = FeatureScale::kNone;
  const DenseVector all = TrainRanking(data, options).model.weights;
  EXPECT_EQ(all, TrainRanking(SelectQueries(data, rest), options).model.weights);
}

TEST(RankingTraining, AnInterruptKeepsTheFirstModel) {
  const RankingData data = *RandomRankings(5, {.queries = 10, .max_size = 8});
  std::atomic<bool> interrupted = false;
  RankingTrainingOptions options;
  options.run.stop.interrupted = &interrupted;
  int models = 0;
  options.finished = [&](const RankingModel& model) {
    ++models;
    EXPECT_EQ(model.facts.at("c"), "1");
    interrupted = true;
  };
  EXPECT_THROW(TrainRanking(data, options), common::Stopped);
  EXPECT_EQ(models, 1);
}

TEST(RankingTraining, RefusesWhatCannotBeLearned) {
  RankingData data = *RandomRankings(3);
  std::ranges::fill(data.labels, 0);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { TrainRanking(data, {}); }),
              HasSubstr("no relevant sample at all"));
  std::ranges::fill(data.labels, 1);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { TrainRanking(data, {}); }),
              HasSubstr("a query with relevant samples and others, found none"));
  const RankingData good = *RandomRankings(3);
  const auto usage = [&](const RankingTrainingOptions& options) {
    return MessageOf(ErrorKind::kUsage, [&] { TrainRanking(good, options); });
  };
  EXPECT_THAT(usage({.c = 0.0}), HasSubstr("C: expected a finite number above 0"));
  EXPECT_THAT(usage({.folds = 1}), HasSubstr("folds: expected at least 2"));
  EXPECT_THAT(usage({.gap = -1}), HasSubstr("gap: expected"));
  EXPECT_THAT(usage({.features = {.kernel = RankingKernel::kGaussian, .gamma = -1.0}}), HasSubstr("gamma"));
}

TEST(RankingFeatures, ScalesByTheDeviation) {
  const kernels::DenseRows<double> rows{{1, 7, 0}, {3, 7, 0}, {5, 7, 6}};
  const RankingFeatures dense{RankingRows(rows), {}};
  const auto mapped = std::get<kernels::DenseRows<double>>(dense.Map(RankingRows(rows)));
  EXPECT_NEAR(mapped(2, 0), 5 / std::sqrt(8.0 / 3), 1e-12);
  EXPECT_EQ(mapped(0, 1), 0);  // constant
  EXPECT_NEAR(mapped(2, 2), 6 / std::sqrt(8.0), 1e-12);
  // Sparse rows give the same, but only on request.
  const RankingRows sparse(kernels::SparseRowsOf<double>(rows.sparseView()));
  const RankingFeatures of_sparse(sparse, {.scale = FeatureScale::kDeviation});
  const auto sparse_rows = std::get<kernels::SparseRowsOf<double>>(of_sparse.Map(sparse));
  EXPECT_TRUE(kernels::DenseRows<double>(sparse_rows).isApprox(mapped, 1e-12));
  const RankingFeatures plain(sparse, {});
  EXPECT_EQ(kernels::DenseRows<double>(std::get<kernels::SparseRowsOf<double>>(plain.Map(sparse))), rows);
}

TEST(RankingFeatures, GiveTheGaussianKernelToTheTolerance) {
  const RankingData data = Ring(60, 3);
  const RankingFeatures features(
      data.rows,
      {.scale = FeatureScale::kNone, .kernel = RankingKernel::kGaussian, .gamma = 1e-4, .tolerance = 1e-6});
  EXPECT_LE(features.residual(), 1e-6);
  const auto mapped = std::get<kernels::DenseRows<double>>(features.Map(data.rows));
  const auto& rows = std::get<kernels::DenseRows<double>>(data.rows);
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 60; ++j) {
      const double expected = std::exp(-1e-4 * (rows.row(i) - rows.row(j)).squaredNorm());
      EXPECT_NEAR(mapped.row(i).dot(mapped.row(j)), expected, 60e-6);  // the trace is 60
    }
  }
}

TEST(RankingFeatures, RefuseOtherRows) {
  const kernels::DenseRows<double> rows{{1, 7}, {3, 7}}, wide{{1, 2, 3}};
  const RankingFeatures features{RankingRows(rows), {}};
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { features.Map(RankingRows(wide)); }),
              HasSubstr("2 as in training"));
  const kernels::DenseRows<double> equal{{1, 7}, {1, 7}};
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] { RankingFeatures(RankingRows(equal), {.kernel = RankingKernel::kGaussian}); }),
              HasSubstr("give gamma"));
  const kernels::DenseRows<double> large{{1e200, 1}, {-1e200, 2}};
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { RankingFeatures(RankingRows(large), {}); }),
              HasSubstr("feature 1: expected numbers with finite squares"));
  const kernels::DenseRows<double> none(2, 0);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { RankingFeatures(RankingRows(none), {}); }),
              HasSubstr("features: expected at least one, found none"));
  const RankingRows huge(kernels::SparseRowsOf<double>(2, 1 << 20));
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { RankingFeatures(huge, {.kernel = RankingKernel::kGaussian}); }),
      HasSubstr("take the linear kernel"));
}

class RankingModelTest : public testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/a.model"; }
  common::ScratchFolder folder_{"ranking_model"};
};

TEST_F(RankingModelTest, IsReadAsItWasWritten) {
  const RankingData data = Ring(50, 4);
  for (const RankingKernel kernel : {RankingKernel::kLinear, RankingKernel::kGaussian}) {
    RankingModel model = TrainRanking(data, {.features = {.kernel = kernel}, .c = 1.0}).model;
    model.feature_names = {"x", "y"};
    model.first_index = 1;
    WriteRankingModel(model, path());
    const RankingModel read = ReadRankingModel(path());
    EXPECT_EQ(read.Scores(data.rows), model.Scores(data.rows));
    EXPECT_EQ(read.feature_names, model.feature_names);
    EXPECT_EQ(read.facts, model.facts);
    EXPECT_EQ(read.first_index, 1);
  }
}

TEST_F(RankingModelTest, RefusesPartsThatDoNotFit) {
  const RankingModel model =
      TrainRanking(Ring(50, 4), {.features = {.kernel = RankingKernel::kGaussian}, .c = 1.0}).model;
  const auto error = [&](void (*change)(kernels::ModelFile&)) {
    WriteRankingModel(model, path());
    kernels::ModelFile file = kernels::ReadModelFile("ranking", path());
    change(file);
    kernels::WriteModelFile(file, "ranking", path());
    return MessageOf(ErrorKind::kData, [&] { ReadRankingModel(path()); });
  };
  EXPECT_EQ(error([](auto&) {}), "no error");
  EXPECT_THAT(error([](auto& file) { file.texts["columns"] = "3"; }), HasSubstr("factors that fits"));
  EXPECT_THAT(error([](auto& file) { file.texts["gamma"] = "-1"; }), HasSubstr("a finite gamma"));
  EXPECT_THAT(error([](auto& file) { file.texts["gamma"] = "0"; }), HasSubstr("expected 2 weights"));
  EXPECT_THAT(error([](auto& file) {
                file.matrices["pivots"].resize(2, 2);
                file.matrices["pivots"].setZero();
              }),
              HasSubstr("pivot_factor that fits"));
  EXPECT_THAT(error([](auto& file) {
                file.matrices["weights"].resize(1, 1);
                file.matrices["weights"].setZero();
              }),
              HasSubstr("weights, found 1"));
  EXPECT_THAT(error([](auto& file) { file.texts["names"] = "7"; }), HasSubstr("names of features, found 7"));
  EXPECT_THAT(error([](auto& file) { file.texts["first_index"] = "4"; }), HasSubstr("first index of 0 or 1"));
}

}  // namespace
}  // namespace structlab::structured_learning
