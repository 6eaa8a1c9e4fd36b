#include "registration/volumes/affine.h"

#include <Eigen/LU>
#include <Eigen/SVD>

#include "common/error.h"

namespace structlab::registration {

AffineTransform Compose(const AffineTransform& first, const AffineTransform& second) {
  return {second.linear * first.linear, second.linear * first.offset + second.offset};
}

AffineTransform Inverse(const AffineTransform& transform, const std::string& where) {
  if (transform.linear.allFinite() && transform.offset.allFinite()) {
    const Eigen::Vector3d scales = Eigen::JacobiSVD<Eigen::Matrix3d>(transform.linear).singularValues();
    if (scales[2] > 1e-12 * scales[0]) {
      const Eigen::Matrix3d inverse = transform.linear.inverse();
      return {inverse, -(inverse * transform.offset)};
    }
  }
  common::ThrowDataError(where, "an affine transform that has an inverse",
                         DirectionText(transform.linear, 3));
}

AffineTransform IndexToPoint(const Geometry& geometry) {
  return {geometry.direction * geometry.spacing.asDiagonal(), geometry.origin};
}

AffineTransform PointToIndex(const Geometry& geometry) {
  const Eigen::Matrix3d linear =
      geometry.spacing.cwiseInverse().asDiagonal() * geometry.direction.transpose();
  return {linear, -(linear * geometry.origin)};
}

}  // namespace structlab::registration
