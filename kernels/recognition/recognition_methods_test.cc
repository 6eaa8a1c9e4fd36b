// Methods by name: each against the library's own call, and one of another package.
#include "kernels/recognition/recognition_methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/sparse/nearest_classifiers.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using common::OptionValues;

constexpr int kPixels = 60, kClasses = 5;

struct Images {
  ByteImages images;
  std::vector<int> labels;
};

// Each class has a plane of its own; images are noisy points of it, rounded to bytes.
Images Draw(int images, uint64_t seed) {
  Images drawn;
  drawn.images.resize(kPixels, Eigen::Index{kClasses} * images);
  common::RandomStream stream(seed, "points of planes");
  for (int c = 0; c < kClasses; ++c) {
    common::RandomStream of_class(99, "planes", static_cast<uint64_t>(c));
    Eigen::MatrixXd basis(kPixels, 2);
    for (double& entry : basis.reshaped()) entry = of_class.Uniform(0, 60);
    for (int i = 0; i < images; ++i) {
      const Eigen::Vector2d point(1 + stream.Uniform(), 1 + stream.Uniform());
      for (int pixel = 0; pixel < kPixels; ++pixel) {
        const double grey = basis.row(pixel).dot(point) + 40 * stream.Normal();
        drawn.images(pixel, c * images + i) = static_cast<uint8_t>(std::clamp(std::round(grey), 0.0, 255.0));
      }
      drawn.labels.push_back(c);
    }
  }
  return drawn;
}

OptionValues OptionsOf(const RecognitionMethod& method, const std::vector<std::string>& assignments = {}) {
  OptionValues values(method.name, method.options);
  for (const std::string& assignment : assignments) values.Parse(assignment);
  return values;
}

std::vector<int> LabelsOf(const std::vector<Recognition>& found) {
  std::vector<int> labels;
  for (const Recognition& one : found) labels.push_back(one.label);
  return labels;
}

TEST(RecognitionMethods, AreTheCallsOfTheLibrary) {
  const Images training = Draw(6, 1), test = Draw(8, 2);
  const int dimension = 16;
  for (const RecognitionMethod& method : RecognitionMethods()) {
    if (method.name == "last-class") continue;
    SCOPED_TRACE(method.name);
    const OptionValues options = OptionsOf(method);
    const ImageFeatures features =
        MakeFeaturesFor(method, options, dimension, 7, training.images, training.labels);
    const Eigen::MatrixXd of_training = FeaturesOf(features, training.images),
                          of_test = FeaturesOf(features, test.images);
    EXPECT_EQ(of_training,
              FeaturesOf(MakeFeatures({.kind = method.features, .dimension = dimension, .seed = 7},
                                      training.images, training.labels),
                         training.images));
    const FeatureClassifier classify = LearnClassifier(method, {of_training, training.labels}, options);
    const std::vector<Recognition> found = classify(of_test);
    ASSERT_EQ(found.size(), test.labels.size());
    const SparseRecognizer recognizer(of_training, training.labels);
    for (Eigen::Index q = 0; q < of_test.cols(); ++q) {
      EXPECT_EQ(method.has_codes, !found[q].residuals.empty());
      if (!method.has_codes) continue;
      const Recognition expected =
          method.name.ends_with("l1")
              ? recognizer.ByL1(of_test.col(q), {.tolerance = 0.05})
              : recognizer.ByPursuit(of_test.col(q), {.stop = {.iterations = 8}, .tolerance = 0.05});
      EXPECT_EQ(found[q].label, expected.label);
      EXPECT_EQ(found[q].residuals, expected.residuals);
      EXPECT_EQ(found[q].code.coefficients, expected.code.coefficients);
    }
    if (method.name.ends_with("knn")) {
      EXPECT_EQ(LabelsOf(found), NearestNeighborLabels(of_training, training.labels, of_test, 1));
    }
    if (!method.name.ends_with("svm")) continue;
    const LabeledFeatures queries = {of_test, test.labels};
    for (const double cost : {0.01, 1.0, 100.0}) {
      const OptionValues with_cost = OptionsOf(method, {"cost=" + std::to_string(cost)});
      const std::vector<int> labels =
          LabelsOf(LearnClassifier(method, {of_training, training.labels}, with_cost)(of_test));
      double right = 0;
      for (size_t i = 0; i < labels.size(); ++i) right += labels[i] == test.labels[i];
      const std::vector<double> costs = {cost};
      EXPECT_EQ(right / static_cast<double>(labels.size()),
                ValidatedSvmAccuracy({of_training, training.labels}, queries, queries, costs));
    }
  }
}

TEST(RecognitionMethods, TakeTheirOptions) {
  const Images training = Draw(6, 1), test = Draw(2, 2);
  const RecognitionMethod& pursuit = FindRecognitionMethod("hash-omp");
  const auto features_of = [&](const OptionValues& options, const Images& of) {
    return FeaturesOf(MakeFeaturesFor(pursuit, options, 16, 1, training.images, training.labels), of.images);
  };
  const auto features = [&](const OptionValues& options) { return features_of(options, training); };
  EXPECT_NE(features(OptionsOf(pursuit)), features(OptionsOf(pursuit, {"hash_percent=25"})));
  const LabeledFeatures examples = {features(OptionsOf(pursuit)), training.labels};
  const Eigen::MatrixXd queries = features_of(OptionsOf(pursuit), test);  // no few examples make them up
  const auto atoms = [&](const std::vector<std::string>& assignments) {
    return LearnClassifier(pursuit, examples, OptionsOf(pursuit, assignments))(queries)[0].code.atoms.size();
  };
  EXPECT_LE(atoms({"max_atoms=1"}), 1U);
  EXPECT_EQ(atoms({"exact_atoms=5", "tolerance=1"}), 5U);
  EXPECT_EQ(MessageOf([&] {
              LearnClassifier(FindRecognitionMethod("eigen-knn"), examples,
                              OptionsOf(pursuit, {"max_atoms=1"}));
            }),
            "option of eigen-knn: expected one of neighbors, found 'max_atoms'");
}

// A method of another package: every query has the largest label.
FeatureClassifier LearnLastClass(const LabeledFeatures& training, const OptionValues& values) {
  const int label = std::ranges::max(training.labels) + static_cast<int>(values.Integer("more"));
  return [label](const Eigen::Ref<const Eigen::MatrixXd>& queries) {
    std::vector<Recognition> found(static_cast<size_t>(queries.cols()));
    for (Recognition& one : found) one.label = label;
    return found;
  };
}

RecognitionMethod LastClass(const std::string& name) {
  return {.name = name,
          .summary = "the largest label",
          .features = FeatureKind::kRandom,
          .options = {common::IntegerOption("more", 0, {0, 9}, "added to it")},
          .learn = LearnLastClass};
}

// As packages do it: before main.
const bool kRegistered = RegisterRecognitionMethod(LastClass("last-class"));

TEST(RegisterRecognitionMethod, IsFoundAndListedAfterTheLibrarysOwn) {
  ASSERT_TRUE(kRegistered);
  std::vector<std::string> names;
  for (const RecognitionMethod& method : RecognitionMethods()) names.push_back(method.name);
  EXPECT_EQ(names, (std::vector<std::string>{"hash-omp", "random-omp", "eigen-omp", "hash-l1", "random-l1",
                                             "eigen-l1", "eigen-knn", "fisher-knn", "eigen-svm", "fisher-svm",
                                             "last-class"}));
  EXPECT_NE(MessageOf([] { FindRecognitionMethod("last-clas"); }).find("one of last-class, "),
            std::string::npos);
  const RecognitionMethod& method = FindRecognitionMethod("last-class");
  const LabeledFeatures examples = {Eigen::MatrixXd::Ones(2, 3), {1, 4, 2}};
  EXPECT_EQ(LearnClassifier(method, examples, {})(Eigen::MatrixXd::Ones(2, 2))[1].label, 4);
  EXPECT_EQ(
      LearnClassifier(method, examples, OptionsOf(method, {"more=3"}))(Eigen::MatrixXd::Ones(2, 1))[0].label,
      7);
}

TEST(RegisterRecognitionMethodDeathTest, WhatStandsTwiceOrDoesNothingIsABug) {
  EXPECT_DEATH(RegisterRecognitionMethod(LastClass("hash-omp")), "bug: is_new");
  RecognitionMethod nothing = LastClass("nothing");
  nothing.learn = nullptr;
  EXPECT_DEATH(RegisterRecognitionMethod(nothing), "bug: is_whole");
}

}  // namespace
}  // namespace structlab::kernels
