// The true disparities of Middlebury's scenes, compared with the images; skipped if the files are missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image_file.h"

namespace structlab::graphical_models {
namespace {

class DisparityFiles : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("STRUCTLAB_DATA");
    folder_ = std::string(data == nullptr ? "" : data) + "/middlebury-stereo/";
    if (data == nullptr || *data == '\0' || !std::filesystem::exists(folder_)) {
      GTEST_SKIP() << "STRUCTLAB_DATA does not hold middlebury-stereo";
    }
  }

  std::string folder_;
};

int64_t Unknown(const DisparityMap& map) {
  return std::count(map.values.begin(), map.values.end(), kUnknownDisparity);
}

TEST_F(DisparityFiles, HoldTheKnownValues) {
  const DisparityMap tsukuba = DisparitiesOfImage(ReadImage(folder_ + "tsukuba/disp3.pgm"), 16);
  EXPECT_EQ(Unknown(tsukuba), 22896);
  EXPECT_EQ(std::set<double>(tsukuba.values.begin(), tsukuba.values.end()),
            (std::set<double>{kUnknownDisparity, 5, 6, 7, 8, 10, 11, 14}));
  EXPECT_EQ(Unknown(DisparitiesOfImage(ReadImage(folder_ + "venus/disp2.pgm"), 8)), 0);
  EXPECT_EQ(Unknown(DisparitiesOfImage(ReadImage(folder_ + "teddy/disp2.png"), 4)), 3406);
  EXPECT_EQ(Unknown(DisparitiesOfImage(ReadImage(folder_ + "teddy/disp6.png"), 4)), 3662);
}

// Pixels that left-right consistency finds visible look alike in both images; the others do not.
TEST_F(DisparityFiles, WhatIsOccludedLooksDifferent) {
  const DisparityMap left = DisparitiesOfImage(ReadImage(folder_ + "teddy/disp2.png"), 4);
  const DisparityMap right = DisparitiesOfImage(ReadImage(folder_ + "teddy/disp6.png"), 4);
  const Image left_image = ReadImage(folder_ + "teddy/im2.png");
  const Image right_image = ReadImage(folder_ + "teddy/im6.png");
  const Image mask = OcclusionMask(left, right);
  double difference[2] = {0, 0};
  int64_t count[2] = {0, 0};
  for (size_t pixel = 0; pixel < left.values.size(); ++pixel) {
    const auto shift = static_cast<size_t>(std::max(0.0, std::round(left.values[pixel])));
    if (left.values[pixel] < 0 || shift > pixel % static_cast<size_t>(left.width)) continue;
    const size_t hidden = mask.values[pixel] == 255 ? 1 : 0;
    difference[hidden] +=
        ColorDistance(ColorOf(left_image, pixel), ColorOf(right_image, pixel - shift)) / 3.0;
    ++count[hidden];
  }
  EXPECT_GT(count[0], 10 * count[1]);
  EXPECT_GT(count[1], 1000);
  EXPECT_GT(difference[1] / static_cast<double>(count[1]), 2 * difference[0] / static_cast<double>(count[0]));
}

}  // namespace
}  // namespace structlab::graphical_models
