#include "graphical_models/images/crop.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

TEST(Crop, TakesTheSamePixelsOfAllForms) {
  Image image = UniformImage(4, 3, 3);
  DisparityMap map = {.width = 4, .height = 3, .values = std::vector<double>(12)};
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) {
      for (int c = 0; c < 3; ++c) image(x, y, c) = static_cast<uint8_t>(100 * c + 10 * y + x);
      map.values[4 * y + x] = 10 * y + x;
    }
  }
  const Rectangle part = {.x = 1, .y = 1, .width = 2, .height = 2};
  const Image cut = Crop(image, part);
  ASSERT_EQ(cut.width, 2);
  ASSERT_EQ(cut.height, 2);
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(cut(0, 0, c), 100 * c + 11);
    EXPECT_EQ(cut(1, 1, c), 100 * c + 22);
  }
  EXPECT_EQ(Crop(map, part).values, (std::vector<double>{11, 12, 21, 22}));
  EXPECT_EQ(Crop(image, {.width = 4, .height = 3}), image);
}

TEST(Crop, NumbersRegionsAnewAndLeavesOutThoseWithoutAPixel) {
  const Segmentation regions = {.count = 4, .of_pixel = {0, 0, 1, 1, 0, 3, 2, 2, 0, 3, -1, 2}};
  const Segmentation cut = Crop(regions, 4, 3, {.x = 1, .y = 1, .width = 3, .height = 2});
  EXPECT_EQ(cut.count, 2);
  EXPECT_EQ(cut.of_pixel, (std::vector<int>{0, 1, 1, 0, -1, 1}));
}

TEST(Crop, TheMiddleIsTheWholeWhereNothingIsAsked) {
  const Rectangle middle = MiddleOf(10, 7, 4, 4), whole = MiddleOf(10, 7, 0, 20);
  EXPECT_EQ(middle.x, 3);
  EXPECT_EQ(middle.y, 1);
  EXPECT_EQ(middle.width, 4);
  EXPECT_EQ(middle.height, 4);
  EXPECT_EQ(whole.width, 10);
  EXPECT_EQ(whole.height, 7);
}

TEST(Crop, RefusesWhatIsNotWithinTheImage) {
  const Image image = UniformImage(4, 3, 1);
  for (const Rectangle& part : {Rectangle{1, 0, 4, 3}, Rectangle{0, 1, 4, 3}, Rectangle{-1, 0, 2, 2},
                                Rectangle{0, 0, -1, 2}, Rectangle{2147483647, 0, 1, 1}}) {
    EXPECT_THROW(Crop(image, part), common::Error);
  }
  EXPECT_THROW(Crop(Segmentation{.count = 1, .of_pixel = {0}}, 4, 3, {0, 0, 1, 1}), common::Error);
}

}  // namespace
}  // namespace structlab::graphical_models
