#include "experiments/datasets/medical/anatomy.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/random_stream.h"

namespace structlab::datasets {

using registration::Geometry;
using registration::Point;
using registration::VoxelIndex;

namespace {

// From the point to the nearest one of the tube's line, in the space in which the cross-section is a ball of
// radius 1.
Point OffsetFromLine(const Shape& shape, const Point& point) {
  const Point scaled = point.cwiseQuotient(shape.radii);
  Point nearest = scaled - shape.centres[0].cwiseQuotient(shape.radii);
  for (size_t i = 1; i < shape.centres.size(); ++i) {
    const Point begin = shape.centres[i - 1].cwiseQuotient(shape.radii);
    const Point along = shape.centres[i].cwiseQuotient(shape.radii) - begin;
    const double share = std::clamp((scaled - begin).dot(along) / along.squaredNorm(), 0.0, 1.0);
    const Point offset = scaled - begin - share * along;
    if (offset.squaredNorm() < nearest.squaredNorm()) nearest = offset;
  }
  return nearest;
}

// 0 for at most -1, 1 for at least 1, smooth between.
double SmoothStep(double x) {
  const double t = std::clamp(0.5 + x / 2, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

RandomSpline SplineAround(const Geometry& grid, double spacing, double amplitude, uint64_t seed,
                          const std::string& name) {
  common::RandomStream random(seed, name);
  // Warps may look up points beyond the grid. The template is in three dimensions in any case.
  const Point reach =
      (grid.size.cast<double>().cwiseProduct(grid.spacing) / 2).cwiseMax(Point::Constant(spacing));
  return RandomSpline(3, -reach, reach, spacing, amplitude, random);
}

}  // namespace

double DepthIn(const Shape& shape, const Point& point) {
  const Point offset = OffsetFromLine(shape, point);
  const double distance = offset.norm();
  // Distance over length of its gradient.
  const double slope = offset.cwiseQuotient(shape.radii).norm();
  if (slope == 0) return shape.radii.minCoeff();
  return (1 - distance) * distance / slope;
}

AnatomySampler::AnatomySampler(const Anatomy& anatomy, uint64_t seed)
    : anatomy_(anatomy),
      wave_(SplineAround(anatomy.grid, anatomy.wave_spacing, 1, seed, "anatomy/wave")),
      texture_(SplineAround(anatomy.grid, anatomy.texture_spacing, 1, seed, "anatomy/texture")) {
  for (const Shape& shape : anatomy.shapes) {
    // Where the scaled distance is 1 + d, the depth is at most -d times the smallest radius.
    const double reach = 1 + (anatomy.border + shape.wave) / shape.radii.minCoeff();
    Box box = {.low = shape.centres[0], .high = shape.centres[0]};
    for (const Point& centre : shape.centres) {
      box.low = box.low.cwiseMin(centre), box.high = box.high.cwiseMax(centre);
    }
    boxes_.push_back({.low = box.low - reach * shape.radii, .high = box.high + reach * shape.radii});
  }
}

AnatomyPoint AnatomySampler::operator()(const Point& in_grid) const {
  Point point = in_grid;
  if (anatomy_.grid.dimension == 2) point[2] = anatomy_.slice;
  double grey = anatomy_.lowest, inside = 0;
  int32_t label = 0;
  std::optional<double> wave;
  for (size_t i = 0; i < boxes_.size(); ++i) {
    if ((point.array() < boxes_[i].low.array()).any()) continue;
    if ((point.array() > boxes_[i].high.array()).any()) continue;
    const Shape& shape = anatomy_.shapes[i];
    if (!wave) wave = wave_(point)[0];
    const double depth = DepthIn(shape, point) + shape.wave * *wave;
    if (depth <= -anatomy_.border) continue;
    const double share = SmoothStep(depth / anatomy_.border);
    grey += share * (shape.grey - grey);
    inside = std::max(inside, share);
    if (depth > 0) label = point[0] < 0 && shape.label_right >= 0 ? shape.label_right : shape.label;
  }
  if (anatomy_.texture > 0 && inside > 0) grey += inside * anatomy_.texture * texture_(point)[0];
  return {static_cast<float>(grey), label};
}

Geometry CentredGrid(const VoxelIndex& size, const Point& spacing) {
  Geometry grid;
  grid.size = size;
  grid.spacing = spacing;
  for (int axis = 0; axis < 3; ++axis) {
    grid.origin[axis] = -0.5 * static_cast<double>(size[axis] - 1) * spacing[axis];
  }
  return grid;
}

}  // namespace structlab::datasets
