#include "structured_learning/localization/search/pixel_box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/testing/message_of.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

TEST(PixelBox, AreasCountPixels) {
  EXPECT_EQ(Area({0, 0, 0, 0}), 1);
  EXPECT_EQ(Area({1, 2, 3, 5}), 12);
  EXPECT_EQ(Area({1, 0, 0, 5}), 0);
  EXPECT_EQ(Area({0, 5, 3, 2}), 0);
  EXPECT_EQ(Area({5, 5, 0, 0}), 0);
  EXPECT_EQ(Area({0, 0, 99'999, 99'999}), 10'000'000'000);
}

TEST(PixelBox, OverlapCountsCommonPixels) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const PixelBox a = RandomBox(seed, 7, 5), b = RandomBox(seed + 1000, 7, 5);
    int common = 0, joined = 0;
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 7; ++x) {
        const PixelBox pixel{x, y, x, y};
        const bool in_a = Area(Intersection(a, pixel)) == 1, in_b = Area(Intersection(b, pixel)) == 1;
        common += in_a && in_b;
        joined += in_a || in_b;
      }
    }
    EXPECT_EQ(Overlap(a, b), static_cast<double>(common) / joined);
    EXPECT_EQ(Overlap(a, b), Overlap(b, a));
    EXPECT_EQ(OverlapLoss(a, b), 1 - Overlap(a, b));
    EXPECT_EQ(OverlapLoss(a, a), 0);
  }
}

TEST(PixelBox, NoObject) {
  const FoundObject none, box = PixelBox{1, 1, 2, 2};
  EXPECT_EQ(OverlapLoss(none, none), 0);
  EXPECT_EQ(OverlapLoss(none, box), 1);
  EXPECT_EQ(OverlapLoss(box, none), 1);
  EXPECT_LT(none, box);
  EXPECT_EQ(NearestOverlapLoss({}, none), 0);
  EXPECT_EQ(NearestOverlapLoss({}, box), 1);
}

TEST(PixelBox, LossToTheNearestOfSeveral) {
  const std::vector<PixelBox> truths = {{0, 0, 1, 1}, {4, 4, 5, 5}};
  EXPECT_EQ(NearestOverlapLoss(truths, PixelBox{4, 4, 5, 5}), 0);
  EXPECT_EQ(NearestOverlapLoss(truths, PixelBox{0, 0, 1, 3}), 0.5);
  EXPECT_EQ(NearestOverlapLoss(truths, PixelBox{2, 2, 3, 3}), 1);
  EXPECT_EQ(NearestOverlapLoss(truths, {}), 1);
}

TEST(PixelBox, ChecksBoxes) {
  CheckBox({0, 0, 3, 2}, 4, 3, "here");
  const auto error = [](const PixelBox& box) {
    return MessageOf(ErrorKind::kData, [&] { CheckBox(box, 4, 3, "cars.tsv:7"); });
  };
  EXPECT_EQ(
      error({2, 0, 1, 2}),
      "cars.tsv:7: expected a box with left <= right and top <= bottom, found 2 0 1 2; write the box as "
      "left, top, right, bottom");
  EXPECT_EQ(
      error({0, 0, 4, 2}),
      "cars.tsv:7: expected a box within the image of 4 x 3 pixels, found 0 0 4 2; count pixels from 0; all "
      "four sides are inside");
  for (const PixelBox& box : {PixelBox{0, 2, 1, 1}, {-1, 0, 1, 1}, {0, -1, 1, 1}, {0, 0, 1, 3}}) {
    EXPECT_NE(error(box), "no error");
  }
}

}  // namespace
}  // namespace structlab::structured_learning
