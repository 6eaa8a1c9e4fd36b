// Learners with kernels and several decodings against their definitions, and the comparison of options by
// folds.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

#include "common/random_stream.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kTags = 12, kFeatures = 20;

// Counts that the tags of a row raise; each row has one to three tags.
MultiLabelData Drawn(uint64_t seed, int rows) {
  common::RandomStream random(seed, "counts by tags");
  MultiLabelData data;
  data.num_tags = kTags;
  MatrixXd x(rows, kFeatures);
  for (int i = 0; i < rows; ++i) {
    const int first = static_cast<int>(kTags * random.Uniform());
    TagList tags = {first};
    for (const int step : {1, 5}) {
      if (random.Uniform() < 0.4) tags.push_back((first + step) % kTags);
    }
    std::ranges::sort(tags);
    for (int c = 0; c < kFeatures; ++c) x(i, c) = std::floor(3 * random.Uniform());
    for (const int tag : tags) x(i, tag) += 4;
    data.tags.push_back(tags);
  }
  data.features = x.sparseView();
  data.features.makeCompressed();
  return data;
}

common::OptionValues OptionsOf(const std::string& learner, const std::vector<std::string>& assignments) {
  common::OptionValues options(learner, FindTagLearner(learner).options);
  for (const std::string& assignment : assignments) options.Parse(assignment);
  return options;
}

TagTraining Train(const std::string& learner, const MultiLabelData& data,
                  const std::vector<std::string>& assignments, const TagLearnerRun& run) {
  return FindTagLearner(learner).train(data, OptionsOf(learner, assignments), run);
}

TEST(ScaleRows, ScalesByTheTrainingRows) {
  for (const std::string rule : {"centred", "unit", "roots"}) {
    SCOPED_TRACE(rule);
    MultiLabelData train = Drawn(1, 100), test = Drawn(2, 60);
    VectorXd row = MatrixXd(test.features).row(5);
    if (rule == "centred") row -= MatrixXd(train.features).colwise().mean();
    if (rule == "roots") row = row.array().sqrt();
    ScaleRows(rule, train, test);
    EXPECT_NEAR((MatrixXd(test.features).row(5).transpose() - row.normalized()).norm(), 0, 1e-12);
  }
  MultiLabelData negative = Drawn(1, 10), other = negative;
  negative.features.coeffRef(3, 2) = -0.5;
  EXPECT_EQ(MessageOf([&] { ScaleRows("roots", negative, other); }),
            "features: expected none below 0, as rows=roots takes their square roots, found -0.5");
}

// Alphas fulfil the conditions of the optimum for kernels computed here; shares follow from them.
TEST(TagDecoding, JointSvmIsTheOptimumAndDecodedAsDefined) {
  MultiLabelData train = Drawn(1, 150), test = Drawn(2, 60);
  ScaleRows("centred", train, test);
  common::ThreadPool pool(1);
  MatrixXd tags = MatrixXd::Zero(150, kTags);
  for (int i = 0; i < 150; ++i) {
    for (const int tag : train.tags[i])
      tags(i, tag) = 1 / std::sqrt(static_cast<double>(train.tags[i].size()));
  }
  // All rows have length 1.
  const MatrixXd products = train.features * MatrixXd(train.features).transpose(),
                 output = tags * tags.transpose();
  const VectorXd cross = train.features * VectorXd(test.features.row(7));
  using Of = std::function<double(double)>;
  const std::pair<std::string, Of> kernels[] = {
      {"gaussian:gamma=2", [](double product) { return std::exp(-2 * (2 - 2 * product)); }},
      {"polynomial:degree=2,offset=0.5", [](double product) { return std::pow((product + 0.5) / 1.5, 2); }},
      {"polynomial:degree=30,offset=1", [](double product) { return std::pow((product + 1) / 2, 30); }}};
  for (const auto& [kernel, value] : kernels) {
    SCOPED_TRACE(kernel);
    const TagTraining training =
        Train("joint", train, {"rows=raw", "gap=1e-7", "input_kernel=" + kernel}, {.pool = pool});
    EXPECT_EQ(static_cast<double>(training.passes), training.trace.back().iteration);
    EXPECT_GT(training.gram_seconds, 0);
    EXPECT_GT(training.solver_seconds, 0);
    kernels::ModelFile saved;
    training.model->Save(saved);
    const VectorXd alpha = saved.Matrix("alpha").reshaped();
    const VectorXd margins = products.unaryExpr(value).cwiseProduct(output) * alpha;
    for (Eigen::Index i = 0; i < alpha.size(); ++i) {
      EXPECT_TRUE(alpha[i] > 1 - 1e-6 || margins[i] > 1 - 1e-2) << i;
      EXPECT_TRUE(alpha[i] < 1e-6 || margins[i] < 1 + 1e-2) << i;
    }
    // The fits of one test row, and the mean over the ten best.
    const VectorXd fits = output * cross.unaryExpr(value).cwiseProduct(alpha);
    std::vector<int> order(150);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](int i) { return fits[i]; });
    VectorXd shares = VectorXd::Zero(kTags);
    for (int k = 0; k < 10; ++k) {
      for (const int tag : train.tags[order[k]]) shares[tag] += std::max(0.0, fits[order[k]]);
    }
    shares /= fits(std::vector<int>(order.begin(), order.begin() + 10)).cwiseMax(0).sum();
    const MatrixXd scores = training.model->Scores(test.features, pool);
    EXPECT_NEAR((scores.row(7).transpose() - shares).norm(), 0, 1e-4);
    const TagDecoding decodings[] = {{}, {.neighbors = 1}, {.rule = "top", .top = 5}};
    const auto found = training.model->Decode(test.features, decodings, pool);
    EXPECT_EQ(found[0], training.model->Tags(scores));
    EXPECT_EQ(found[1][7], train.tags[order[0]]);
    EXPECT_EQ(found[2][7].size(), 5U);
  }
}

// A decoding of a trained model gives what a model that was trained with this option predicts.
TEST(TagDecoding, IsThatOfTheOption) {
  common::ThreadPool pool(1);
  const MultiLabelData train = Drawn(1, 80), test = Drawn(2, 30);
  const TagDecoding decodings[] = {{.neighbors = 3}, {.rule = "top", .top = 2}, {.rule = "sign"}};
  for (const std::string learner : {"joint", "perceptron", "kernel_one_vs_rest"}) {
    for (const std::string kernel : {"linear", "gaussian:gamma=1"}) {
      SCOPED_TRACE(learner + " " + kernel);
      const std::vector<std::string> options = {"input_kernel=" + kernel, "coding=centred", "neighbors=10"};
      const auto tags =
          Train(learner, train, options, {.pool = pool}).model->Decode(test.features, decodings, pool);
      for (size_t d = 0; d < std::size(decodings); ++d) {
        std::vector<std::string> with = options;
        with.push_back("decode=" + decodings[d].rule);
        with.push_back("neighbors=" + std::to_string(decodings[d].neighbors));
        with.push_back("top=" + std::to_string(decodings[d].top));
        const auto model = Train(learner, train, with, {.pool = pool}).model;
        EXPECT_EQ(model->Tags(model->Scores(test.features, pool)), tags[d]) << decodings[d].rule;
      }
      EXPECT_NE(tags[0], tags[2]);
    }
  }
}

TEST(TagDecoding, IsRefusedWhereThereIsNone) {
  common::ThreadPool pool(1);
  const MultiLabelData data = Drawn(1, 30);
  const TagDecoding sign[] = {{.rule = "sign"}};
  const std::tuple<std::string, std::vector<std::string>, std::string> refused[] = {
      {"jec", {}, "expected a learner with several decodings, such as joint"},
      {"joint", {}, "unit_01 has no negative numbers"},
      {"joint", {"input_kernel=polynomial"}, "unit_01 has no negative numbers"},
      {"joint", {"output_kernel=odds", "coding=unit_pm1"}, "output kernel is not plain"}};
  for (const auto& [learner, options, expected] : refused) {
    const auto model = Train(learner, data, options, {.pool = pool}).model;
    EXPECT_NE(MessageOf([&] { model->Decode(data.features, sign, pool); }).find(expected), std::string::npos);
  }
}

// A tag is learned as if it were the only one.
TEST(KernelOneVsRest, MachinesDoNotSeeEachOther) {
  common::ThreadPool pool(1);
  const MultiLabelData train = Drawn(1, 150), test = Drawn(2, 60);
  const std::vector<std::string> options = {"input_kernel=gaussian:gamma=1", "rows=centred", "gap=1e-7"};
  const TagTraining all = Train("kernel_one_vs_rest", train, options, {.pool = pool});
  const MatrixXd scores = all.model->Scores(test.features, pool);
  MultiLabelData only = train;
  only.num_tags = 1;
  for (TagList& tags : only.tags) tags = std::ranges::binary_search(tags, 3) ? TagList{0} : TagList{};
  const TagTraining one = Train("kernel_one_vs_rest", only, options, {.pool = pool});
  EXPECT_NEAR((scores.col(3) - one.model->Scores(test.features, pool)).cwiseAbs().maxCoeff(), 0, 2e-3);
  EXPECT_EQ(all.ending, common::Ending::kGapReached);
  EXPECT_GT(all.passes, one.passes);
  EXPECT_NEAR((all.model->ScoresOfTag(test.features, 3, pool) - scores.col(3)).cwiseAbs().maxCoeff(), 0,
              1e-12);
}

TEST(KernelOneVsRest, EndsWhenItIsTold) {
  common::ThreadPool pool(1);
  const std::atomic<bool> set = true;
  const auto train = [&](const common::RunControl& control) {
    return Train("kernel_one_vs_rest", Drawn(1, 60), {"gap=1e-300"}, {.pool = pool, .control = control});
  };
  EXPECT_EQ(train({.stop = {.interrupted = &set}}).ending, common::Ending::kInterrupted);
  EXPECT_EQ(train({.stop = {.seconds = 0}}).ending, common::Ending::kTimeLimit);
  const TagTraining limited = train({.stop = {.iterations = 3}});
  EXPECT_EQ(limited.ending, common::Ending::kIterationLimit);
  EXPECT_EQ(limited.passes, 3 * kTags);  // the limit is that of each machine
}

TEST(CompareByFolds, TakesTheBestOnAverage) {
  common::ThreadPool pool(1);
  const MultiLabelData data = Drawn(1, 150);
  const TagLearner& joint = FindTagLearner("joint");
  // At the largest gamma test rows are far from all training rows, so that all tag vectors fit alike.
  std::vector<common::OptionValues> options;
  for (const std::string gamma : {"5000", "2", "5e-5"}) {
    options.push_back(OptionsOf("joint", {"rows=centred", "input_kernel=gaussian:gamma=" + gamma}));
  }
  const TagDecoding decodings[] = {{}, {.neighbors = 1}};
  const FoldComparison found = CompareByFolds(joint, data, options, decodings, 3, {.pool = pool});
  ASSERT_EQ(found.f1.size(), 2U);
  EXPECT_EQ(found.Best(0), 1U);
  for (const std::vector<double>& values : found.f1) {
    ASSERT_EQ(values.size(), 3U);
    for (const double f1 : values) EXPECT_TRUE(f1 >= 0 && f1 <= 1) << f1;
  }
  const std::atomic<bool> set = true;
  EXPECT_THROW(CompareByFolds(joint, data, options, decodings, 3,
                              {.pool = pool, .control = {.stop = {.interrupted = &set}}}),
               common::Stopped);
}

}  // namespace
}  // namespace structlab::structured_learning
