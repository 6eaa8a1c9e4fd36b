#include "graphical_models/images/superpixels.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

// Four rectangles that differ by 60 in every channel, each with noise of at most 2.
Image Rectangles(int width, int height, common::RandomStream& random) {
  Image image = UniformImage(width, height, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int level = 40 + 60 * (2 * x / width) + 120 * (2 * y / height);
      for (int c = 0; c < 3; ++c) {
        image(x, y, c) = static_cast<uint8_t>(level + static_cast<int>(random.UniformIndex(5)) - 2);
      }
    }
  }
  return image;
}

TEST(MeanShiftSuperpixels, FindRectanglesUnderNoise) {
  common::RandomStream random(1, "rectangles");
  const Image image = Rectangles(40, 30, random);
  const Segmentation found = MeanShiftSuperpixels(image, {.color_radius = 20});
  EXPECT_EQ(found.count, 4);
  std::vector<int> expected;
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) expected.push_back(x / 20 + 2 * (y / 15));
  }
  EXPECT_EQ(found.of_pixel, expected);
  EXPECT_EQ(MeanShiftSuperpixels(image, {.color_radius = 20}), found);
}

TEST(MeanShiftSuperpixels, PartitionAnyImage) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "any");
    const Image image = RandomImage(25, random, 20);
    const Segmentation found =
        MeanShiftSuperpixels(image, {.spatial_radius = 3, .color_radius = 40, .min_size = 5});
    CheckSegmentation(found, image.num_pixels(), "superpixels");
    for (const std::vector<int>& pixels : found.Members()) {
      EXPECT_TRUE(found.count == 1 || pixels.size() >= 5);
    }
  }
}

TEST(MeanShiftSuperpixels, GreyIsAColour) {
  common::RandomStream random(5, "grey");
  const Image gray = RandomImage(20, 15, 1, random, 50);
  EXPECT_EQ(MeanShiftSuperpixels(gray), MeanShiftSuperpixels(InColors(gray)));
  EXPECT_EQ(MeanShiftSuperpixels(Image()), Segmentation());
}

// The greys 128 and 144 of sRGB have L* 53.6 and 59.8, a distance of 6.2; in red, green and blue their
// distance is 27.7. Red (53, 175, 38) and green (88, -83, 107) have the distance 268.
TEST(MeanShiftSuperpixels, LieApartInLuv) {
  const auto halves = [](const std::array<uint8_t, 3>& left, const std::array<uint8_t, 3>& right,
                         const SuperpixelOptions& options) {
    Image image = UniformImage(20, 10, 3);
    for (int y = 0; y < 10; ++y) {
      for (int x = 0; x < 20; ++x) {
        for (int c = 0; c < 3; ++c) image(x, y, c) = (x < 10 ? left : right)[c];
      }
    }
    return MeanShiftSuperpixels(image, options).count;
  };
  EXPECT_EQ(halves({128, 128, 128}, {144, 144, 144}, {.color_radius = 5}), 2);
  EXPECT_EQ(halves({128, 128, 128}, {144, 144, 144}, {.color_radius = 7}), 1);
  EXPECT_EQ(halves({128, 128, 128}, {144, 144, 144}, {.color_radius = 27, .space = ColorSpace::kRgb}), 2);
  EXPECT_EQ(halves({128, 128, 128}, {144, 144, 144}, {.color_radius = 28, .space = ColorSpace::kRgb}), 1);
  EXPECT_EQ(halves({255, 0, 0}, {0, 255, 0}, {.color_radius = 250}), 2);
  EXPECT_EQ(halves({255, 0, 0}, {0, 255, 0}, {.color_radius = 280}), 1);
}

TEST(MeanShiftSuperpixels, MistakesAreTold) {
  const Image image = UniformImage(4, 4, 1);
  const auto message = [&](const SuperpixelOptions& options) {
    return MessageOf([&] { MeanShiftSuperpixels(image, options); });
  };
  EXPECT_EQ(message({.spatial_radius = 0}), "spatial radius of superpixels: expected 1 to 100, found 0");
  EXPECT_EQ(message({.color_radius = 500}), "colour radius of superpixels: expected 0 to 442, found 500");
  EXPECT_EQ(message({.min_size = 0}), "minimum size: expected 1 or more pixels, found 0");
}

}  // namespace
}  // namespace structlab::graphical_models
