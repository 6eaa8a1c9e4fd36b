#include "registration/deformable/initial_transform.h"

#include <algorithm>

#include "common/error.h"

namespace structlab::registration {
namespace {

Point CentreOf(const Geometry& geometry) {
  return geometry.PointOf((geometry.size - VoxelIndex::Ones()).cast<double>() / 2);
}

Point CentreOfMass(const Image& image, const char* name) {
  const double least = static_cast<double>(std::ranges::min(image.values));
  Point sum = Point::Zero();
  double mass = 0;
  for (int64_t v = 0; v < image.geometry.num_voxels(); ++v) {
    const double value = static_cast<double>(image.values[v]) - least;
    sum += value * image.geometry.IndexAt(v).cast<double>();
    mass += value;
  }
  if (mass > 0) return image.geometry.PointOf(sum / mass);
  common::ThrowDataError(name, "grey values that differ, for a centre of mass", "a constant image",
                         "start from the centres of the grids");
}

}  // namespace

AffineTransform CentresTransform(const Geometry& fixed, const Geometry& moving) {
  return {.offset = CentreOf(moving) - CentreOf(fixed)};
}

AffineTransform MomentsTransform(const Image& fixed, const Image& moving) {
  return {.offset = CentreOfMass(moving, "moving image") - CentreOfMass(fixed, "fixed image")};
}

}  // namespace structlab::registration
