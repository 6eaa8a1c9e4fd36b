// Grids and values for tests.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_TESTING_RANDOM_VOLUMES_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_TESTING_RANDOM_VOLUMES_H_

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>

#include "common/random_stream.h"
#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// Turned in space, with another spacing along each axis; mirrored for odd seeds.
inline Geometry ObliqueGeometry(const VoxelIndex& size, uint64_t seed) {
  common::RandomStream random(seed, "geometry");
  Geometry geometry;
  geometry.size = size;
  geometry.spacing = Point(0.8, 1.3, 2.1);
  geometry.origin = Point(random.Uniform(-90, 90), random.Uniform(-90, 90), random.Uniform(-90, 90));
  const Eigen::Vector3d axis =
      Eigen::Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized();
  geometry.direction = Eigen::AngleAxisd(random.Uniform(-3, 3), axis).toRotationMatrix();
  if (seed % 2 == 1) geometry.direction.col(2) *= -1;
  return geometry;
}

// The same in two dimensions.
inline Geometry ObliqueGeometry2D(int64_t width, int64_t height, uint64_t seed) {
  common::RandomStream random(seed, "geometry2d");
  Geometry geometry;
  geometry.dimension = 2;
  geometry.size = VoxelIndex(width, height, 1);
  geometry.spacing = Point(0.7, 1.9, 1);
  geometry.origin = Point(random.Uniform(-90, 90), random.Uniform(-90, 90), 0);
  geometry.direction = Eigen::AngleAxisd(random.Uniform(-3, 3), Point::UnitZ()).toRotationMatrix();
  geometry.direction.col(2) = Point::UnitZ();
  geometry.direction.row(2) = Point::UnitZ().transpose();
  if (seed % 2 == 1) geometry.direction.col(1) *= -1;
  return geometry;
}

inline Image RandomImage(const Geometry& geometry, uint64_t seed) {
  common::RandomStream random(seed, "image");
  Image image(geometry);
  for (float& value : image.values) value = static_cast<float>(random.Uniform(-100, 100));
  return image;
}

inline LabelMap RandomLabels(const Geometry& geometry, int32_t num_labels, uint64_t seed) {
  common::RandomStream random(seed, "labels");
  LabelMap labels(geometry);
  for (int32_t& value : labels.values) {
    value = static_cast<int32_t>(random.UniformIndex(static_cast<uint64_t>(num_labels)));
  }
  return labels;
}

// Near the identity.
inline AffineTransform RandomAffine(int dimension, uint64_t seed) {
  common::RandomStream random(seed, "affine");
  AffineTransform transform;
  for (int i = 0; i < dimension; ++i) {
    transform.offset[i] = random.Uniform(-5, 5);
    for (int j = 0; j < dimension; ++j) transform.linear(i, j) += random.Uniform(-0.1, 0.1);
  }
  return transform;
}

// Waves in space, in each component at most `amplitude` mm; the length of a wave is at least 2 pi * `scale`
// mm.
inline DisplacementField SmoothField(const Geometry& geometry, double amplitude, double scale,
                                     uint64_t seed) {
  common::RandomStream random(seed, "field");
  DisplacementField field(geometry, Eigen::Vector3f::Zero());
  for (int c = 0; c < geometry.dimension; ++c) {
    const Eigen::Vector3d direction =
        Eigen::Vector3d(random.Normal(), random.Normal(), random.Normal()).normalized();
    const double phase = random.Uniform(0, 6);
    for (size_t i = 0; i < field.values.size(); ++i) {
      const Point point = geometry.PointOf(geometry.IndexAt(static_cast<int64_t>(i)).cast<double>());
      field.values[i][c] = static_cast<float>(amplitude * std::sin(direction.dot(point) / scale + phase));
    }
  }
  return field;
}

// A point between the outermost voxels' centres, at least `margin` voxels from them where there is room.
inline Point RandomPoint(const Geometry& geometry, common::RandomStream& random, double margin = 0) {
  Point index = Point::Zero();
  for (int axis = 0; axis < geometry.dimension; ++axis) {
    const double end = static_cast<double>(geometry.size[axis] - 1);
    if (end > 2 * margin) index[axis] = random.Uniform(margin, end - margin);
  }
  return geometry.PointOf(index);
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_TESTING_RANDOM_VOLUMES_H_
