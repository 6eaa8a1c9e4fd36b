#include "kernels/support_vectors/nested_cross_validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int kExamples = 60, kFolds = 5;
const NestedValidation kOptions = {.inner_folds = 4, .costs = {0.1, 1, 10}};

// The same number of each label, also in each fold.
std::vector<int> Labels() {
  std::vector<int> labels;
  for (int i = 0; i < kExamples; ++i) labels.push_back(i % 2);
  return labels;
}
std::vector<int> FoldOf() {
  std::vector<int> fold_of;
  for (int i = 0; i < kExamples; ++i) fold_of.push_back(i / 2 % kFolds);
  return fold_of;
}

CrossValidated Validated(const GramOfFold& gram_of, InnerGram inner = InnerGram::kPerFold) {
  NestedValidation options = kOptions;
  options.inner = inner;
  return CrossValidate(Labels(), FoldOf(), gram_of, options);
}

// Each example is similar only to itself: a machine knows the labels of its training examples and must guess
// all others.
TEST(CrossValidate, TestExamplesAreNotTrainedOn) {
  const CrossValidated quality = Validated([](const std::vector<int>&) {
    return Eigen::MatrixXd(Eigen::MatrixXd::Identity(kExamples, kExamples));
  });
  EXPECT_DOUBLE_EQ(quality.chosen.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(quality.highest.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(quality.chosen.area_under_curve.value(), 0.5);
  ASSERT_EQ(quality.by_fold.size(), 5u);
  for (const SvmQuality& fold : quality.by_fold) EXPECT_DOUBLE_EQ(fold.accuracy, 0.5);
}

// A feature reveals the label of every example from which the matrix is made.
TEST(CrossValidate, MatricesAreMadeByTrainingExamplesAlone) {
  for (const InnerGram inner : {InnerGram::kPerFold, InnerGram::kPerInnerFold}) {
    std::multiset<size_t> sizes;
    const CrossValidated quality = Validated(
        [&](const std::vector<int>& training) {
          sizes.insert(training.size());
          Eigen::VectorXd feature = Eigen::VectorXd::Zero(kExamples);
          for (const int i : training) feature(i) = i % 2 == 0 ? -1 : 1;
          return Eigen::MatrixXd(feature * feature.transpose());
        },
        inner);
    EXPECT_DOUBLE_EQ(quality.chosen.accuracy, 0.5);
    EXPECT_DOUBLE_EQ(quality.highest.accuracy, 0.5);
    // 48 of 60 examples train in each fold, and 36 of these in each inner fold.
    EXPECT_EQ(sizes.count(48), 5u);
    EXPECT_EQ(sizes.count(36), inner == InnerGram::kPerFold ? 0u : 20u);
  }
}

// If the matrix depends on labels, the cost must be chosen with a matrix that has not seen the examples that
// judge it.
TEST(CrossValidate, InnerMatricesHaveNotSeenWhatIsHeldOut) {
  std::vector<std::set<int>> outer, inner;
  Validated(
      [&](const std::vector<int>& training) {
        (training.size() == 48 ? outer : inner).emplace_back(training.begin(), training.end());
        return Eigen::MatrixXd(Eigen::MatrixXd::Identity(kExamples, kExamples));
      },
      InnerGram::kPerInnerFold);
  ASSERT_EQ(outer.size(), 5u);
  ASSERT_EQ(inner.size(), 20u);
  for (size_t i = 0; i < inner.size(); ++i) {
    EXPECT_TRUE(std::ranges::includes(outer[i / 4], inner[i])) << i;
    for (size_t other = i / 4 * 4; other < i; ++other) EXPECT_NE(inner[other], inner[i]);
  }
}

// A feature reveals the labels; the highest accuracy is never below the chosen one.
TEST(CrossValidate, LearnsWhatCanBeLearned) {
  const CrossValidated quality = Validated([](const std::vector<int>&) {
    Eigen::VectorXd feature(kExamples);
    for (int i = 0; i < kExamples; ++i) feature(i) = i % 2 == 0 ? -1 : 1;
    return Eigen::MatrixXd(feature * feature.transpose());
  });
  EXPECT_DOUBLE_EQ(quality.chosen.accuracy, 1);
  EXPECT_DOUBLE_EQ(quality.highest.accuracy, 1);
  EXPECT_DOUBLE_EQ(quality.highest.area_under_curve.value(), 1);
}

TEST(CrossValidate, RefusesWhatDoesNotFit) {
  const auto gram_of = [](const std::vector<int>&) {
    return Eigen::MatrixXd(Eigen::MatrixXd::Identity(kExamples, kExamples));
  };
  NestedValidation options = kOptions;
  options.costs = {};
  EXPECT_THROW(CrossValidate(Labels(), FoldOf(), gram_of, options), common::Error);
  EXPECT_THROW(CrossValidate(Labels(), std::vector<int>(3), gram_of, kOptions), common::Error);
  std::vector<int> with_an_empty_fold = FoldOf();
  for (int& fold : with_an_empty_fold) fold += fold > 1;
  EXPECT_THROW(CrossValidate(Labels(), with_an_empty_fold, gram_of, kOptions), common::Error);
}

}  // namespace
}  // namespace structlab::kernels
