#include "registration/deformable/grey_map.h"

#include <gtest/gtest.h>

#include <functional>

namespace structlab::registration {
namespace {

Geometry Line(int64_t voxels) {
  Geometry geometry;
  geometry.size = {voxels, 1, 1};
  return geometry;
}

// Moving values from `first` to `last` in equal steps, and a function of them as the fixed image.
struct Curve {
  Curve(float first, float last, const std::function<float(float)>& function)
      : fixed(Line(4001)), moving(Line(4001)) {
    for (size_t i = 0; i < moving.values.size(); ++i) {
      moving.values[i] = first + (last - first) * static_cast<float>(i) / 4000;
      fixed.values[i] = function(moving.values[i]);
    }
  }
  Image fixed, moving;
};

TEST(GreyMap, FindsALinearFunction) {
  const Curve curve(0, 1, [](float v) { return 0.9F - 0.5F * v; });
  const GreyMap map = GreyMap::Fitted(curve.fixed, curve.moving);
  for (float v = 0.0625F; v <= 0.9375F; v += 0.01F) EXPECT_NEAR(map(v), 0.9F - 0.5F * v, 1e-4F) << v;
  // At the ends the mean is of one side: a third of a knot inwards.
  EXPECT_NEAR(map(0), 0.9F - 0.5F / 48, 1e-4F);
  EXPECT_NEAR(map(1), 0.4F + 0.5F / 48, 1e-4F);
  EXPECT_EQ(map(-3), map(0));
  EXPECT_EQ(map(7), map(1));
}

TEST(GreyMap, FillsKnotsWithoutVoxels) {
  Image fixed(Line(2)), moving(Line(2));
  moving.values = {0.25F, 0.75F};
  fixed.values = {1, 0};
  const GreyMap map = GreyMap::Fitted(fixed, moving);
  EXPECT_EQ(map(0.25F), 1);
  EXPECT_EQ(map(0.5F), 0.5F);
  EXPECT_EQ(map(0.75F), 0);
  EXPECT_EQ(map(0), 1);
  EXPECT_EQ(map(1), 0);
}

TEST(GreyMap, LeavesOutVoxelsWithoutWeight) {
  Image fixed(Line(3)), moving(Line(3)), weights(Line(3));
  moving.values = {0.5F, 0.5F, 0.5F};
  fixed.values = {0.25F, 1, 0.75F};
  weights.values = {1, 0.4F, 0.5F};
  EXPECT_EQ(GreyMap::Fitted(fixed, moving, &weights)(0.5F), 0.5F);
  EXPECT_EQ(GreyMap::Fitted(fixed, moving, nullptr, &weights)(0.5F), 0.5F);
  weights.values = {0, 0, 0};
  EXPECT_EQ(GreyMap::Fitted(fixed, moving, &weights)(0.3F), 0.3F);
}

}  // namespace
}  // namespace structlab::registration
