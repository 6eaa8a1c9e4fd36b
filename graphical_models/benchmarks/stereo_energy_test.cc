#include "graphical_models/benchmarks/stereo_energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace structlab::graphical_models {
namespace {

TEST(StereoEnergy, HasTheKnownSums) {
  const StereoUnaries tsukuba = LoadStereoUnaries(StereoScene::kTsukuba);
  if (tsukuba.is_stand_in) GTEST_SKIP() << "STRUCTLAB_DATA does not hold middlebury-stereo";
  EXPECT_EQ(SumOfLeastUnaries(tsukuba), 139053);
  EXPECT_EQ(SumOfLeastUnaries(LoadStereoUnaries(StereoScene::kTeddy)), 476689);
}

TEST(StereoEnergy, StandInsMatchAtTheirDepths) {
  ASSERT_EQ(setenv("STRUCTLAB_DATA", "/nowhere", 1), 0);
  for (const StereoScene scene : {StereoScene::kTsukuba, StereoScene::kTeddy}) {
    const StereoUnaries stereo = LoadStereoUnaries(scene);
    EXPECT_TRUE(stereo.is_stand_in);
    const int64_t pixels = stereo.shape.num_pixels();
    EXPECT_EQ(static_cast<int64_t>(stereo.unaries.size()), pixels * stereo.shape.labels);
    const auto [least, most] = std::minmax_element(stereo.unaries.begin(), stereo.unaries.end());
    EXPECT_EQ(*least, 0);
    EXPECT_EQ(*most, 20);
    // Nine of ten pixels have a match, except those whose match is outside of the image.
    EXPECT_LT(SumOfLeastUnaries(stereo), pixels * 20 / 4);
    EXPECT_EQ(stereo.unaries, LoadStereoUnaries(scene).unaries);
  }
}

}  // namespace
}  // namespace structlab::graphical_models
