#include "registration/volumes/displacement_field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

std::vector<Geometry> Geometries() {
  return {ObliqueGeometry({12, 11, 10}, 1), ObliqueGeometry({12, 11, 10}, 2), ObliqueGeometry2D(13, 12, 3)};
}

TEST(Geometry, IndicesAndPointsAreInverse) {
  for (const Geometry& geometry : Geometries()) {
    common::RandomStream random(1, "points");
    for (int n = 0; n < 20; ++n) {
      const Point point = RandomPoint(geometry, random);
      EXPECT_LT((geometry.PointOf(geometry.IndexOf(point)) - point).norm(), 1e-9);
      EXPECT_LT((PointToIndex(geometry)(point) - geometry.IndexOf(point)).norm(), 1e-9);
      EXPECT_LT((IndexToPoint(geometry)(point) - geometry.PointOf(point)).norm(), 1e-9);
    }
    for (int64_t i = 0; i < geometry.num_voxels(); i += 17)
      EXPECT_EQ(geometry.Offset(geometry.IndexAt(i)), i);
  }
}

TEST(Geometry, IsTheSameUpToAThousandthOfAVoxel) {
  const Geometry a = ObliqueGeometry({12, 11, 10}, 1);
  Geometry b = a;
  EXPECT_TRUE(AreSame(a, b));
  b.origin[0] += 0.0007;
  EXPECT_TRUE(AreSame(a, b));
  b.origin[0] += 0.0007;
  EXPECT_FALSE(AreSame(a, b));
  b = a;
  b.spacing[2] += 0.0001;  // 9 times
  EXPECT_FALSE(AreSame(a, b));
  b = a;
  b.size[2] = 9;
  EXPECT_FALSE(AreSame(a, b));
}

TEST(Geometry, IsRefusedWithWhatIsWrong) {
  const auto message = [](auto change) {
    Geometry geometry;
    geometry.size = VoxelIndex(2, 2, 2);
    change(geometry);
    return common::MessageOf(common::ErrorKind::kData, [&] { CheckGeometry(geometry, "a.nii"); });
  };
  using testing::StartsWith;
  EXPECT_EQ(message([](Geometry&) {}), "no error");
  EXPECT_THAT(message([](Geometry& g) { g.size[1] = 0; }),
              StartsWith("a.nii: expected at least 1 voxel along axis 2, found 0"));
  EXPECT_THAT(message([](Geometry& g) { g.spacing[2] = 0; }),
              StartsWith("a.nii: expected a spacing above 0 mm along axis 3, found 0"));
  EXPECT_THAT(message([](Geometry& g) { g.size.setConstant(1 << 20); }),
              StartsWith("a.nii: has more voxels than this machine's memory holds"));
  EXPECT_THAT(message([](Geometry& g) { g.direction(0, 1) = 0.01; }),
              StartsWith("a.nii: expected a direction matrix with orthogonal columns of length 1, found [1 "
                         "0.01 0; 0 1 0; 0 0 1]"));
  EXPECT_THAT(message([](Geometry& g) { g.origin[0] = std::nan(""); }),
              StartsWith("a.nii: expected a finite origin"));
  EXPECT_THAT(message([](Geometry& g) { g.dimension = 2; }),
              StartsWith("a.nii: expected a plain third axis"));
  EXPECT_THAT(message([](Geometry& g) { g.dimension = 4; }),
              StartsWith("a.nii: expected an image of 2 or 3 dimensions, found 4"));
}

TEST(Geometry, IsDescribedBySizeSpacingAndExtent) {
  Geometry geometry;
  geometry.size = VoxelIndex(35, 52, 34);
  geometry.spacing = Point(1, 1, 1.5);
  geometry.origin = Point(-1.5, 2, 0);
  EXPECT_EQ(Describe(geometry), "35x52x34 voxels of 1x1x1.5 mm, from (-1.5, 2, 0) to (32.5, 53, 49.5)");
}

TEST(Affine, ComposesAndInverts) {
  const AffineTransform a = RandomAffine(3, 1), b = RandomAffine(3, 2);
  const Point point(3, -7, 20);
  EXPECT_LT((Compose(a, b)(point) - b(a(point))).norm(), 1e-12);
  EXPECT_LT((Inverse(a)(a(point)) - point).norm(), 1e-12);
  AffineTransform flat;
  flat.linear.col(1) = flat.linear.col(0);
  EXPECT_THAT(
      common::MessageOf([&] { Inverse(flat, "--initial"); }),
      testing::StartsWith(
          "--initial: expected an affine transform that has an inverse, found [1 1 0; 0 0 0; 0 0 1]"));
}

TEST(Field, OfAnAffineTransformMovesPointsAsIt) {
  common::ThreadPool pool(2);
  for (const Geometry& geometry : Geometries()) {
    const AffineTransform transform = RandomAffine(geometry.dimension, 5);
    const DisplacementField field = FieldOf(transform, geometry, pool);
    common::RandomStream random(1, "points");
    std::vector<Point> points;
    for (int n = 0; n < 50; ++n) points.push_back(RandomPoint(geometry, random));
    const std::vector<Point> moved = Moved(field, points);
    for (size_t i = 0; i < points.size(); ++i) EXPECT_LT((moved[i] - transform(points[i])).norm(), 1e-5);
    // Beyond the border it continues with what is there.
    const Point corner = geometry.origin;
    const Point beyond = geometry.PointOf(Point(-3, 0, 0));
    EXPECT_LT((DisplacementAt(field, beyond) - (transform(corner) - corner)).norm(), 1e-5);
  }
}

TEST(Field, CompositionMovesPointsOneAfterTheOther) {
  common::ThreadPool pool(2);
  for (const Geometry& geometry : Geometries()) {
    const DisplacementField u = SmoothField(geometry, 2, 6, 1), v = SmoothField(geometry, 2, 6, 2);
    const AffineTransform affine = RandomAffine(geometry.dimension, 3);
    const DisplacementField uv = Compose(u, v, pool), ua = Compose(u, affine, pool),
                            au = Compose(affine, u, geometry, pool);
    for (int64_t i = 0; i < geometry.num_voxels(); i += 13) {
      const Point x = geometry.PointOf(geometry.IndexAt(i).cast<double>());
      const auto at = [&](const DisplacementField& field) -> Point {
        return x + field.values[i].cast<double>();
      };
      EXPECT_LT((at(uv) - Moved(v, Moved(u, x))).norm(), 1e-5);
      EXPECT_LT((at(ua) - affine(Moved(u, x))).norm(), 1e-5);
      EXPECT_LT((at(au) - Moved(u, affine(x))).norm(), 1e-5);
    }
  }
}

TEST(Field, CompositionOfAffineFieldsIsTheAffineComposition) {
  common::ThreadPool pool(1);
  const Geometry geometry = ObliqueGeometry({6, 5, 4}, 1);
  Geometry wide = geometry;  // so large that nothing leaves it
  wide.size = VoxelIndex(40, 40, 40);
  wide.origin = geometry.PointOf(Point(-17, -17, -17));
  const AffineTransform a = RandomAffine(3, 1), b = RandomAffine(3, 2);
  const DisplacementField both = Compose(FieldOf(a, geometry, pool), FieldOf(b, wide, pool), pool);
  const DisplacementField expected = FieldOf(Compose(a, b), geometry, pool);
  for (size_t i = 0; i < both.values.size(); ++i)
    EXPECT_LT((both.values[i] - expected.values[i]).norm(), 1e-4F);
}

TEST(Field, InverseTakesPointsBack) {
  common::ThreadPool pool(2);
  for (const Geometry& geometry : Geometries()) {
    const DisplacementField field =
        SmoothField(geometry, 2, 5, 4);  // changes by at most 0.4 a mm and component
    const FieldInverse inverse = Invert(field, geometry, pool, {.tolerance = 1e-4});
    EXPECT_EQ(inverse.num_not_converged, 0);
    EXPECT_LE(inverse.max_residual, 1e-4);
    EXPECT_LE(inverse.mean_residual, inverse.max_residual);
    EXPECT_GT(inverse.mean_residual, 0);
    for (int64_t i = 0; i < geometry.num_voxels(); i += 7) {
      const Point y = geometry.PointOf(geometry.IndexAt(i).cast<double>());
      EXPECT_LT((Moved(field, y + inverse.field.values[i].cast<double>()) - y).norm(), 1.1e-4);
    }
    const DisplacementField none = Compose(inverse.field, field, pool);
    for (const Eigen::Vector3f& rest : none.values) EXPECT_LT(rest.norm(), 1.1e-4F);
    common::ThreadPool one(1);
    EXPECT_EQ(Invert(field, geometry, one, {.tolerance = 1e-4}).field.values, inverse.field.values);
  }
}

// A translation as fixed point to moving point: the inverse has the other sign.
TEST(Field, InverseOfAShiftIsTheShiftBack) {
  common::ThreadPool pool(1);
  const Geometry geometry = ObliqueGeometry({6, 5, 4}, 1);
  const DisplacementField field(geometry, Eigen::Vector3f(1, -2, 3));
  for (const Eigen::Vector3f& back : Invert(field, geometry, pool).field.values) {
    EXPECT_LT((back - Eigen::Vector3f(-1, 2, -3)).norm(), 1e-4F);
  }
}

// Two shears, each of which is a bijection, with derivatives up to 3 mm per mm.
TEST(Field, InverseIsFoundWhereTheFieldIsSteep) {
  const auto moved = [](const Point& p) {
    const double x = p.x() + 6 * std::sin(p.y() / 2), y = p.y() + 6 * std::sin(x / 2);
    return Point(x, y, p.z() + std::sin(y));
  };
  common::RandomStream random(1, "steep");
  for (int i = 0; i < 300; ++i) {
    const Point point(random.Uniform(-20, 20), random.Uniform(-20, 20), random.Uniform(-20, 20));
    const DisplacementInverse inverse = InvertAt(
        moved(point), [&](const Point& p) -> Eigen::Vector3d { return moved(p) - p; }, {.tolerance = 1e-6});
    EXPECT_LE(inverse.residual, 1e-6);
    EXPECT_LE((moved(point) + inverse.displacement - point).norm(), 1e-3) << point.transpose();
  }
}

TEST(Field, InverseSaysWhereItDidNotConverge) {
  common::ThreadPool pool(1);
  Geometry line;
  line.size = VoxelIndex(21, 1, 1);
  // Points are torn apart in the middle: none comes to lie there.
  DisplacementField torn(line);
  for (int64_t i = 0; i < 21; ++i) torn.at(i, 0)[0] = i < 10 ? -4.0F : 4.0F;
  const FieldInverse inverse = Invert(torn, line, pool, {.max_iterations = 3, .searches = false});
  EXPECT_GT(inverse.num_not_converged, 0);
  EXPECT_GT(inverse.max_residual, 1e-3);
  EXPECT_LT((inverse.field.at(2, 0) - Eigen::Vector3f(4, 0, 0)).norm(), 1e-3F);
  const FieldInverse hurried = Invert(SmoothField(line, 2, 5, 1), line, pool,
                                      {.tolerance = 1e-9, .max_iterations = 1, .searches = false});
  EXPECT_GT(hurried.num_not_converged, 0);
  EXPECT_GT(hurried.max_residual, 1e-9);
}

TEST(Jacobian, IsTheDeterminantOfAnAffineTransform) {
  common::ThreadPool pool(2);
  for (const Geometry& geometry : Geometries()) {
    const AffineTransform transform = RandomAffine(geometry.dimension, 6);
    const Image determinants = JacobianDeterminant(FieldOf(transform, geometry, pool), pool);
    for (const float value : determinants.values) EXPECT_NEAR(value, transform.linear.determinant(), 1e-4);
    const Folding folding = MeasureFolding(determinants);
    EXPECT_EQ(folding.num_voxels, geometry.num_voxels());
    EXPECT_EQ(folding.num_folded, 0);
    EXPECT_NEAR(folding.mean_determinant, transform.linear.determinant(), 1e-4);
  }
}

TEST(Jacobian, OfASmoothFieldIsThatOfItsDerivatives) {
  common::ThreadPool pool(2);
  Geometry geometry = ObliqueGeometry({30, 30, 30}, 3);
  geometry.spacing /= 20;
  const DisplacementField field = SmoothField(geometry, 1, 3, 2);
  const Image determinants = JacobianDeterminant(field, pool);
  common::RandomStream random(1, "voxels");
  for (int n = 0; n < 30; ++n) {
    const Point place = geometry.IndexOf(RandomPoint(geometry, random, 3)).array().round();
    const Point x = geometry.PointOf(place);
    Eigen::Matrix3d derivative;  // along the axes of space
    for (int axis = 0; axis < 3; ++axis) {
      const Point step = 0.1 * Point::Unit(axis);
      derivative.col(axis) = (Moved(field, x + step) - Moved(field, x - step)) / 0.2;
    }
    EXPECT_NEAR(determinants.at(static_cast<int64_t>(place[0]), static_cast<int64_t>(place[1]),
                                static_cast<int64_t>(place[2])),
                derivative.determinant(), 2e-3);
  }
}

TEST(Jacobian, CountsFoldedVoxels) {
  common::ThreadPool pool(1);
  Geometry geometry;
  geometry.size = VoxelIndex(9, 3, 3);
  DisplacementField field(geometry);
  // x + u(x) = 0, 1, 2, 3, 4 - 1, 5 - 3, 6 - 3, 7 - 3, 8 - 3: it runs back from 3 to 2.
  const float moves[] = {0, 0, 0, 0, -1, -3, -3, -3, -3};
  for (int64_t i = 0; i < 9; ++i) {
    for (int64_t j = 0; j < 3; ++j) {
      for (int64_t k = 0; k < 3; ++k) field.at(i, j, k)[0] = moves[i];
    }
  }
  // Central differences of 0, 1, 2, 3, 3, 2, 3, 4, 5 at 4 and 5: -1/2 and 0.
  const Image determinants = JacobianDeterminant(field, pool);
  EXPECT_EQ(determinants.at(4, 1, 1), -0.5F);
  const Folding folding = MeasureFolding(determinants);
  EXPECT_EQ(folding.num_folded, 18);
  EXPECT_EQ(folding.min_determinant, -0.5);
  EXPECT_EQ(folding.max_determinant, 1);
  Mask mask(geometry);
  EXPECT_EQ(MeasureFolding(determinants, &mask).num_voxels, 0);
  mask.at(4, 0, 0) = mask.at(0, 0, 0) = 1;
  EXPECT_EQ(MeasureFolding(determinants, &mask).num_folded, 1);
  EXPECT_EQ(MeasureFolding(determinants, &mask).num_voxels, 2);
}

// The same warp on a grid with other axes gives the same values in space.
TEST(Field, DoesNotDependOnTheOrderOfAxes) {
  common::ThreadPool pool(2);
  const Geometry geometry = ObliqueGeometry({12, 11, 10}, 1);
  Geometry turned = geometry;
  turned.size = VoxelIndex(10, 11, 12);
  turned.spacing = geometry.spacing.reverse();
  turned.origin = geometry.PointOf(Point(11, 0, 0));
  turned.direction << geometry.direction.col(2), geometry.direction.col(1), -geometry.direction.col(0);
  const DisplacementField a = SmoothField(geometry, 2, 6, 1), b = SmoothField(turned, 2, 6, 1);
  const Image moving = RandomImage(ObliqueGeometry({14, 13, 12}, 1), 1);
  const Image warped_a = WarpImage(moving, a, pool), warped_b = WarpImage(moving, b, pool);
  const Image det_a = JacobianDeterminant(a, pool), det_b = JacobianDeterminant(b, pool);
  const DisplacementField inverse_a = Invert(a, geometry, pool).field,
                          inverse_b = Invert(b, turned, pool).field;
  for (int64_t i = 0; i < 12; ++i) {
    for (int64_t j = 0; j < 11; ++j) {
      for (int64_t k = 0; k < 10; ++k) {
        ASSERT_NEAR(warped_a.at(i, j, k), warped_b.at(k, j, 11 - i), 1e-2);
        ASSERT_NEAR(det_a.at(i, j, k), det_b.at(k, j, 11 - i), 1e-4);
        ASSERT_LT((inverse_a.at(i, j, k) - inverse_b.at(k, j, 11 - i)).norm(), 1e-4F);
      }
    }
  }
}

TEST(Field, OnAnotherGridIsTheSameFieldBetweenItsVoxels) {
  common::ThreadPool pool(2);
  const Geometry geometry = ObliqueGeometry({12, 11, 10}, 1), other = ObliqueGeometry({5, 6, 7}, 1);
  const DisplacementField field = SmoothField(geometry, 2, 6, 1), found = ResampleField(field, other, pool);
  for (int64_t i = 0; i < other.num_voxels(); ++i) {
    const Point x = other.PointOf(other.IndexAt(i).cast<double>());
    EXPECT_LT((found.values[i].cast<double>() - DisplacementAt(field, x)).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace structlab::registration
