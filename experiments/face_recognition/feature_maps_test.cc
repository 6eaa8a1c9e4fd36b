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
  EXPECT_EQ(Apply(maps.Linear(Features::kFisher, 4), training.images),
            Apply(maps.Linear(Features::kPaddedFisher, 4), training.images));
  EXPECT_EQ(Apply(maps.Linear(Features::kPaddedFisher, 12), training.images).rows(), 12);
  EXPECT_EQ(Apply(maps.Linear(Features::kRandom, 40), training.images).rows(), 40);
}

TEST(FeatureMaps, RefuseWhatThereIsNot) {
  const ImageSet training = RandomImages();
  FeatureMaps maps(training, 7);
  EXPECT_THROW(maps.Linear(Features::kEigen, 20), common::Error);  // 20 images, centered
  EXPECT_NO_THROW(maps.Linear(Features::kEigen, 19));
  EXPECT_THROW(maps.Linear(Features::kFisher, 5), common::Error);
  EXPECT_NO_THROW(maps.Linear(Features::kPaddedFisher, 19));
  EXPECT_THROW(maps.Linear(Features::kPaddedFisher, 20), common::Error);
}

}  // namespace
}  // namespace structlab::face_recognition
