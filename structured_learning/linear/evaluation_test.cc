#include "structured_learning/linear/evaluation.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

void Add(Evaluation& evaluation, const std::vector<uint32_t>& labels, const std::vector<float>& scores) {
  evaluation.Add({{}, {}, labels}, scores);
}

TEST(PredictLabels, FollowsTheTask) {
  const auto predict = [](LinearTask task, const std::vector<float>& scores) {
    std::vector<uint32_t> labels = {7};
    PredictLabels(task, scores, labels);
    return labels;
  };
  using Labels = std::vector<uint32_t>;
  EXPECT_EQ(predict(LinearTask::kBinary, {0.1f}), Labels{0});
  EXPECT_EQ(predict(LinearTask::kBinary, {0}), Labels{1});
  EXPECT_EQ(predict(LinearTask::kOneVsRest, {-3, -1, -1}), Labels{1});
  EXPECT_EQ(predict(LinearTask::kMulticlass, {2, 5, 9}), Labels{2});
  EXPECT_EQ(predict(LinearTask::kMultiLabel, {2, -5, 0, 9}), (Labels{0, 3}));
  EXPECT_EQ(predict(LinearTask::kRegression, {2}), Labels{});
}

// Truth 0: two right, one taken for 2; truth 1: taken for 0; truth 2: right.
TEST(Evaluation, CountsConfusionsAndF1ByHand) {
  Evaluation evaluation(LinearTask::kOneVsRest, 3);
  Add(evaluation, {0}, {3, 1, 1});
  Add(evaluation, {0}, {3, 1, 1});
  Add(evaluation, {0}, {0, 0, 1});
  Add(evaluation, {1}, {2, 1, 1});
  Add(evaluation, {2}, {2, 1, 3});
  EXPECT_EQ(evaluation.examples(), 5);
  EXPECT_DOUBLE_EQ(evaluation.ErrorRate(), 0.4);
  EXPECT_EQ(evaluation.confusions(), (std::map<std::pair<uint32_t, uint32_t>, int64_t>{
                                         {{0, 0}, 2}, {{0, 2}, 1}, {{1, 0}, 1}, {{2, 2}, 1}}));
  const LabelQuality& first = evaluation.labels()[0];
  EXPECT_DOUBLE_EQ(first.Precision(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(first.Recall(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(first.F1(), 2.0 / 3);
  EXPECT_EQ(evaluation.labels()[1].F1(), 0);
  EXPECT_DOUBLE_EQ(evaluation.labels()[2].F1(), 2.0 / 3);  // precision 1/2, recall 1
  EXPECT_DOUBLE_EQ(evaluation.MacroF1(), 4.0 / 9);
  EXPECT_DOUBLE_EQ(evaluation.MicroF1(), 0.6);  // with one label it is the accuracy
  EXPECT_EQ(evaluation.AreaUnderCurve(), std::nullopt);
}

TEST(Evaluation, OfSeveralLabelsComparesSets) {
  Evaluation evaluation(LinearTask::kMultiLabel, 3);
  Add(evaluation, {0, 2}, {1, -1, 1});
  Add(evaluation, {}, {1, -1, -1});
  Add(evaluation, {2, 1, 1}, {-1, 2, -1});
  EXPECT_DOUBLE_EQ(evaluation.ErrorRate(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(evaluation.HammingLoss(), 2.0 / 9);
  EXPECT_DOUBLE_EQ(evaluation.MicroF1(), 2 * 3 / (2 * 3.0 + 1 + 1));
  EXPECT_TRUE(evaluation.confusions().empty());
}

TEST(Evaluation, AreaUnderTheCurveCountsPairs) {
  common::RandomStream random(1, "evaluation");
  Evaluation evaluation(LinearTask::kBinary, 2);
  std::vector<float> positive, negative;
  for (int i = 0; i < 60; ++i) {
    const uint32_t label = static_cast<uint32_t>(random.UniformIndex(2));
    const float score = static_cast<float>(random.UniformIndex(9)) - 3 - 2 * static_cast<float>(label);
    (label == 0 ? positive : negative).push_back(score);
    Add(evaluation, {label}, {score});
  }
  double won = 0;
  for (const float p : positive) {
    for (const float n : negative) won += p > n ? 1 : p == n ? 0.5 : 0;
  }
  EXPECT_NEAR(evaluation.AreaUnderCurve().value(),
              won / static_cast<double>(positive.size() * negative.size()), 1e-12);
}

TEST(Evaluation, RegressionHasASquaredError) {
  Evaluation evaluation(LinearTask::kRegression, 0);
  evaluation.Add({{}, {}, {}, 2}, std::vector<float>{5});
  evaluation.Add({{}, {}, {}, -1}, std::vector<float>{-2});
  EXPECT_DOUBLE_EQ(evaluation.MeanSquaredError(), 5);
  EXPECT_EQ(evaluation.ErrorRate(), 0);
}

}  // namespace
}  // namespace structlab::structured_learning
