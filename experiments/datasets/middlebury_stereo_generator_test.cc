#include "experiments/datasets/middlebury_stereo_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

using graphical_models::kUnknownDisparity;

TEST(MiddleburyStereoGenerator, HasTheFormOfTheRealScenes) {
  const std::string names[] = {"tsukuba", "venus", "teddy"};
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const StereoScene& scene = FindStereoScene(name);
    const StereoPair pair = GenerateStereoPair(name, 0);
    for (const auto* image : {&pair.left, &pair.right}) {
      EXPECT_EQ(image->width, scene.width);
      EXPECT_EQ(image->height, scene.height);
      EXPECT_EQ(image->channels, 3);
    }
    EXPECT_EQ(pair.right_truth.values.empty(), name != "teddy");
    for (const double d : pair.truth.values) {
      if (d == kUnknownDisparity) continue;
      EXPECT_GT(d, 0);
      EXPECT_LE(d, scene.labels - 1);
      const double stored = d * (name == "tsukuba" ? 1 : scene.scale);
      EXPECT_EQ(stored, std::round(stored));
    }
    const auto unknown = std::ranges::count(pair.truth.values, kUnknownDisparity);
    EXPECT_EQ(unknown, name == "tsukuba" ? 22896 : name == "venus" ? 0 : 9 * 375);
  }
}

// What the truth says is one point looks alike in both images, but for noise, where it is seen in both.
TEST(MiddleburyStereoGenerator, TheTruthFitsTheImages) {
  const StereoPair pair = GenerateStereoPair("teddy", 1);
  const auto occluded = OcclusionMask(pair.truth, pair.right_truth);
  int64_t near = 0, far = 0, counted = 0;
  for (int y = 0; y < pair.left.height; ++y) {
    for (int x = 0; x < pair.left.width; ++x) {
      const double d =
          pair.truth
              .values[static_cast<size_t>(y) * static_cast<size_t>(pair.left.width) + static_cast<size_t>(x)];
      if (d == kUnknownDisparity || occluded(x, y) == 255) continue;
      const int there = x - static_cast<int>(std::lround(d));
      const int elsewhere = there > 10 ? there - 10 : there + 10;
      for (int channel = 0; channel < 3; ++channel) {
        near += std::abs(pair.left(x, y, channel) - pair.right(there, y, channel));
        far += std::abs(pair.left(x, y, channel) - pair.right(elsewhere, y, channel));
      }
      counted += 3;
    }
  }
  ASSERT_GT(counted, 300000);
  // The mean absolute difference of two normal values of deviation 1.2 is 1.35; rounded disparities add some.
  EXPECT_LT(static_cast<double>(near) / static_cast<double>(counted), 2.2);
  EXPECT_GT(static_cast<double>(far) / static_cast<double>(counted), 5);
}

TEST(MiddleburyStereoGenerator, DependsOnSeedAndSceneAlone) {
  EXPECT_TRUE(GenerateStereoPair("venus", 2) == GenerateStereoPair("venus", 2));
  EXPECT_NE(GenerateStereoPair("venus", 2).left.values, GenerateStereoPair("venus", 3).left.values);
  EXPECT_EQ(ErrorOf([] { GenerateStereoPair("cones", 2); }).exit_status(), 2);
}

}  // namespace
}  // namespace structlab::datasets
