#include "graphical_models/exact/benchmark_images.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// Weights are 1/8, 3/8, 5/8 and 7/8 between two pixels; at the border the pixel itself is used. Halves are
// rounded up.
TEST(EnlargeFourfold, WeighsTheTwoNearestPixels) {
  const GrayImage row = EnlargeFourfold({.width = 2, .height = 1, .pixels = {0, 100}});
  EXPECT_EQ(row.width, 8);
  EXPECT_EQ(row.height, 4);
  const std::vector<uint8_t> expected = {0, 0, 13, 38, 63, 88, 100, 100};
  for (int y = 0; y < 4; ++y) {
    EXPECT_EQ(std::vector<uint8_t>(row.pixels.begin() + 8 * y, row.pixels.begin() + 8 * y + 8), expected);
  }
  const GrayImage column = EnlargeFourfold({.width = 1, .height = 2, .pixels = {0, 100}});
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(column.pixels[4 * y + x], expected[y]);
  }
}

// Rounding comes after each direction: 13 along x and then 7/8 of it, not 7/8 of 12.5.
TEST(EnlargeFourfold, RoundsBetweenTheDirections) {
  const GrayImage image = EnlargeFourfold({.width = 2, .height = 2, .pixels = {0, 100, 0, 0}});
  EXPECT_EQ(image.pixels[2 * 8 + 2], 11);  // 11.375 from 13; 10.9 from 12.5
  EXPECT_EQ(image.pixels[5 * 8 + 2], 2);   // 1.625 from 13; 1.56 from 12.5
  EXPECT_EQ(image.pixels[3 * 8 + 5], 55);  // 88 * 5 / 8
}

TEST(TwoMeansOf, FindsTheCentresOfTwoClusters) {
  const TwoMeans means = TwoMeansOf({.width = 6, .height = 1, .pixels = {10, 20, 21, 200, 210, 220}});
  EXPECT_EQ(means.dark, 17);
  EXPECT_EQ(means.bright, 210);
  EXPECT_EQ(TwoMeansOf({.width = 1, .height = 1, .pixels = {7}}).dark, 7);
}

TEST(GenerateGrayImage, IsTheSameForTheSameSeed) {
  const GrayImage image = GenerateGrayImage(60, 40, 1);
  EXPECT_EQ(image.pixels, GenerateGrayImage(60, 40, 1).pixels);
  EXPECT_NE(image.pixels, GenerateGrayImage(60, 40, 2).pixels);
  EXPECT_EQ(image.pixels.size(), 2400u);
  EXPECT_LT(TwoMeansOf(image).dark + 40, TwoMeansOf(image).bright);
}

TEST(ReadGrayImage, TakesTheLumaOfColours) {
  const std::string path = testing::TempDir() + "/colours.ppm";
  std::ofstream(path, std::ios::binary) << "P6 3 1 255 " << std::string("\xFF\0\0\0\xFF\0\0\0\xFF", 9);
  const GrayImage image = ReadGrayImage(path);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.pixels, (std::vector<uint8_t>{76, 150, 29}));  // 76.2, 149.7, 29.1
}

TEST(ReadGrayImage, RefusesWhatIsNoImage) {
  EXPECT_THROW(ReadGrayImage(testing::TempDir() + "/no such file.png"), common::Error);
}

}  // namespace
}  // namespace structlab::graphical_models
