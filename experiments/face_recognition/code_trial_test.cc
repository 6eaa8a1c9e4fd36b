#include "experiments/face_recognition/code_trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/random_stream.h"

namespace structlab::face_recognition {
namespace {

constexpr int kFacePixels = 60;

// Each subject has a plane of its own; images are points of it, with noise.
ImageSet Planes(int subjects, int images, uint64_t seed, double noise) {
  ImageSet set;
  set.images.resize(kFacePixels, Eigen::Index{subjects} * images);
  common::RandomStream stream(seed, "points of planes");
  for (int s = 0; s < subjects; ++s) {
    common::RandomStream of_subject(99, "planes", static_cast<uint64_t>(s));
    Eigen::MatrixXd basis(kFacePixels, 2);
    for (double& entry : basis.reshaped()) entry = of_subject.Normal();
    for (int i = 0; i < images; ++i) {
      const Eigen::Vector2d point(1 + stream.Uniform(), 1 + stream.Uniform());
      Eigen::VectorXd image = basis * point;
      for (double& pixel : image) pixel += noise * stream.Normal();
      set.images.col(set.size()) = image;
      set.labels.push_back(s);
    }
  }
  return set;
}

Split PlaneSplit(double noise) {
  return {Planes(6, 5, 1, 0), Planes(6, 4, 2, noise), Planes(6, 4, 3, noise)};
}

TEST(MeasureCodes, RecognisesPointsOfPlanes) {
  const Split split = PlaneSplit(0.01);
  const FeatureMaps maps(split.training, 1);
  for (const Classifier classifier : {Classifier::kPursuit, Classifier::kL1}) {
    std::vector<kernels::SparseCode> codes;
    const CodeQuality quality =
        MeasureCodes(maps.Hashed(30, 100), split.training, split.test, classifier, {}, &codes);
    EXPECT_EQ(quality.accuracy, 1);
    EXPECT_EQ(codes.size(), 24u);
    EXPECT_GE(quality.atoms, 1);
    EXPECT_LE(quality.atoms, 15);
    EXPECT_GT(quality.heaviest_share, 0.9);
    EXPECT_LE(quality.heaviest_share, 1 + 1e-12);
  }
}

TEST(MeasureCodes, CountsTheSharesThatSingleRecognitionsGive) {
  const Split split = PlaneSplit(3);
  const FeatureMaps maps(split.training, 1);
  const FeatureMap map = maps.Hashed(10, 50);
  const kernels::SparseRecognizer recognizer(Apply(map, split.training.images), split.training.labels);
  int right = 0;
  double atoms = 0;
  for (int q = 0; q < split.test.size(); ++q) {
    const kernels::Recognition one =
        recognizer.ByPursuit(Apply(map, split.test.images.col(q)), {.most_atoms = 3, .tolerance = 0.05});
    right += one.label == split.test.labels[static_cast<size_t>(q)];
    atoms += static_cast<double>(one.code.atoms.size());
  }
  const CodeQuality quality = MeasureCodes(map, split.training, split.test, Classifier::kPursuit,
                                           {.tolerance = 0.05, .most_atoms = 3});
  EXPECT_DOUBLE_EQ(quality.accuracy, right / 24.0);
  EXPECT_DOUBLE_EQ(quality.atoms, atoms / 24);
  EXPECT_LT(right, 24);  // the noise is large, so that a count is more than all or nothing
  EXPECT_GT(right, 0);
}

TEST(Recognize, APursuitHasAtMostHalfAsManyAtomsAsFeatures) {
  const Split split = PlaneSplit(3);
  const FeatureMaps maps(split.training, 1);
  const FeatureMap map = maps.Hashed(10, 100);
  const kernels::SparseRecognizer recognizer(Apply(map, split.training.images), split.training.labels);
  size_t most = 0;
  for (int q = 0; q < split.test.size(); ++q) {
    const kernels::Recognition one = Recognize(recognizer, Classifier::kPursuit, {.tolerance = 1e-6},
                                               Apply(map, split.test.images.col(q)));
    most = std::max(most, one.code.atoms.size());
  }
  EXPECT_EQ(most, 5u);
}

TEST(HeaviestShare, IsOfTheTenLargest) {
  kernels::SparseCode code;
  EXPECT_EQ(HeaviestShare(code), 0);
  for (int i = 0; i < 12; ++i) {
    code.atoms.push_back(i);
    code.coefficients.push_back(i < 2 ? -0.5 : 1);
  }
  EXPECT_DOUBLE_EQ(HeaviestShare(code), 10.0 / 11);
}

TEST(ChooseHash, TakesTheMostAccurateAndOfEqualOnesTheFewest) {
  const Split split = PlaneSplit(2);
  const std::vector<int> percents = {5, 20, 60, 100};
  const ChosenHash chosen = ChooseHash(split, 12, percents, Classifier::kPursuit, {}, 4);
  const FeatureMaps maps(split.training, 4);
  double best = -1;
  int expected = 0;
  for (const int percent : percents) {
    const double accuracy =
        MeasureCodes(maps.Hashed(12, percent), split.training, split.validation, Classifier::kPursuit, {})
            .accuracy;
    if (accuracy > best) expected = percent;
    best = std::max(best, accuracy);
  }
  EXPECT_EQ(chosen.percent, expected);
  EXPECT_EQ(chosen.accuracy, best);
  // All are right here.
  EXPECT_EQ(ChooseHash(PlaneSplit(0), 30, std::vector<int>{40, 80, 100}, Classifier::kPursuit, {}, 4).percent,
            40);
}

}  // namespace
}  // namespace structlab::face_recognition
