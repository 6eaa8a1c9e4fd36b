#include "graphical_models/images/disparity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr double kUnknown = kUnknownDisparity;

TEST(Disparity, FromStoredValuesAndLabels) {
  const Image stored = {.width = 2, .height = 2, .channels = 1, .values = {0, 4, 50, 211}};
  EXPECT_EQ(DisparitiesOfImage(stored, 4), (DisparityMap{2, 2, {kUnknown, 1, 12.5, 52.75}}));
  EXPECT_EQ(DisparitiesOfLabels(2, 1, Labeling{0, 7}), (DisparityMap{2, 1, {0, 7}}));
  EXPECT_NE(MessageOf([] { DisparitiesOfLabels(2, 1, Labeling{0}); }), "no error");
  EXPECT_NE(MessageOf([] { DisparitiesOfLabels(2, 1, Labeling{0, -1}); }), "no error");
  EXPECT_EQ(MessageOf([&] { DisparitiesOfImage(stored, 0); }),
            "scale of disparities: expected above 0, found 0");
  EXPECT_NE(MessageOf([] { DisparitiesOfImage(UniformImage(1, 1, 3), 4); }), "no error");
}

TEST(CountBadPixels, ComparesWhatIsKnown) {
  const DisparityMap truth = {6, 1, {kUnknown, 3, 3, 3, 3, 3.5}};
  const DisparityMap found = {6, 1, {9, 3, 4, 4.5, kUnknown, 1}};
  EXPECT_EQ(CountBadPixels(found, truth).counted, 5);
  EXPECT_EQ(CountBadPixels(found, truth).bad, 3);
  EXPECT_EQ(CountBadPixels(found, truth).share(), 0.6);
  EXPECT_EQ(CountBadPixels(found, truth, nullptr, 2).bad, 2);
  const Image mask = {.width = 6, .height = 1, .channels = 1, .values = {0, 0, 255, 255, 0, 0}};
  EXPECT_EQ(CountBadPixels(found, truth, &mask).counted, 3);
  EXPECT_EQ(CountBadPixels(found, truth, &mask).bad, 2);
  EXPECT_TRUE(std::isnan(CountBadPixels(truth, {6, 1, std::vector<double>(6, kUnknown)}).share()));
  EXPECT_NE(MessageOf([&] { CountBadPixels(found, {2, 3, std::vector<double>(6, 1)}); }), "no error");
  EXPECT_NE(MessageOf([&] { CountBadPixels(found, {6, 1, {1}}); }), "no error");
  const Image small = UniformImage(5, 1, 1);
  EXPECT_NE(MessageOf([&] { CountBadPixels(found, truth, &small); }), "no error");
}

// A plane at disparity `near` in columns [first, last) of the left image, in front of one at disparity `far`.
TEST(OcclusionMask, FindsWhatAPlaneInFrontHides) {
  common::RandomStream random(1, "planes");
  for (int repeat = 0; repeat < 100; ++repeat) {
    const int width = 40, far = static_cast<int>(random.UniformIndex(4));
    const int near = far + 2 + static_cast<int>(random.UniformIndex(8));
    const int first = 15 + static_cast<int>(random.UniformIndex(5)), last = first + near;
    SCOPED_TRACE(std::to_string(far) + " " + std::to_string(near) + " " + std::to_string(first));
    DisparityMap left = {width, 1, std::vector<double>(40, far)};
    DisparityMap right = {width, 1, std::vector<double>(40, far)};
    for (int x = first; x < last; ++x) left.values[x] = near;
    for (int x = first - near; x < last - near; ++x) right.values[x] = near;
    const Image mask = OcclusionMask(left, right);
    for (int x = 0; x < width; ++x) {
      const bool on_plane = x >= first && x < last;
      const bool behind = !on_plane && x - far >= first - near && x - far < last - near;
      const bool outside = !on_plane && x < far;
      EXPECT_EQ(mask(x, 0), behind || outside ? 255 : 0) << x;
    }
  }
}

TEST(OcclusionMask, ToleratesAndRounds) {
  const DisparityMap right = {4, 1, {2, 1, kUnknown, 0}};
  EXPECT_EQ(OcclusionMask({4, 1, {kUnknown, 0, 1.4, 3}}, right).values, (std::vector<uint8_t>{0, 0, 0, 0}));
  // 1.4 leads to column 1 and differs by 0.4; 3 leads to column 0 and differs by 1.
  EXPECT_EQ(OcclusionMask({4, 1, {kUnknown, 0, 1.4, 3}}, right, 0.5).values,
            (std::vector<uint8_t>{0, 255, 0, 255}));
  // Unknown in the right image, and outside of it; one half is rounded up.
  EXPECT_EQ(OcclusionMask({4, 1, {0.5, 1.6, 0, 1}}, right).values,
            (std::vector<uint8_t>{255, 255, 255, 255}));
  EXPECT_NE(MessageOf([&] { OcclusionMask({2, 1, {0, 0}}, right); }), "no error");
}

TEST(ColorDisparities, BecomeBrighterWithTheDisparity) {
  const int steps = 100;
  DisparityMap map = {steps + 3, 1, {}};
  for (int i = 0; i <= steps; ++i) map.values.push_back(i * 0.5);
  map.values.push_back(1000);
  map.values.push_back(kUnknown);
  const Image image = ColorDisparities(map, 50);
  const auto brightness = [&](int x) {
    return 0.30 * image(x, 0, 0) + 0.59 * image(x, 0, 1) + 0.11 * image(x, 0, 2);
  };
  EXPECT_GT(brightness(0), 25);
  for (int i = 1; i <= steps; ++i) EXPECT_GT(brightness(i), brightness(i - 1)) << i;
  EXPECT_EQ(brightness(steps + 1), brightness(steps));  // larger ones look like the maximum
  EXPECT_EQ(brightness(steps + 2), 0);                  // unknown is black
  // The picture has colours, not only grey values.
  EXPECT_GT(std::abs(image(steps / 3, 0, 0) - image(steps / 3, 0, 2)), 30);
  EXPECT_NE(MessageOf([&] { ColorDisparities(map, 0); }), "no error");
}

TEST(TotalVariation, CountsByHand) {
  EXPECT_EQ(TotalVariation(2, 2, Labeling{0, 3, 1, 1}), (3 + 0 + 1 + 2) / 4.0);
  EXPECT_EQ(TotalVariation(1, 3, Labeling{5, 5, 5}), 0);
  EXPECT_NE(MessageOf([] { TotalVariation(2, 2, Labeling{0, 3, 1}); }), "no error");
  EXPECT_NE(MessageOf([] { TotalVariation(0, 0, Labeling{}); }), "no error");
}

TEST(DisparitiesAs16Bits, KeepUnknownApartFromZero) {
  const DisparityMap map = {5, 1, {kUnknown, 0, 1, 12.5, 255.99}};
  EXPECT_EQ(DisparitiesAs16Bits(map, 256), (std::vector<uint16_t>{0, 1, 256, 3200, 65533}));
  EXPECT_EQ(DisparitiesAs16Bits(map, 1), (std::vector<uint16_t>{0, 1, 1, 13, 256}));
  EXPECT_EQ(MessageOf([] {
              DisparitiesAs16Bits({1, 1, {256}}, 256);
            }),
            "scale of disparities: expected at most 65535 for scale times disparity, found 256 times 256; "
            "take a smaller scale, or fewer disparities");
  EXPECT_NE(MessageOf([&] { DisparitiesAs16Bits(map, -1); }), "no error");
}

}  // namespace
}  // namespace structlab::graphical_models
