// Affine transforms of space.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_AFFINE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_AFFINE_H_

#include <Eigen/Core>
#include <string>

#include "registration/volumes/geometry.h"

namespace structlab::registration {

// x -> linear x + offset, LPS, mm, from a fixed point to its moving point. In two dimensions the third axis
// is kept.
struct AffineTransform {
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();

  Point operator()(const Point& point) const { return linear * point + offset; }
};

// x -> second(first(x)).
AffineTransform Compose(const AffineTransform& first, const AffineTransform& second);

// Throws common::Error(kData), naming `where`, if the transform has no inverse (condition above 1e12).
AffineTransform Inverse(const AffineTransform& transform, const std::string& where = "affine transform");

// From voxel indices to points, and back.
AffineTransform IndexToPoint(const Geometry& geometry);
AffineTransform PointToIndex(const Geometry& geometry);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_AFFINE_H_
