#include "experiments/face_recognition/trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/random_stream.h"

namespace structlab::face_recognition {
namespace {

using kernels::FeatureClassifier;
using kernels::FeatureKind;
using kernels::ImageFeatures;

constexpr int kFacePixels = 60;

// Each subject has a plane of its own; images are points of it, with noise, rounded to bytes.
ImageSet Planes(int subjects, int images, uint64_t seed, double noise) {
  ImageSet set;
  set.images.resize(kFacePixels, Eigen::Index{subjects} * images);
  common::RandomStream stream(seed, "points of planes");
  for (int s = 0; s < subjects; ++s) {
    common::RandomStream of_subject(99, "planes", static_cast<uint64_t>(s));
    Eigen::MatrixXd basis(kFacePixels, 2);
    for (double& entry : basis.reshaped()) entry = of_subject.Uniform(0, 60);
    for (int i = 0; i < images; ++i) {
      const Eigen::Vector2d point(1 + stream.Uniform(), 1 + stream.Uniform());
      for (int pixel = 0; pixel < kFacePixels; ++pixel) {
        const double grey = basis.row(pixel).dot(point) + noise * stream.Normal();
        set.images(pixel, set.size()) = static_cast<uint8_t>(std::clamp(std::round(grey), 0.0, 255.0));
      }
      set.labels.push_back(s);
    }
  }
  return set;
}

Split PlaneSplit(double noise) {
  return {Planes(6, 5, 1, 0), Planes(6, 4, 2, noise), Planes(6, 4, 3, noise)};
}

ImageFeatures Hashed(const Split& split, int dimension, int percent) {
  return kernels::MakeFeatures(
      {.kind = FeatureKind::kHashed, .dimension = dimension, .hash_percent = percent, .seed = 1},
      split.training.images, split.training.labels);
}

TEST(MeasureCodes, RecognisesPointsOfPlanes) {
  const Split split = PlaneSplit(1);
  const ImageFeatures features = Hashed(split, 30, 100);
  for (const char* name : {kHashOmp, kHashL1}) {
    std::vector<kernels::SparseCode> codes;
    const FeatureClassifier classify = LearnCodes(FindMethod(name), {}, features, split.training);
    const CodeQuality quality = MeasureCodes({&features, classify}, split.test, &codes);
    EXPECT_EQ(quality.accuracy, 1);
    EXPECT_EQ(codes.size(), 24u);
    EXPECT_GE(quality.atoms, 1);
    EXPECT_LE(quality.atoms, 15);
    EXPECT_EQ(quality.within_tolerance, 1);
  }
}

TEST(MeasureCodes, CountsTheSharesThatSingleRecognitionsGive) {
  const Split split = PlaneSplit(60);
  const ImageFeatures features = Hashed(split, 10, 50);
  const kernels::SparseRecognizer recognizer(kernels::FeaturesOf(features, split.training.images),
                                             split.training.labels);
  int right = 0, within = 0;
  double atoms = 0, share = 0;
  for (int q = 0; q < split.test.size(); ++q) {
    const kernels::Recognition one =
        recognizer.ByPursuit(kernels::FeaturesOf(features, split.test.images.col(q)),
                             {.stop = {.iterations = 3}, .tolerance = 0.3});
    right += one.label == split.test.labels[q];
    within += one.code.residual <= 0.3;
    atoms += static_cast<double>(one.code.atoms.size());
    share += kernels::ShareOfLargest(one.code, kLargest);
  }
  const CodeOptions options = {.tolerance = 0.3, .max_atoms = 3};
  const Contestant contestant = {
      &features, LearnCodes(FindMethod(kHashOmp), options, features, split.training), options.tolerance};
  for (const CodeQuality& quality :
       {MeasureCodes(contestant, split.test), MeasureInTurn(std::span(&contestant, 1), split.test)[0]}) {
    EXPECT_DOUBLE_EQ(quality.accuracy, right / 24.0);
    EXPECT_DOUBLE_EQ(quality.atoms, atoms / 24);
    EXPECT_DOUBLE_EQ(quality.within_tolerance, within / 24.0);
    EXPECT_DOUBLE_EQ(quality.share_of_largest, share / 24);
    EXPECT_GT(quality.code_time, 0);
  }
  for (const int count : {right, within}) {  // more than all or nothing, as the noise is large
    EXPECT_LT(count, 24);
    EXPECT_GT(count, 0);
  }
}

TEST(LearnCodes, APursuitHasHalfAsManyAtomsAsFeaturesOrAsManyAsAsked) {
  const Split split = PlaneSplit(60);
  const ImageFeatures features = Hashed(split, 10, 100);
  const Eigen::VectorXd query = kernels::FeaturesOf(features, split.test.images.col(0));
  const auto atoms = [&](const CodeOptions& options) {
    return LearnCodes(FindMethod(kHashOmp), options, features, split.training)(query)[0].code.atoms.size();
  };
  EXPECT_EQ(atoms({.tolerance = 1e-6}), 5u);
  EXPECT_EQ(atoms({.tolerance = 1e-6, .max_atoms = 3}), 3u);
  EXPECT_EQ(atoms({.tolerance = 0.9, .exact_atoms = 7}), 7u);
}

TEST(HashPercents, AreTheSourcesOrSomeOfThem) {
  EXPECT_EQ(HashPercents(FindMethod(kHashL1), 20).front(), 2);
  EXPECT_EQ(HashPercents(FindMethod(kHashL1), 20).back(), 40);
  EXPECT_EQ(HashPercents(FindMethod(kHashOmp), 4), (std::vector<int>{25, 50, 75, 100}));
}

// The same as to measure each percent on all validation images.
TEST(ChooseHash, IsTheFirstOfTheMostAccurate) {
  const Split split = PlaneSplit(60);
  const std::vector<int> percents = {10, 30, 60, 100};
  for (const char* name : {kHashOmp, kHashL1}) {
    const Method& method = FindMethod(name);
    ChosenHash expected = {.accuracy = -1};
    for (const int percent : percents) {
      const ImageFeatures features = Hashed(split, 20, percent);
      const Contestant contestant = {&features, LearnCodes(method, {}, features, split.training)};
      const double accuracy = MeasureCodes(contestant, split.validation).accuracy;
      if (accuracy > expected.accuracy) expected = {percent, accuracy};
    }
    const ChosenHash found = ChooseHash(split, 20, percents, method, {}, 1);
    EXPECT_EQ(found.percent, expected.percent);
    EXPECT_EQ(found.accuracy, expected.accuracy);
    EXPECT_LT(found.accuracy, 1);
  }
}

TEST(MaxDimension, OfCodesIsTheNumberOfTrainingImages) {
  EXPECT_EQ(MaxDimension(FindMethod(kHashOmp), 494, 38), 494);
  EXPECT_EQ(MaxDimension(FindMethod("EIGEN-OMP"), 494, 38), 493);
  EXPECT_EQ(MaxDimension(FindMethod("FISHER-SVM"), 494, 38), 456);
}

}  // namespace
}  // namespace structlab::face_recognition
