#include "registration/volumes/spatial_transform.h"

#include <algorithm>
#include <cmath>

#include "registration/volumes/bspline.h"

namespace structlab::registration {
namespace {

Point MovedBy(const TransformStep& step, const Point& point) {
  if (const auto* affine = std::get_if<AffineTransform>(&step)) return (*affine)(point);
  if (const auto* field = std::get_if<DisplacementField>(&step)) return Moved(*field, point);
  return std::get<BSplineTransform>(step)(point);
}

}  // namespace

Point BSplineTransform::operator()(const Point& point) const {
  const Geometry& grid = coefficients.geometry;
  const Point index = grid.IndexOf(point);
  VoxelIndex first = VoxelIndex::Zero();
  std::array<std::array<double, 4>, 3> weights = {};
  weights[2][0] = 1;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto last = static_cast<double>(grid.size[axis] - 2);
    if (!(index[axis] >= 1 && index[axis] <= last)) return point;
    // The last place has its support before it.
    const auto whole = std::min(static_cast<int64_t>(index[axis]), grid.size[axis] - 3);
    if (whole < 1) return point;
    first[axis] = whole - 1;
    weights[axis] = CubicBSplineWeights(index[axis] - static_cast<double>(whole));
  }
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const int64_t depth = grid.dimension == 2 ? 1 : 4;
  for (int64_t k = 0; k < depth; ++k) {
    for (int64_t j = 0; j < 4; ++j) {
      const double weight = weights[2][k] * weights[1][j];
      for (int64_t i = 0; i < 4; ++i) {
        sum += weight * weights[0][i] * coefficients.at(first[0] + i, first[1] + j, first[2] + k);
      }
    }
  }
  return point + sum;
}

Point SpatialTransform::operator()(const Point& point) const {
  Point moved = point;
  for (const TransformStep& step : steps) moved = MovedBy(step, moved);
  return moved;
}

std::optional<AffineTransform> AsAffine(const SpatialTransform& transform) {
  AffineTransform all;
  for (const TransformStep& step : transform.steps) {
    const auto* affine = std::get_if<AffineTransform>(&step);
    if (affine == nullptr) return std::nullopt;
    all = Compose(all, *affine);
  }
  return all;
}

DisplacementField FieldOf(const SpatialTransform& transform, const Geometry& geometry,
                          common::ThreadPool& pool) {
  if (const auto affine = AsAffine(transform)) return FieldOf(*affine, geometry, pool);
  if (transform.steps.size() == 1) {
    const auto* field = std::get_if<DisplacementField>(&transform.steps[0]);
    if (field != nullptr && AreSame(field->geometry, geometry, 1e-6)) return *field;
  }
  DisplacementField found(geometry);
  common::ParallelFor(pool, geometry.size[1] * geometry.size[2], [&](int64_t row) {
    for (int64_t i = 0; i < geometry.size[0]; ++i) {
      const int64_t offset = row * geometry.size[0] + i;
      const Point point = geometry.PointOf(geometry.IndexAt(offset).cast<double>());
      found.values[offset] = (transform(point) - point).cast<float>();
    }
  });
  return found;
}

PointInverse InverseAt(const SpatialTransform& transform, const Point& y, const InverseOptions& options) {
  PointInverse found = {.point = y};
  for (auto step = transform.steps.rbegin(); step != transform.steps.rend(); ++step) {
    if (const auto* affine = std::get_if<AffineTransform>(&*step)) {
      found.point = Inverse(*affine)(found.point);
      continue;
    }
    const auto displacement_at = [&](const Point& point) -> Eigen::Vector3d {
      return MovedBy(*step, point) - point;
    };
    const DisplacementInverse inverse = InvertAt(found.point, displacement_at, options);
    found.point += inverse.displacement;
    found.residual += inverse.residual;
  }
  return found;
}

FieldInverse InverseFieldOf(const SpatialTransform& transform, const Geometry& geometry,
                            common::ThreadPool& pool, const InverseOptions& options) {
  if (const auto affine = AsAffine(transform)) return {.field = FieldOf(Inverse(*affine), geometry, pool)};
  if (transform.steps.size() == 1) {
    const auto* field = std::get_if<DisplacementField>(&transform.steps[0]);
    if (field != nullptr) return Invert(*field, geometry, pool, options);
  }
  return InverseFromVoxels(geometry, pool, options, [&](const Point& y) {
    const PointInverse inverse = InverseAt(transform, y, options);
    return DisplacementInverse{inverse.point - y, inverse.residual};
  });
}

std::optional<Geometry> GridOf(const SpatialTransform& transform) {
  for (const TransformStep& step : transform.steps) {
    if (const auto* field = std::get_if<DisplacementField>(&step)) return field->geometry;
  }
  return std::nullopt;
}

}  // namespace structlab::registration
