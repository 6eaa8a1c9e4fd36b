#include "experiments/face_recognition/code_pictures.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::face_recognition {
namespace {

std::array<int, 3> At(const harness::Picture& picture, int x, int y) {
  const size_t at =
      (static_cast<size_t>(y) * static_cast<size_t>(picture.width) + static_cast<size_t>(x)) * 3;
  return {picture.values[at], picture.values[at + 1], picture.values[at + 2]};
}
std::array<int, 3> Is(Color color) { return {color.red, color.green, color.blue}; }

TEST(FacePicture, EnlargesEachPixel) {
  const std::vector<uint8_t> pixels = {1, 2, 3, 4, 5, 6};
  const harness::Picture picture = FacePicture(pixels, 2, 3, 2);
  EXPECT_EQ(picture.width, 6);
  EXPECT_EQ(picture.height, 4);
  EXPECT_EQ(picture.values,
            (std::vector<uint8_t>{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 4, 4, 5, 5, 6, 6}));
}

TEST(BarPicture, BarsGoUpAndDownFromTheLineOfZero) {
  const std::vector<double> values = {3, -1, 0, 0.001};
  const std::vector<Color> colors = {kRed, kBlue, kBlue, kGrey};
  const harness::Picture picture = BarPicture(values, colors, {.width = 3, .height = 41});
  EXPECT_EQ(picture.width, 12);
  EXPECT_EQ(picture.height, 41);
  EXPECT_EQ(At(picture, 0, 0), Is(kRed));  // 3 fills what is above row 30
  EXPECT_EQ(At(picture, 1, 15), Is(kRed));
  EXPECT_EQ(At(picture, 2, 15), Is(kWhite));  // the gap
  EXPECT_EQ(At(picture, 3, 15), Is(kWhite));
  EXPECT_EQ(At(picture, 3, 40), Is(kBlue));  // -1 fills what is below
  EXPECT_EQ(At(picture, 0, 35), Is(kWhite));
  EXPECT_EQ(At(picture, 6, 30), Is(kAxis));  // nothing is drawn for 0
  EXPECT_EQ(At(picture, 9, 29), Is(kGrey));  // what is small is seen
  EXPECT_EQ(At(picture, 9, 28), Is(kWhite));
}

TEST(BarPicture, ManyBarsStandInRowsByOneScale) {
  // Five bars, at most two in a row: 2, 2 and 1.
  const std::vector<double> values = {4, 1, 2, 1, 4};
  const std::vector<Color> colors = {kRed, kBlue, kBlue, kGrey, kGreen};
  const harness::Picture picture = BarPicture(values, colors, {.width = 1, .height = 9, .most_in_a_row = 2});
  EXPECT_EQ(picture.width, 2);
  EXPECT_EQ(picture.height, 3 * 9 + 2 * 4);
  EXPECT_EQ(At(picture, 0, 0), Is(kRed));
  EXPECT_EQ(At(picture, 1, 5), Is(kWhite));
  EXPECT_EQ(At(picture, 1, 6), Is(kBlue));
  for (int y = 9; y < 13; ++y) EXPECT_EQ(At(picture, 0, y), Is(kWhite));
  EXPECT_EQ(At(picture, 0, 13 + 3), Is(kWhite));  // 2 is half as long as 4 is in another row
  EXPECT_EQ(At(picture, 0, 13 + 4), Is(kBlue));
  EXPECT_EQ(At(picture, 1, 13 + 6), Is(kGrey));
  EXPECT_EQ(At(picture, 0, 26), Is(kGreen));
  EXPECT_EQ(At(picture, 1, 26 + 8), Is(kWhite));  // no bar, and no line of 0
}

TEST(BarPicture, ZerosAreALine) {
  const harness::Picture picture =
      BarPicture(std::vector<double>{0, 0}, std::vector<Color>{kRed, kRed}, {.width = 1, .height = 5});
  for (int x = 0; x < 2; ++x) {
    for (int y = 0; y < 5; ++y) EXPECT_EQ(At(picture, x, y), Is(y == 0 ? kAxis : kWhite));
  }
}

TEST(BarPicture, WantsAColorForEachBar) {
  EXPECT_NE(common::MessageOf([] {
              BarPicture(std::vector<double>{1}, std::vector<Color>{}, {});
            }).find("a color for each"),
            std::string::npos);
  EXPECT_NE(common::MessageOf([] { BarPicture(std::vector<double>{}, std::vector<Color>{}, {}); }),
            "no error");
}

TEST(HashPicture, HasTheColorsOfTheSource) {
  Eigen::MatrixXd hash(2, 2);
  hash << 0, 1, -1, -2;
  const harness::Picture picture = HashPicture(hash, 2);
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(At(picture, 1, 1), Is(kGreen));
  EXPECT_EQ(At(picture, 2, 1), Is(kBlue));
  EXPECT_EQ(At(picture, 0, 3), Is(kBrown));
  EXPECT_EQ(At(picture, 3, 3), (std::array<int, 3>{70, 40, 10}));
}

}  // namespace
}  // namespace structlab::face_recognition
