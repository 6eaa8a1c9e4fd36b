#include "registration/volumes/slice_picture.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace structlab::registration {
namespace {

using common::Picture;
using Bytes = std::vector<uint8_t>;

Geometry Grid(int64_t x, int64_t y, int64_t z, int dimension = 3) {
  Geometry grid;
  grid.dimension = dimension;
  grid.size = VoxelIndex(x, y, z);
  return grid;
}

Bytes PixelOf(const Picture& picture, int x, int y) {
  const int at = (y * picture.width + x) * picture.channels;
  return {picture.values.begin() + at, picture.values.begin() + at + picture.channels};
}

// The third axis points up in slices of volumes; pixels are square whatever the voxels are.
TEST(SlicePicture, ShowsTheMiddleSliceInMillimetres) {
  Image image(Grid(4, 3, 2));
  image.geometry.spacing = Point(1, 1, 4);
  for (int64_t x = 0; x < 4; ++x) {
    image.at(x, 1, 0) = 0.2F * static_cast<float>(x);
    image.at(x, 1, 1) = 1;
  }
  const Picture picture = GreySlice(image, {.axis = 1, .width = 4});
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(picture.height, 8);
  EXPECT_EQ(PixelOf(picture, 2, 0), (Bytes{255}));
  EXPECT_EQ(PixelOf(picture, 3, 7), (Bytes{153}));
  EXPECT_EQ(PixelOf(picture, 0, 7), (Bytes{0}));
  EXPECT_EQ(PixelOf(GreySlice(image, {.axis = 1, .place = 0, .width = 4}), 2, 0), (Bytes{0}));
}

TEST(SlicePicture, ImagesOfTwoDimensionsAreNotTurned) {
  Image image(Grid(2, 2, 1, 2));
  image.at(0, 0) = 1;
  const Picture picture = GreySlice(image, {.width = 2});
  EXPECT_EQ(picture.values, (Bytes{255, 0, 0, 0}));
}

TEST(SlicePicture, ColoursTellWhichLabelsAgree) {
  LabelMap a(Grid(5, 1, 1, 2)), b = a;
  a.values = {0, 1, 0, 2, 1};
  b.values = {0, 0, 1, 2, 2};
  const Picture picture = OverlapSlice(a, b, {.width = 5});
  ASSERT_EQ(picture.channels, 3);
  std::vector<Bytes> colours;
  for (int x = 0; x < 5; ++x) colours.push_back(PixelOf(picture, x, 0));
  EXPECT_EQ(colours[0], (Bytes{255, 255, 255}));
  EXPECT_GT(colours[1][0], colours[1][2]);  // red
  EXPECT_GT(colours[2][2], colours[2][0]);  // blue
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_NE(colours[i], colours[j]);
  }
}

TEST(SlicePicture, DifferencesAreGreenWhereImagesAgree) {
  Image a(Grid(3, 1, 1, 2)), b = a;
  a.values = {0.5F, 1, 0};
  b.values = {0.5F, 0, 1};
  const Picture picture = DifferenceSlice(a, b, {.width = 3});
  EXPECT_EQ(PixelOf(picture, 0, 0), (Bytes{0, 255, 0}));
  EXPECT_EQ(PixelOf(picture, 1, 0), (Bytes{255, 0, 0}));
  EXPECT_EQ(PixelOf(picture, 2, 0), (Bytes{0, 0, 255}));
}

TEST(SlicePicture, CombinesGreyPictures) {
  const Picture a = {.width = 16, .height = 1, .values = Bytes(16, 10)},
                b = {.width = 16, .height = 1, .values = Bytes(16, 30)};
  const Picture squares = Chequered(a, b);
  EXPECT_EQ(Bytes(squares.values.begin(), squares.values.begin() + 5), (Bytes{10, 10, 30, 30, 10}));
  EXPECT_EQ(AbsoluteDifference(a, b).values, Bytes(16, 235));
}

TEST(SlicePicture, TilesRowsOfPictures) {
  const Picture small = {.width = 1, .height = 1, .values = {7}},
                wide = {.width = 2, .height = 1, .values = {8, 9}};
  const Picture tiled = Tiled({{small, wide}, {wide}});
  EXPECT_EQ(tiled.width, 2 + 6 + 2);
  EXPECT_EQ(tiled.height, 1 + 6 + 1);
  EXPECT_EQ(PixelOf(tiled, 0, 0), (Bytes{7}));
  EXPECT_EQ(PixelOf(tiled, 1, 0), (Bytes{255}));
  EXPECT_EQ(PixelOf(tiled, 9, 0), (Bytes{9}));
  EXPECT_EQ(PixelOf(tiled, 1, 7), (Bytes{9}));
  EXPECT_EQ(PixelOf(tiled, 9, 7), (Bytes{255}));
}

}  // namespace
}  // namespace structlab::registration
