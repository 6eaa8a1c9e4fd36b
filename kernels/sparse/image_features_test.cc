#include "kernels/sparse/image_features.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

constexpr int kPixels = 30;

// Five classes with four images each, of random pixels.
ByteImages RandomBytes(int pixels, int images) {
  ByteImages bytes(pixels, images);
  common::RandomStream stream(1, "bytes");
  for (uint8_t& pixel : bytes.reshaped()) pixel = static_cast<uint8_t>(stream.UniformIndex(256));
  return bytes;
}
std::vector<int> Labels() {
  std::vector<int> labels;
  for (int i = 0; i < 20; ++i) labels.push_back(i / 4);
  return labels;
}

Eigen::MatrixXd Features(const FeatureRequest& request) {
  const ByteImages images = RandomBytes(kPixels, 20);
  return FeaturesOf(MakeFeatures(request, images, Labels()), images);
}

TEST(MakeFeatures, MakesThoseOfTheLibrary) {
  const Eigen::MatrixXd images = RandomBytes(kPixels, 20).cast<double>();
  // 0.14 * 50 is 7 functions, each of which adds or subtracts every pixel once.
  EXPECT_EQ(Features({.kind = FeatureKind::kHashed, .dimension = 50, .hash_percent = 14, .seed = 7}),
            HashedMeasurements(kPixels, 50, 7, 7).Apply(images));
  const PrincipalComponents components = FindPrincipalComponents(images);
  EXPECT_LT((Features({.kind = FeatureKind::kEigen, .dimension = 5}) -
             ApplyFeatures(EigenFaces(components, 5), images))
                .norm(),
            1e-5 * images.norm());
  EXPECT_EQ(Features({.kind = FeatureKind::kRandom, .dimension = 40}).rows(), 40);
  const PrincipalComponents three = {components.mean, components.directions.leftCols(3),
                                     components.variances.head(3)};
  const LinearFeatures fisher = FisherFaces(three, images, Labels(), 3, FisherPadding::kRefuse);
  EXPECT_LT((Features({.kind = FeatureKind::kFisher, .dimension = 3}) - ApplyFeatures(fisher, images)).norm(),
            1e-3);
  // Five classes have four discriminants, for any number of eigenfaces.
  EXPECT_EQ(Features({.kind = FeatureKind::kFisher, .dimension = 12}).rows(), 4);
}

TEST(MakeFeatures, RefusesDimensionsThatDoNotExist) {
  EXPECT_THROW(Features({.kind = FeatureKind::kEigen, .dimension = 20}), common::Error);
  EXPECT_NO_THROW(Features({.kind = FeatureKind::kEigen, .dimension = 19}));
  EXPECT_THROW(Features({.kind = FeatureKind::kFisher, .dimension = 16}), common::Error);
  EXPECT_NO_THROW(Features({.kind = FeatureKind::kFisher, .dimension = 15}));
  EXPECT_THROW(Features({.kind = FeatureKind::kEigen, .dimension = 0}), common::Error);
}

TEST(FeaturesOf, OneImageIsTheColumnOfAll) {
  const ByteImages images = RandomBytes(kPixels, 20);
  for (const FeatureKind kind :
       {FeatureKind::kHashed, FeatureKind::kRandom, FeatureKind::kEigen, FeatureKind::kFisher}) {
    const ImageFeatures features = MakeFeatures({.kind = kind, .dimension = 6}, images, Labels());
    const Eigen::MatrixXd all = FeaturesOf(features, images);
    EXPECT_LT((FeaturesOf(features, images.col(13)) - all.col(13)).norm(), 1e-5 * all.norm());
  }
}

}  // namespace
}  // namespace structlab::kernels
