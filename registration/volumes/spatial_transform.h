// Transforms of space as registration programs write them: affine ones, B-splines and fields, one after the
// other.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_SPATIAL_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_SPATIAL_TRANSFORM_H_

#include <optional>
#include <variant>
#include <vector>

#include "common/parallel.h"
#include "registration/volumes/affine.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// x -> x + cubic B-spline of displacements (mm, LPS) with coefficients on a grid. Where the spline's support
// leaves the grid, points stay, as in ITK and elastix.
struct BSplineTransform {
  Volume<Eigen::Vector3d> coefficients;

  Point operator()(const Point& point) const;
};

using TransformStep = std::variant<AffineTransform, DisplacementField, BSplineTransform>;

// From a fixed point to its moving point: the steps in their order, the first one on the fixed point. No step
// is the identity.
//
//   const SpatialTransform transform = ReadTransform("1Warp.nii.gz", {});
//   const DisplacementField field = FieldOf(transform, fixed.geometry, pool);
struct SpatialTransform {
  int dimension = 3;
  std::vector<TransformStep> steps;

  Point operator()(const Point& point) const;
};

// The affine transform, if all steps are affine.
std::optional<AffineTransform> AsAffine(const SpatialTransform& transform);

// T(x) - x at the points of a grid.
DisplacementField FieldOf(const SpatialTransform& transform, const Geometry& geometry,
                          common::ThreadPool& pool);

struct PointInverse {
  Point point;          // x with T(x) = y
  double residual = 0;  // mm: the sum over the steps of how far each one's inverse is off
};
// Affine steps are inverted exactly, others as Invert does (displacement_field.h). Throws
// common::Error(kData) if an affine step has no inverse.
PointInverse InverseAt(const SpatialTransform& transform, const Point& y, const InverseOptions& options = {});

// The field of the inverse, from points of the moving image to those of the fixed one, on a grid (mostly the
// moving image's).
FieldInverse InverseFieldOf(const SpatialTransform& transform, const Geometry& geometry,
                            common::ThreadPool& pool, const InverseOptions& options = {});

// The grid of the first field among the steps, which is mostly that of the fixed image.
std::optional<Geometry> GridOf(const SpatialTransform& transform);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_SPATIAL_TRANSFORM_H_
