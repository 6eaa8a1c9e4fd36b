#include "kernels/support_vectors/validated_svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

// `classes` distant centres at the corners of a simplex, with noise.
LabeledFeatures Clusters(int classes, int each, double noise, uint64_t seed) {
  LabeledFeatures examples;
  examples.features = Eigen::MatrixXd::Zero(classes, Eigen::Index{classes} * each);
  common::RandomStream stream(seed, "clusters");
  for (int i = 0; i < classes * each; ++i) {
    examples.labels.push_back(i % classes);
    for (double& entry : examples.features.col(i)) entry = noise * stream.Normal();
    examples.features(i % classes, i) += 10;
  }
  return examples;
}

const std::vector<double> kCosts = {0.1, 10};

TEST(ValidatedSvmAccuracy, SeparatesWhatIsSeparate) {
  EXPECT_EQ(ValidatedSvmAccuracy(Clusters(4, 6, 1, 1), Clusters(4, 3, 1, 2), Clusters(4, 5, 1, 3), kCosts),
            1);
}

TEST(ValidatedSvmAccuracy, IsTheShareOfRightOnes) {
  LabeledFeatures test = Clusters(4, 5, 1, 3);
  for (int i = 0; i < 5; ++i) {  // five of twenty are called something else
    test.labels[i] = (test.labels[i] + 1) % 4;
  }
  EXPECT_DOUBLE_EQ(ValidatedSvmAccuracy(Clusters(4, 6, 1, 1), Clusters(4, 3, 1, 2), test, kCosts), 0.75);
}

TEST(ValidatedSvmAccuracy, DoesNotDependOnTheScaleOfFeatures) {
  const auto scaled = [](LabeledFeatures examples) {
    examples.features *= 1e6;
    return examples;
  };
  const LabeledFeatures training = Clusters(4, 6, 6, 1), validation = Clusters(4, 6, 6, 2),
                        test = Clusters(4, 20, 6, 3);
  EXPECT_DOUBLE_EQ(ValidatedSvmAccuracy(scaled(training), scaled(validation), scaled(test), kCosts),
                   ValidatedSvmAccuracy(training, validation, test, kCosts));
}

// The validation set decides between a cost that learns and one so small that all predictions are one class.
TEST(ValidatedSvmAccuracy, TheValidationImagesChooseTheCost) {
  const LabeledFeatures training = Clusters(2, 30, 4, 1), test = Clusters(2, 50, 4, 3);
  LabeledFeatures validation = Clusters(2, 30, 4, 2);
  const auto with = [&](std::vector<double> costs) {
    return ValidatedSvmAccuracy(training, validation, test, costs);
  };
  const double of_small = with({1e-9}), of_large = with({1});
  ASSERT_NE(of_small, of_large);
  EXPECT_EQ(with({1e-9, 1}), std::max(of_small, of_large));
  // After exchanging their labels, the validation examples prefer the machine that learned less.
  for (int& label : validation.labels) label = 1 - label;
  EXPECT_EQ(with({1e-9, 1}), of_small);
}

TEST(CrossValidatedSvmAccuracy, TestsEachExampleOnce) {
  LabeledFeatures examples = Clusters(3, 12, 1, 5);
  EXPECT_EQ(CrossValidatedSvmAccuracy(examples, 10, kCosts, 1), 1);
  // One mislabelled example is counted as wrong when it is tested; it is too little to mislead the others.
  examples.labels[0] = 1;
  EXPECT_DOUBLE_EQ(CrossValidatedSvmAccuracy(examples, 10, kCosts, 1), 35.0 / 36);
}

TEST(CrossValidatedSvmAccuracy, FindsNothingInNoise) {
  LabeledFeatures examples = Clusters(4, 25, 1, 5);
  common::RandomStream stream(1, "names");
  for (int& label : examples.labels) label = static_cast<int>(stream.UniformIndex(4));
  // A quarter of 100, with a standard deviation of 0.043.
  EXPECT_LT(CrossValidatedSvmAccuracy(examples, 10, kCosts, 1), 0.45);
}

TEST(ValidatedSvmAccuracy, RefusesWhatDecidesNothing) {
  const LabeledFeatures some = Clusters(2, 3, 1, 1), none;
  EXPECT_THROW(ValidatedSvmAccuracy(some, some, some, {}), common::Error);
  EXPECT_THROW(ValidatedSvmAccuracy(some, some, none, kCosts), common::Error);
  EXPECT_THROW(CrossValidatedSvmAccuracy(some, 2, kCosts, 1), common::Error);
  LabeledFeatures longer = some;
  longer.features.conservativeResize(longer.features.rows() + 1, Eigen::NoChange);
  EXPECT_THROW(ValidatedSvmAccuracy(some, longer, some, kCosts), common::Error);
}

TEST(ColumnsScaledToUnitInterval, MovesAndScalesEachColumn) {
  Eigen::MatrixXd columns(3, 2);
  columns << -1, 5, 0, 5, 3, 5;
  Eigen::MatrixXd expected(3, 2);
  expected << 0, 0, 0.25, 0, 1, 0;
  EXPECT_EQ(ColumnsScaledToUnitInterval(columns), expected);
}

}  // namespace
}  // namespace structlab::kernels
