#include "registration/volumes/resample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "common/testing/message_of.h"
#include "registration/volumes/bspline.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

const std::vector<Interpolation> kAll = {Interpolation::kNearest, Interpolation::kLinear,
                                         Interpolation::kCubicBSpline};

void ExpectNear(const Image& a, const Image& b, double tolerance) {
  ASSERT_EQ(a.values.size(), b.values.size());
  for (size_t i = 0; i < a.values.size(); ++i) ASSERT_NEAR(a.values[i], b.values[i], tolerance) << i;
}

TEST(Resample, ToTheSameGridChangesNothing) {
  common::ThreadPool pool(2);
  for (const Geometry& geometry :
       {ObliqueGeometry({9, 7, 5}, 1), ObliqueGeometry2D(9, 7, 2), ObliqueGeometry({5, 1, 2}, 3)}) {
    const Image image = RandomImage(geometry, 1);
    for (const Interpolation interpolation : kAll) {
      ExpectNear(Resample(image, geometry, pool, {interpolation}), image, 1e-3);
    }
    const LabelMap labels = RandomLabels(geometry, 4, 1);
    EXPECT_EQ(ResampleLabels(labels, geometry, pool).values, labels.values);
  }
}

// The same points in space, in another order in memory.
TEST(Resample, DoesNotDependOnTheOrderOfAxes) {
  common::ThreadPool pool(2);
  const Geometry geometry = ObliqueGeometry({9, 7, 5}, 1), target = ObliqueGeometry({6, 5, 4}, 1);
  const Image image = RandomImage(geometry, 1);
  // Axes 0 and 2 change places, axis 1 is turned round.
  Geometry swapped = geometry;
  swapped.size = VoxelIndex(5, 7, 9);
  swapped.spacing = Point(geometry.spacing[2], geometry.spacing[1], geometry.spacing[0]);
  swapped.origin = geometry.PointOf(Point(0, 6, 0));
  swapped.direction << geometry.direction.col(2), -geometry.direction.col(1), geometry.direction.col(0);
  Image other(swapped);
  for (int64_t i = 0; i < 9; ++i) {
    for (int64_t j = 0; j < 7; ++j) {
      for (int64_t k = 0; k < 5; ++k) other.at(k, 6 - j, i) = image.at(i, j, k);
    }
  }
  for (const Interpolation interpolation : {Interpolation::kLinear, Interpolation::kCubicBSpline}) {
    ExpectNear(Resample(image, target, pool, {interpolation}), Resample(other, target, pool, {interpolation}),
               1e-3);
  }
}

TEST(Resample, LinearInterpolationIsExactOnPlanes) {
  common::ThreadPool pool(1);
  const Geometry geometry = ObliqueGeometry({12, 11, 9}, 5);
  const Eigen::Vector3d slope(0.3, -0.2, 0.7);
  Image plane(geometry);
  for (size_t i = 0; i < plane.values.size(); ++i) {
    plane.values[i] = static_cast<float>(
        slope.dot(geometry.PointOf(geometry.IndexAt(static_cast<int64_t>(i)).cast<double>())));
  }
  common::RandomStream random(1, "points");
  Geometry target;
  target.size = VoxelIndex(1, 1, 1);
  for (int n = 0; n < 200; ++n) {
    target.origin = RandomPoint(geometry, random);
    EXPECT_NEAR(Resample(plane, target, pool).values[0], slope.dot(target.origin), 1e-4);
  }
}

TEST(Resample, HasTheGivenValueOutside) {
  common::ThreadPool pool(1);
  Geometry geometry, target;
  geometry.size = target.size = VoxelIndex(4, 1, 1);
  const Image image(geometry, 5.0F);
  target.origin = Point(-0.75, 0, 0);
  for (const Interpolation interpolation : kAll) {
    EXPECT_EQ(Resample(image, target, pool, {interpolation, -7.0F}).values,
              std::vector<float>({-7, 5, 5, 5}));
  }
  target.origin = Point(0.75, 0, 0);
  EXPECT_EQ(Resample(image, target, pool, {Interpolation::kLinear, -7.0F}).values,
            std::vector<float>({5, 5, 5, -7}));
}

TEST(Resample, FollowsTheTransform) {
  common::ThreadPool pool(2);
  const Geometry geometry = ObliqueGeometry({8, 7, 6}, 2);
  const Image image = RandomImage(geometry, 2);
  // By a voxel along the second axis: target(i, j, k) is image(i, j + 1, k).
  const AffineTransform shift = {Eigen::Matrix3d::Identity(),
                                 geometry.direction.col(1) * geometry.spacing[1]};
  for (const Interpolation interpolation : kAll) {
    const Image moved = Resample(image, geometry, pool, {interpolation, -1.0F}, shift);
    const Image warped = WarpImage(image, FieldOf(shift, geometry, pool), pool, {interpolation, -1.0F});
    for (int64_t k = 0; k < 6; ++k) {
      for (int64_t j = 0; j < 7; ++j) {
        for (int64_t i = 0; i < 8; ++i) {
          const float expected = j == 6 ? -1.0F : image.at(i, j + 1, k);
          EXPECT_NEAR(moved.at(i, j, k), expected, 1e-3);
          EXPECT_NEAR(warped.at(i, j, k), expected, 1e-3);
        }
      }
    }
  }
  const LabelMap labels = RandomLabels(geometry, 9, 1);
  const LabelMap moved = WarpLabels(labels, FieldOf(shift, geometry, pool), pool);
  EXPECT_EQ(moved.values, ResampleLabels(labels, geometry, pool, shift).values);
  EXPECT_EQ(moved.at(3, 2, 1), labels.at(3, 3, 1));
}

TEST(Resample, HasTheSameBitsOnSeveralThreads) {
  const Geometry geometry = ObliqueGeometry({31, 29, 17}, 2), target = ObliqueGeometry({27, 33, 19}, 2);
  const Image image = RandomImage(geometry, 2);
  const DisplacementField field = SmoothField(geometry, 3, 9, 1);
  common::ThreadPool one(1), four(4);
  for (const Interpolation interpolation : kAll) {
    EXPECT_EQ(Resample(image, target, one, {interpolation}).values,
              Resample(image, target, four, {interpolation}).values);
    EXPECT_EQ(WarpImage(image, field, one, {interpolation}).values,
              WarpImage(image, field, four, {interpolation}).values);
  }
  EXPECT_EQ(Smooth(image, 2, one).values, Smooth(image, 2, four).values);
  EXPECT_EQ(Reduce(image, {2, 3, 2}, one).values, Reduce(image, {2, 3, 2}, four).values);
}

TEST(BSpline, PassesThroughTheVoxels) {
  common::ThreadPool pool(2);
  for (const VoxelIndex& size :
       {VoxelIndex(40, 3, 25), VoxelIndex(2, 2, 2), VoxelIndex(1, 30, 1), VoxelIndex(3, 21, 20)}) {
    const Image image = RandomImage(ObliqueGeometry(size, 1), 1);
    const Image coefficients = BSplineCoefficients(image, pool);
    for (size_t i = 0; i < image.values.size(); ++i) {
      const Point index = image.geometry.IndexAt(static_cast<int64_t>(i)).cast<double>();
      ASSERT_NEAR(BSplineValue(coefficients, index), image.values[i], 2e-4);
    }
  }
}

TEST(BSpline, WeightsAreThoseOfTheCubicSpline) {
  const auto spline = [](double x) {
    x = std::abs(x);
    return x < 1 ? 2.0 / 3 - x * x + x * x * x / 2 : x < 2 ? (2 - x) * (2 - x) * (2 - x) / 6 : 0;
  };
  for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const std::array<double, 4> weights = CubicBSplineWeights(share);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(weights[i], spline(share + 1 - i), 1e-15);
  }
}

TEST(Smooth, EqualsTheDirectSum) {
  common::ThreadPool pool(2);
  const Image image = RandomImage(ObliqueGeometry({7, 6, 5}, 1), 3);
  const double sigma = 1.5;
  const Image smooth = Smooth(image, sigma, pool);
  const auto weights_of = [&](int axis) {
    const double s = sigma / image.geometry.spacing[axis];
    std::map<int64_t, double> weights;
    double sum = 0;
    const auto radius = static_cast<int64_t>(std::ceil(4 * s));
    for (int64_t d = -radius; d <= radius; ++d) {
      sum += weights[d] = std::exp(-0.5 * static_cast<double>(d * d) / (s * s));
    }
    for (auto& entry : weights) entry.second /= sum;
    return weights;
  };
  const auto x = weights_of(0), y = weights_of(1), z = weights_of(2);
  const auto cut = [](int64_t i, int64_t size) { return std::clamp<int64_t>(i, 0, size - 1); };
  for (size_t i = 0; i < image.values.size(); i += 7) {
    const VoxelIndex index = image.geometry.IndexAt(static_cast<int64_t>(i));
    double sum = 0;
    for (const auto& [dx, wx] : x) {
      for (const auto& [dy, wy] : y) {
        for (const auto& [dz, wz] : z) {
          sum += wx * wy * wz *
                 static_cast<double>(
                     image.at(cut(index[0] + dx, 7), cut(index[1] + dy, 6), cut(index[2] + dz, 5)));
        }
      }
    }
    ASSERT_NEAR(smooth.values[i], sum, 1e-3);
  }
  const Image constant(ObliqueGeometry2D(9, 8, 1), 3.0F);
  ExpectNear(Smooth(constant, 2, pool), constant, 1e-5);
  EXPECT_EQ(Smooth(image, 0, pool).values, image.values);
}

TEST(Reduce, TakesMeansOfBlocksAtTheirCentres) {
  common::ThreadPool pool(2);
  const Image image = RandomImage(ObliqueGeometry({7, 6, 5}, 1), 3);
  const Image reduced = Reduce(image, {2, 3, 4}, pool);
  EXPECT_EQ(reduced.geometry.size, VoxelIndex(4, 2, 2));
  EXPECT_LT((reduced.geometry.PointOf(Point(1, 1, 0)) - image.geometry.PointOf(Point(2.5, 4, 1.5))).norm(),
            1e-9);
  double sum = 0;
  for (int64_t k = 0; k < 4; ++k) {
    for (int64_t j = 3; j < 6; ++j)
      sum += static_cast<double>(image.at(2, j, k)) + static_cast<double>(image.at(3, j, k));
  }
  EXPECT_NEAR(reduced.at(1, 1, 0), sum / 24, 1e-4);
  // The last block of the first axis has one voxel, that of the third too.
  EXPECT_NEAR(reduced.at(3, 0, 1), (image.at(6, 0, 4) + image.at(6, 1, 4) + image.at(6, 2, 4)) / 3, 1e-4);

  const Image flat = RandomImage(ObliqueGeometry2D(4, 4, 1), 3);
  EXPECT_EQ(Reduce(flat, {2, 2, 2}, pool).geometry.size, VoxelIndex(2, 2, 1));
  EXPECT_EQ(Reduce(flat, {2, 2, 2}, pool).geometry.spacing[2], 1);
  EXPECT_EQ(Reduce(flat, {2, 2, 2}, pool).geometry.origin[2], 0);

  LabelMap labels(ObliqueGeometry({4, 2, 1}, 1));
  labels.values = {3, 3, 9, 5, 1, 1, 5, 7};
  EXPECT_EQ(ReduceLabels(labels, {2, 2, 1}, pool).values, std::vector<int32_t>({1, 5}));
  EXPECT_THAT(common::MessageOf([&] {
                Reduce(image, {0, 1, 1}, pool);
              }),
              testing::HasSubstr("at least 1 along axis 1"));
}

TEST(Percentile, IsThatOfTheSortedValues) {
  const Image image = RandomImage(ObliqueGeometry({7, 6, 5}, 1), 3);
  std::vector<float> sorted = image.values;
  std::ranges::sort(sorted);
  for (const double percent : {0.0, 1.0, 37.5, 99.0, 100.0}) {
    const double place = percent / 100 * 209;
    const auto below = static_cast<size_t>(place), above = std::min<size_t>(below + 1, 209);
    const double share = place - static_cast<double>(below);
    EXPECT_NEAR(Percentile(image, percent),
                (1 - share) * static_cast<double>(sorted[below]) + share * static_cast<double>(sorted[above]),
                1e-5);
  }
  const Image scaled = ScaleToPercentiles(image, 1, 99);
  EXPECT_EQ(*std::ranges::min_element(scaled.values), 0);
  EXPECT_EQ(*std::ranges::max_element(scaled.values), 1);
  const double low = Percentile(image, 1), high = Percentile(image, 99);
  EXPECT_NEAR(scaled.values[17], (static_cast<double>(image.values[17]) - low) / (high - low), 1e-6);

  Mask mask(image.geometry);
  EXPECT_THAT(common::MessageOf([&] { Percentile(image, 50, &mask); }),
              testing::HasSubstr("at least one voxel inside"));
  mask.values[17] = 1;
  EXPECT_EQ(Percentile(image, 30, &mask), static_cast<double>(image.values[17]));
  const Image constant(image.geometry, 4.0F);
  EXPECT_EQ(ScaleToPercentiles(constant, 1, 99).values, Image(image.geometry, 0.0F).values);
}

}  // namespace
}  // namespace structlab::registration
