#include "experiments/datasets/medical/random_spline.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/bspline.h"

namespace structlab::datasets {

using registration::DisplacementField;
using registration::Geometry;
using registration::Point;

namespace {

constexpr int64_t kZeros = 3;            // outermost coefficients to each side that are 0
constexpr int64_t kMargin = 3 + kZeros;  // spacings around the box
constexpr double kTolerance = 1e-6;      // mm
constexpr std::array<double, 4> kOnly = {1, 0, 0, 0};

// Derivatives of CubicBSplineWeights.
std::array<double, 4> Slopes(double share) {
  const double t = share, u = 1 - t;
  return {-u * u / 2, t * (1.5 * t - 2), -u * (1.5 * u - 2), t * t / 2};
}

// map(x) - x at all voxels.
template <class Map>
DisplacementField FieldFrom(const Geometry& geometry, common::ThreadPool& pool, const Map& map) {
  DisplacementField field(geometry);
  const int64_t rows = geometry.size[1] * geometry.size[2];
  common::ParallelFor(pool, rows, [&](int64_t row) {
    for (int64_t i = row * geometry.size[0]; i < (row + 1) * geometry.size[0]; ++i) {
      const Point point = geometry.PointOf(geometry.IndexAt(i).cast<double>());
      field.values[i] = (map(point) - point).template cast<float>();
    }
  });
  return field;
}

}  // namespace

RandomSpline::RandomSpline(int dimension, const Point& low, const Point& high, double spacing,
                           double amplitude, common::RandomStream& random)
    : dimension_(dimension), spacing_(spacing) {
  if (!(std::isfinite(spacing) && spacing > 0)) {
    common::ThrowUsageError("spacing of control points", "a length above 0 mm", common::FormatShort(spacing));
  }
  if (!(std::isfinite(amplitude) && amplitude >= 0)) {
    common::ThrowUsageError("amplitude of a spline", "at least 0 mm", common::FormatShort(amplitude));
  }
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<size_t>(axis);
    if (axis >= dimension) {
      first_[a] = 0, size_[a] = 1;
      continue;
    }
    first_[a] = static_cast<int64_t>(std::floor(low[axis] / spacing)) - kMargin;
    size_[a] = static_cast<int64_t>(std::ceil(high[axis] / spacing)) + kMargin + 1 - first_[a];
  }
  coefficients_.resize(size_[0] * size_[1] * size_[2], Eigen::Vector4d::Zero());
  for (size_t i = 0; i < coefficients_.size(); ++i) {
    if (IsOutermost(static_cast<int64_t>(i))) continue;
    for (int axis = 0; axis < dimension; ++axis)
      coefficients_[i][axis] = amplitude * (2 * random.Uniform() - 1);
  }
}

// Three layers of 0 around the others: so a point whose four coefficients along an axis are not all in the
// lattice has none that counts.
bool RandomSpline::IsOutermost(int64_t offset) const {
  const std::array<int64_t, 3> index = {offset % size_[0], offset / size_[0] % size_[1],
                                        offset / (size_[0] * size_[1])};
  for (int axis = 0; axis < dimension_; ++axis) {
    const auto a = static_cast<size_t>(axis);
    if (index[a] < kZeros || index[a] >= size_[a] - kZeros) return true;
  }
  return false;
}

bool RandomSpline::Locate(const Point& point, Place& place) const {
  for (int axis = 0; axis < dimension_; ++axis) {
    const auto a = static_cast<size_t>(axis);
    const double at = point[axis] / spacing_, below = std::floor(at);
    // Also what is no number, or too large for an integer.
    if (!(std::abs(at) < 1e9)) return false;
    place.share[a] = at - below;
    place.begin[a] = static_cast<int64_t>(below) - 1 - first_[a];
    if (place.begin[a] < 0 || place.begin[a] + 4 > size_[a]) return false;
  }
  return true;
}

Eigen::Vector3d RandomSpline::operator()(const Point& point) const {
  Place place;
  if (!Locate(point, place)) return Eigen::Vector3d::Zero();
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const auto x = registration::CubicBSplineWeights(place.share[0]);
  const auto y = registration::CubicBSplineWeights(place.share[1]);
  const auto z = dimension_ == 2 ? kOnly : registration::CubicBSplineWeights(place.share[2]);
  ForEachRow(place, [&](size_t j, size_t k, const Eigen::Vector4d* row) {
    sum += y[j] * z[k] * (x[0] * row[0] + x[1] * row[1] + x[2] * row[2] + x[3] * row[3]);
  });
  return sum.head<3>();
}

RandomSpline::Linearisation RandomSpline::Linearise(const Point& point) const {
  Place place;
  if (!Locate(point, place)) return {};
  Eigen::Vector4d sum = Eigen::Vector4d::Zero(), along_x = sum, along_y = sum, along_z = sum;
  const auto x = registration::CubicBSplineWeights(place.share[0]), dx = Slopes(place.share[0]);
  const auto y = registration::CubicBSplineWeights(place.share[1]), dy = Slopes(place.share[1]);
  const auto z = dimension_ == 2 ? kOnly : registration::CubicBSplineWeights(place.share[2]);
  const auto dz = dimension_ == 2 ? std::array<double, 4>{} : Slopes(place.share[2]);
  ForEachRow(place, [&](size_t j, size_t k, const Eigen::Vector4d* row) {
    const Eigen::Vector4d value = x[0] * row[0] + x[1] * row[1] + x[2] * row[2] + x[3] * row[3];
    const Eigen::Vector4d slope = dx[0] * row[0] + dx[1] * row[1] + dx[2] * row[2] + dx[3] * row[3];
    sum += y[j] * z[k] * value;
    along_x += y[j] * z[k] * slope;
    along_y += dy[j] * z[k] * value;
    along_z += y[j] * dz[k] * value;
  });
  Linearisation found = {.value = sum.head<3>()};
  found.slopes << along_x.head<3>(), along_y.head<3>(), along_z.head<3>();
  found.slopes /= spacing_;
  return found;
}

Point RandomSpline::Inverse(const Point& point) const {
  Point guess = point - (*this)(point);
  for (int i = 0; i < 20; ++i) {
    const Linearisation f = Linearise(guess);
    const Eigen::Vector3d away = guess + f.value - point;
    if (away.squaredNorm() <= kTolerance * kTolerance) return guess;
    guess -= (Eigen::Matrix3d::Identity() + f.slopes).inverse() * away;
  }
  // Newton's method may run around in circles far from the solution.
  return point +
         registration::InvertAt(point, *this, {.tolerance = kTolerance, .max_iterations = 1000}).displacement;
}

Point SplineWarp::operator()(const Point& point) const {
  Point moved = point;
  for (const RandomSpline& spline : splines_) moved += spline(moved);
  return moved;
}

Point SplineWarp::Inverse(const Point& point) const {
  Point moved = point;
  for (size_t i = splines_.size(); i-- > 0;) moved = splines_[i].Inverse(moved);
  return moved;
}

DisplacementField SplineWarp::FieldOn(const Geometry& geometry, common::ThreadPool& pool) const {
  return FieldFrom(geometry, pool, *this);
}

DisplacementField SplineWarp::InverseFieldOn(const Geometry& geometry, common::ThreadPool& pool) const {
  return FieldFrom(geometry, pool, [this](const Point& point) { return Inverse(point); });
}

DisplacementField FieldBetween(const SplineWarp& first, const SplineWarp& after, const Geometry& geometry,
                               common::ThreadPool& pool) {
  return FieldFrom(geometry, pool, [&](const Point& point) { return after.Inverse(first(point)); });
}

}  // namespace structlab::datasets
