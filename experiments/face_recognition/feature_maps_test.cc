#include "experiments/face_recognition/feature_maps.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::face_recognition {
namespace {

// Five subjects with four images each, of 30 random pixels.
ImageSet RandomImages() {
  ImageSet set;
  set.images.resize(30, 20);
  common::RandomStream stream(1, "feature maps");
  for (double& pixel : set.images.reshaped()) pixel = stream.Uniform(0, 255);
  for (int i = 0; i < 20; ++i) set.labels.push_back(i / 4);
  return set;
}

TEST(FeatureMaps, HashedOnesHaveTheRoundedUpNumberOfFunctions) {
  const ImageSet training = RandomImages();
  const FeatureMaps maps(training, 7);
  // 0.14 * 50 is 7 functions, of which each adds or subtracts every pixel once.
  const FeatureMap map = maps.Hashed(50, 14);
  const kernels::HashedMeasurements expected(30, 50, 7, 7);
  EXPECT_EQ(Apply(map, training.images), expected.Apply(training.images));
}

TEST(FeatureMaps, LinearOnesAreThoseOfTheLibrary) {
  const ImageSet training = RandomImages();
  FeatureMaps maps(training, 7);
  const kernels::PrincipalComponents components = kernels::FindPrincipalComponents(training.images);
  EXPECT_EQ(Apply(maps.Linear(Features::kEigen, 5), training.images),
            kernels::ApplyFeatures(kernels::EigenFaces(components, 5), training.images));
  const kernels::FisherPadding refuse = kernels::FisherPadding::kRefuse;
  EXPECT_EQ(
      Apply(maps.Linear(Features::kFisher, 4), training.images),
      kernels::ApplyFeatures(kernels::FisherFaces(components, training.images, training.labels, 4, refuse),
                             training.images));
  EXPECT_EQ(Apply(maps.Linear(Features::kRandom, 40), training.images).rows(), 40);
}

// Images that are nothing but their first three eigenfaces have the same discriminants as others within
// three.
TEST(FeatureMaps, DiscriminantsWithinEigenfacesSeeNothingElse) {
  const ImageSet training = RandomImages();
  FeatureMaps maps(training, 7);
  const kernels::PrincipalComponents components = kernels::FindPrincipalComponents(training.images);
  const Eigen::MatrixXd three = components.directions.leftCols(3);
  const Eigen::MatrixXd centered = training.images.colwise() - components.mean;
  const Eigen::MatrixXd projected = three * (three.transpose() * centered);
  ImageSet flat = training;
  flat.images = projected.colwise() + components.mean;
  const FeatureMap map = maps.Linear(Features::kFisherWithin, 3);
  const Eigen::MatrixXd features = Apply(map, training.images);
  EXPECT_EQ(features.rows(), 3);
  EXPECT_LT((features - Apply(map, flat.images)).norm(), 1e-9 * features.norm());
  FeatureMaps of_flat(flat, 7);
  const Eigen::MatrixXd alone = Apply(of_flat.Linear(Features::kFisher, 3), flat.images);
  // The same but for signs, which nothing fixes.
  EXPECT_LT((features.cwiseAbs() - alone.cwiseAbs()).norm(), 1e-6 * features.norm());
  // There are four discriminants of five subjects, however many eigenfaces.
  EXPECT_EQ(Apply(maps.Linear(Features::kFisherWithin, 12), training.images).rows(), 4);
}

TEST(FeatureMaps, RefuseWhatThereIsNot) {
  const ImageSet training = RandomImages();
  FeatureMaps maps(training, 7);
  EXPECT_THROW(maps.Linear(Features::kEigen, 20), common::Error);  // 20 images, centered
  EXPECT_NO_THROW(maps.Linear(Features::kEigen, 19));
  EXPECT_THROW(maps.Linear(Features::kFisher, 5), common::Error);
  EXPECT_NO_THROW(maps.Linear(Features::kFisherWithin, 15));  // 20 images of 5 subjects
  EXPECT_THROW(maps.Linear(Features::kFisherWithin, 20), common::Error);
  EXPECT_THROW(maps.Linear(Features::kFisherWithin, 0), common::Error);
}

}  // namespace
}  // namespace structlab::face_recognition
