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
    const kernels::Recognition one = recognizer.ByPursuit(Apply(map, split.test.images.col(q)),
                                                          {.stop = {.iterations = 3}, .tolerance = 0.05});
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

// Three points of a plane are far from what is not on it, and make what is.
TEST(MeasureCodes, SaysWhichCodesComeWithinTheTolerance) {
  ImageSet training = Planes(1, 3, 1, 0);
  training.labels = {0, 1, 1};
  ImageSet queries = Planes(1, 4, 2, 0);  // of the same plane
  const FeatureMaps maps(training, 1);
  const FeatureMap map = maps.Hashed(10, 100);
  EXPECT_EQ(MeasureCodes(map, training, queries, Classifier::kL1, {}).reached, 1);
  common::RandomStream stream(7, "other images");
  for (double& pixel : queries.images.col(0)) pixel = stream.Normal();
  EXPECT_DOUBLE_EQ(MeasureCodes(map, training, queries, Classifier::kL1, {}).reached, 0.75);
  for (double& pixel : queries.images.reshaped()) pixel = stream.Normal();
  EXPECT_EQ(MeasureCodes(map, training, queries, Classifier::kL1, {}).reached, 0);
}

TEST(IsReached, TakesTheToleranceForMetWhereRoundingMissesIt) {
  kernels::SparseCode code;
  code.residual = 0.05 + 1e-9;
  EXPECT_TRUE(IsReached(code, 0.05));
  code.residual = 0.0501;
  EXPECT_FALSE(IsReached(code, 0.05));
}

TEST(MeasureCodes, EqualAtomsAreTakenOfEachQuery) {
  const Split split = PlaneSplit(3);
  const FeatureMaps maps(split.training, 1);
  const CodeOptions options = {.tolerance = 0.9, .exact_atoms = 7};
  for (const int dimension : {10, 40}) {
    const CodeQuality quality =
        MeasureCodes(maps.Hashed(dimension, 50), split.training, split.test, Classifier::kPursuit, options);
    EXPECT_EQ(quality.atoms, 7) << dimension;
  }
}

// More queries than are taken in turn, and two ways by the same features.
TEST(MeasureInTurn, FindsWhatEachFindsAlone) {
  const Split split = PlaneSplit(3);
  const FeatureMaps maps(split.training, 1);
  const FeatureMap narrow = maps.Hashed(10, 50), wide = maps.Hashed(30, 100);
  const std::vector<Contestant> contestants = {{&narrow, Classifier::kPursuit},
                                               {&wide, Classifier::kL1, {.tolerance = 0.2}},
                                               {&narrow, Classifier::kPursuit, {.exact_atoms = 2}}};
  const std::vector<CodeQuality> together = MeasureInTurn(contestants, split.training, split.test);
  ASSERT_EQ(together.size(), 3u);
  for (size_t i = 0; i < contestants.size(); ++i) {
    const Contestant& one = contestants[i];
    const CodeQuality alone = MeasureCodes(*one.map, split.training, split.test, one.classifier, one.options);
    EXPECT_EQ(together[i].accuracy, alone.accuracy);
    EXPECT_EQ(together[i].atoms, alone.atoms);
    EXPECT_EQ(together[i].heaviest_share, alone.heaviest_share);
    EXPECT_EQ(together[i].reached, alone.reached);
    EXPECT_GT(together[i].code_time, 0);
    EXPECT_GT(together[i].feature_time, 0);
    EXPECT_EQ(together[i].running_time(), together[i].feature_time + together[i].code_time);
  }
  EXPECT_EQ(together[2].atoms, 2);
}

// Another trial has other hash functions, which the choice of u reads.
TEST(FeatureMaps, HashFunctionsAreThoseOfTheTrial) {
  const Split split = PlaneSplit(0);
  const FeatureMaps first(split.training, 1), again(split.training, 1), second(split.training, 2);
  const Eigen::MatrixXd of_first = Apply(first.Hashed(20, 30), split.training.images);
  EXPECT_EQ(of_first, Apply(again.Hashed(20, 30), split.training.images));
  EXPECT_NE(of_first, Apply(second.Hashed(20, 30), split.training.images));
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
