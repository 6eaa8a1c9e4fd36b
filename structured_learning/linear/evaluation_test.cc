#include "structured_learning/linear/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "common/peak_memory.h"
#include "common/random_stream.h"
#include "common/sanitizers.h"
#include "common/statistics.h"
#include "common/testing/message_of.h"

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

// Labels 0 to 3 and 4: every example has label 2, none has 3, and 4 has no score.
TEST(Evaluation, AreasOfLabelsAreThoseOfEachAgainstTheOthers) {
  constexpr size_t kExamples = 200;
  common::RandomStream random(2, "areas");
  for (const LinearTask task : {LinearTask::kOneVsRest, LinearTask::kMultiLabel, LinearTask::kMulticlass}) {
    Evaluation evaluation(task, 5, KeptScores::kAll), keeps_none(task, 5);
    std::vector<std::vector<double>> scores(4);
    std::vector<std::vector<int>> is_label(4);
    for (size_t i = 0; i < kExamples; ++i) {
      std::vector<uint32_t> labels = {2};
      for (const uint32_t label : {0u, 1u, 0u}) {
        if (random.UniformIndex(3) == 0) labels.push_back(label);
      }
      std::vector<float> of_example;
      for (uint32_t c = 0; c < 4; ++c) {
        // Few different values, so that there are ties.
        is_label[c].push_back(std::count(labels.begin(), labels.end(), c) > 0 ? 1 : 0);
        of_example.push_back(
            static_cast<float>(random.UniformIndex(7) + 2 * static_cast<uint64_t>(is_label[c].back())));
        scores[c].push_back(of_example.back());
      }
      Add(evaluation, labels, of_example);
      Add(keeps_none, labels, of_example);
    }
    const AreasByLabel areas = evaluation.AreasUnderCurves();
    ASSERT_EQ(areas.of.size(), 5u);
    const double first = common::AreaUnderCurve(scores[0], is_label[0]);
    const double second = common::AreaUnderCurve(scores[1], is_label[1]);
    EXPECT_GT(std::abs(first - second), 1e-6);
    EXPECT_EQ(areas.of[0], first);
    EXPECT_EQ(areas.of[1], second);
    for (const uint32_t label : {2u, 3u, 4u}) EXPECT_EQ(areas.of[label], std::nullopt) << label;
    EXPECT_DOUBLE_EQ(areas.macro.value(), (first + second) / 2);
    EXPECT_EQ(keeps_none.AreasUnderCurves().of, std::vector<std::optional<double>>(5));
    EXPECT_EQ(keeps_none.AreasUnderCurves().macro, std::nullopt);
    EXPECT_EQ(keeps_none.MacroF1(), evaluation.MacroF1());
  }
}

TEST(Evaluation, AreasOfTwoLabelsAreOne) {
  Evaluation evaluation(LinearTask::kBinary, 2, KeptScores::kAll);
  EXPECT_EQ(evaluation.AreasUnderCurves().macro, std::nullopt);
  Add(evaluation, {0}, {2});
  Add(evaluation, {1}, {1});
  Add(evaluation, {1}, {3});
  EXPECT_EQ(evaluation.AreasUnderCurves().of, std::vector<std::optional<double>>(2, 0.5));
  EXPECT_EQ(evaluation.AreasUnderCurves().macro, 0.5);
}

TEST(Evaluation, ScoresTakeFourBytesEachIfTheyAreKept) {
  if (common::kAddressSanitizer || common::kThreadSanitizer) return;  // they take more
  constexpr uint32_t kExamples = 100'000, kLabels = 100;
  const auto mebibytes = [](KeptScores kept) {
    const common::PeakMemory memory = common::MeasurePeakMemory([kept] {
      return [kept] {
        Evaluation evaluation(LinearTask::kOneVsRest, kLabels, kept);
        const std::vector<float> scores(kLabels, 1);
        for (uint32_t i = 0; i < kExamples; ++i) Add(evaluation, {i % kLabels}, scores);
        const bool has_area = evaluation.AreasUnderCurves().macro.has_value();
        if (has_area != (kept == KeptScores::kAll)) std::abort();
      };
    });
    return memory.peak - memory.before;
  };
  constexpr double kMebibyte = 1 << 20;
  EXPECT_LT(mebibytes(KeptScores::kBinary), 1);
  EXPECT_LT(mebibytes(KeptScores::kAll), (4.2 * kLabels + 16 + 20) * kExamples / kMebibyte + 2);
}

TEST(Evaluation, RegressionHasASquaredError) {
  Evaluation evaluation(LinearTask::kRegression, 0);
  evaluation.Add({{}, {}, {}, 2}, std::vector<float>{5});
  evaluation.Add({{}, {}, {}, -1}, std::vector<float>{-2});
  EXPECT_DOUBLE_EQ(evaluation.MeanSquaredError(), 5);
  EXPECT_EQ(evaluation.ErrorRate(), 0);
}

TEST(Evaluation, KeepsNoMoreScoresThanItSays) {
  Evaluation evaluation(LinearTask::kOneVsRest, 4, KeptScores::kAll, /*max_kept_scores=*/11);
  for (int i = 0; i < 2; ++i) Add(evaluation, {0}, {1, 2, 3, 4});
  EXPECT_EQ(common::MessageOf([&] {
              Add(evaluation, {0}, {1, 2, 3, 4});
            }),
            "KeptScores: expected at most 11 scores of all examples, found 12, 4 for each of 3 examples; "
            "take fewer "
            "examples, or omit areas by label");
}

}  // namespace
}  // namespace structlab::structured_learning
