#include "registration/volumes/displacement_field.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "common/check.h"
#include "registration/volumes/sampling.h"

namespace structlab::registration {
namespace {

using Sampler = LinearSampler<Eigen::Vector3f>;

Sampler SamplerOf(const DisplacementField& field) { return {field.values.data(), field.geometry.size}; }

// Calls write(row) for rows of voxels along the first axis, several at once.
template <class Write>
void ForEachRow(const Geometry& geometry, common::ThreadPool& pool, const Write& write) {
  const int64_t rows = geometry.size[1] * geometry.size[2];
  constexpr int64_t kRowsOfTask = 8;
  common::ParallelFor(pool, (rows + kRowsOfTask - 1) / kRowsOfTask, [&](int64_t task) {
    for (int64_t row = task * kRowsOfTask; row < std::min(rows, (task + 1) * kRowsOfTask); ++row) write(row);
  });
}

}  // namespace

Eigen::Vector3d DisplacementAt(const DisplacementField& field, const Point& point) {
  return SamplerOf(field)(field.geometry.IndexOf(point)).cast<double>();
}

std::vector<Point> Moved(const DisplacementField& field, const std::vector<Point>& points) {
  std::vector<Point> moved;
  moved.reserve(points.size());
  for (const Point& point : points) moved.push_back(Moved(field, point));
  return moved;
}

DisplacementField FieldOf(const AffineTransform& transform, const Geometry& geometry,
                          common::ThreadPool& pool) {
  DisplacementField field(geometry);
  const AffineTransform to_point = IndexToPoint(geometry);
  const AffineTransform difference = {transform.linear - Eigen::Matrix3d::Identity(), transform.offset};
  const AffineTransform displacement = Compose(to_point, difference);
  ForEachRow(geometry, pool, [&](int64_t row) {
    for (int64_t i = 0; i < geometry.size[0]; ++i) {
      const int64_t offset = row * geometry.size[0] + i;
      field.values[offset] = displacement(geometry.IndexAt(offset).cast<double>()).cast<float>();
    }
  });
  return field;
}

DisplacementField ResampleField(const DisplacementField& field, const Geometry& geometry,
                                common::ThreadPool& pool) {
  DisplacementField found(geometry);
  const Sampler sampler = SamplerOf(field);
  ForEachSample(geometry, field.geometry, {}, nullptr, pool,
                [&](int64_t offset, const Point& index) { found.values[offset] = sampler(index); });
  return found;
}

DisplacementField Compose(const DisplacementField& first, const DisplacementField& second,
                          common::ThreadPool& pool) {
  DisplacementField found(first.geometry);
  const Sampler sampler = SamplerOf(second);
  ForEachSample(first.geometry, second.geometry, {}, &first, pool, [&](int64_t offset, const Point& index) {
    const auto i = static_cast<size_t>(offset);
    found.values[i] = first.values[i] + sampler(index);
  });
  return found;
}

DisplacementField Compose(const DisplacementField& first, const AffineTransform& second,
                          common::ThreadPool& pool) {
  DisplacementField found(first.geometry);
  const Geometry& geometry = first.geometry;
  ForEachRow(geometry, pool, [&](int64_t row) {
    for (int64_t i = 0; i < geometry.size[0]; ++i) {
      const int64_t offset = row * geometry.size[0] + i;
      const Point point = geometry.PointOf(geometry.IndexAt(offset).cast<double>());
      const Point moved = point + first.values[offset].cast<double>();
      found.values[offset] = (second(moved) - point).cast<float>();
    }
  });
  return found;
}

DisplacementField Compose(const AffineTransform& first, const DisplacementField& second,
                          const Geometry& geometry, common::ThreadPool& pool) {
  return Compose(FieldOf(first, geometry, pool), second, pool);
}

FieldInverse InverseFromVoxels(const Geometry& geometry, common::ThreadPool& pool,
                               const InverseOptions& options,
                               const std::function<DisplacementInverse(const Point&)>& inverse_at) {
  FieldInverse found = {.field = DisplacementField(geometry)};
  struct OfRow {
    double max = 0, sum = 0;
    int64_t not_converged = 0;
  };
  std::vector<OfRow> of_rows(geometry.size[1] * geometry.size[2]);
  ForEachRow(geometry, pool, [&](int64_t row) {
    OfRow& of_row = of_rows[row];
    for (int64_t i = 0; i < geometry.size[0]; ++i) {
      const int64_t offset = row * geometry.size[0] + i;
      const DisplacementInverse inverse =
          inverse_at(geometry.PointOf(geometry.IndexAt(offset).cast<double>()));
      found.field.values[offset] = inverse.displacement.cast<float>();
      of_row.max = std::max(of_row.max, inverse.residual);
      of_row.sum += inverse.residual;
      of_row.not_converged += inverse.residual > options.tolerance ? 1 : 0;
    }
  });
  for (const OfRow& of_row : of_rows) {
    found.max_residual = std::max(found.max_residual, of_row.max);
    found.mean_residual += of_row.sum;
    found.num_not_converged += of_row.not_converged;
  }
  found.mean_residual /= static_cast<double>(geometry.num_voxels());
  return found;
}

DisplacementInverse SearchInverse(const Point& point,
                                  const std::function<Eigen::Vector3d(const Point&)>& displacement_at,
                                  const DisplacementInverse& found, double tolerance) {
  constexpr int kSteps = 30;
  constexpr double kLongestDifference = 1e-2, kShortestStep = 1.0 / 64;  // mm; of Newton's step
  const auto away_of = [&](const Eigen::Vector3d& v) -> Eigen::Vector3d {
    return v + displacement_at(point + v);
  };
  const auto improve = [&](DisplacementInverse now) {
    Eigen::Vector3d away = away_of(now.displacement);
    now.residual = away.norm();
    for (int i = 0; i < kSteps && now.residual > tolerance; ++i) {
      const double h = std::min(kLongestDifference, now.residual / 16);
      Eigen::Matrix3d derivative;
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Vector3d to = h * Eigen::Vector3d::Unit(axis);
        derivative.col(axis) = (away_of(now.displacement + to) - away_of(now.displacement - to)) / (2 * h);
      }
      const Eigen::Vector3d direction = derivative.partialPivLu().solve(away);
      double step = 1;
      for (; step >= kShortestStep; step /= 2) {
        const Eigen::Vector3d next = now.displacement - step * direction, away_of_next = away_of(next);
        if (!(away_of_next.norm() < now.residual)) continue;
        now = {next, away_of_next.norm()};
        away = away_of_next;
        break;
      }
      if (step < kShortestStep) break;
    }
    return now;
  };
  DisplacementInverse best = improve(found);
  const Eigen::Vector3d center = best.displacement;
  const double radius = best.residual;
  for (int start = 0; start < 54 && best.residual > tolerance; ++start) {
    const Eigen::Vector3d direction(start % 3 - 1, start / 3 % 3 - 1, start / 9 % 3 - 1);
    if (direction.isZero()) continue;
    const double distance = radius * (start < 27 ? 1 : 2);
    const DisplacementInverse other =
        improve({center + distance * direction.normalized(), std::numeric_limits<double>::infinity()});
    if (other.residual < best.residual) best = other;
  }
  return best;
}

FieldInverse Invert(const DisplacementField& field, const Geometry& geometry, common::ThreadPool& pool,
                    const InverseOptions& options) {
  const Sampler sampler = SamplerOf(field);
  const AffineTransform to_index = PointToIndex(field.geometry);
  const auto displacement_at = [&](const Point& point) -> Eigen::Vector3d {
    return sampler(to_index(point)).cast<double>();
  };
  return InverseFromVoxels(geometry, pool, options,
                           [&](const Point& point) { return InvertAt(point, displacement_at, options); });
}

Image JacobianDeterminant(const DisplacementField& field, common::ThreadPool& pool) {
  const Geometry& geometry = field.geometry;
  Image found(geometry);
  const Eigen::Matrix3d to_index = PointToIndex(geometry).linear;
  const VoxelIndex strides(1, geometry.size[0], geometry.size[0] * geometry.size[1]);
  ForEachRow(geometry, pool, [&](int64_t row) {
    for (int64_t i = 0; i < geometry.size[0]; ++i) {
      const int64_t offset = row * geometry.size[0] + i;
      const VoxelIndex index(i, row % geometry.size[1], row / geometry.size[1]);
      Eigen::Matrix3d by_index = Eigen::Matrix3d::Zero();  // column a: change of u along axis a, per voxel
      for (int axis = 0; axis < 3; ++axis) {
        const int64_t below = index[axis] > 0 ? 1 : 0, above = index[axis] + 1 < geometry.size[axis] ? 1 : 0;
        if (below + above == 0) continue;
        const Eigen::Vector3f difference =
            field.values[offset + above * strides[axis]] - field.values[offset - below * strides[axis]];
        by_index.col(axis) = difference.cast<double>() / static_cast<double>(below + above);
      }
      const Eigen::Matrix3d by_mm = Eigen::Matrix3d::Identity() + by_index * to_index;
      found.values[offset] = static_cast<float>(by_mm.determinant());
    }
  });
  return found;
}

Folding MeasureFolding(const Image& determinants, const Mask* mask) {
  STRUCTLAB_CHECK(mask == nullptr || mask->values.size() == determinants.values.size());
  Folding folding;
  double min = std::numeric_limits<double>::infinity(), max = -min, sum = 0;
  for (size_t i = 0; i < determinants.values.size(); ++i) {
    if (mask != nullptr && mask->values[i] == 0) continue;
    const double determinant = determinants.values[i];
    ++folding.num_voxels;
    folding.num_folded += determinant > 0 ? 0 : 1;
    min = std::min(min, determinant);
    max = std::max(max, determinant);
    sum += determinant;
  }
  if (folding.num_voxels == 0) return folding;
  folding.min_determinant = min;
  folding.max_determinant = max;
  folding.mean_determinant = sum / static_cast<double>(folding.num_voxels);
  return folding;
}

}  // namespace structlab::registration
