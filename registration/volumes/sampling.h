// Values between the voxels of a grid, at indices that need not be whole. Private to this folder.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_SAMPLING_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_SAMPLING_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "common/parallel.h"
#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// Whether the index is at most half a voxel outside of the voxels' centres, as ITK's interpolators have it.
inline bool IsInside(const Point& index, const VoxelIndex& size) {
  bool inside = true;
  for (int a = 0; a < 3; ++a) inside &= index[a] >= -0.5 && index[a] < static_cast<double>(size[a]) - 0.5;
  return inside;
}

// The voxels below and above an index along an axis, and how far it is from the first, for indices that are
// moved to the nearest one between the voxels.
struct LinearPlace {
  int64_t below, above;
  float share;

  LinearPlace(double index, int64_t size, int64_t stride) {
    const double clamped = std::min(std::max(index, 0.0), static_cast<double>(size - 1));
    const auto whole = static_cast<int64_t>(clamped);
    below = whole * stride;
    above = std::min(whole + 1, size - 1) * stride;
    share = static_cast<float>(clamped - static_cast<double>(whole));
  }
};

template <class Value>
struct NearestSampler {
  const Value* values;
  VoxelIndex size;

  Value operator()(const Point& index) const {
    VoxelIndex nearest;
    for (int a = 0; a < 3; ++a) {
      nearest[a] = std::clamp<int64_t>(static_cast<int64_t>(std::floor(index[a] + 0.5)), 0, size[a] - 1);
    }
    return values[nearest[0] + size[0] * (nearest[1] + size[1] * nearest[2])];
  }
};

// Value: float or Eigen::Vector3f.
template <class Value>
struct LinearSampler {
  const Value* values;
  VoxelIndex size;

  Value operator()(const Point& index) const {
    const LinearPlace x(index[0], size[0], 1), y(index[1], size[1], size[0]),
        z(index[2], size[2], size[0] * size[1]);
    const auto along_x = [&](int64_t offset) -> Value {
      const Value *a = values + offset + x.below, *b = values + offset + x.above;
      return *a + x.share * (*b - *a);
    };
    const auto along_y = [&](int64_t offset) -> Value {
      const Value a = along_x(offset + y.below), b = along_x(offset + y.above);
      return a + y.share * (b - a);
    };
    if (size[2] == 1) return along_y(0);
    const Value a = along_y(z.below), b = along_y(z.above);
    return a + z.share * (b - a);
  }
};

// Calls write(offset, index of the source) for all voxels of the target. The source's point of a target's
// point x is after(x + u(x)), or after(x) without a field, which lies on the target's grid.
template <class Write>
void ForEachSample(const Geometry& target, const Geometry& source, const AffineTransform& after,
                   const DisplacementField* field, common::ThreadPool& pool, const Write& write) {
  const AffineTransform to_index = Compose(after, PointToIndex(source));
  const AffineTransform from_index = Compose(IndexToPoint(target), to_index);
  const int64_t rows = target.size[1] * target.size[2];
  constexpr int64_t kRowsOfTask = 16;
  common::ParallelFor(pool, (rows + kRowsOfTask - 1) / kRowsOfTask, [&](int64_t task) {
    for (int64_t row = task * kRowsOfTask; row < std::min(rows, (task + 1) * kRowsOfTask); ++row) {
      const Point start = from_index(
          Point(0, static_cast<double>(row % target.size[1]), static_cast<double>(row / target.size[1])));
      const Point step = from_index.linear.col(0);
      const int64_t first = row * target.size[0];
      for (int64_t i = 0; i < target.size[0]; ++i) {
        Point index = start + static_cast<double>(i) * step;
        if (field != nullptr) {
          index += to_index.linear * field->values[first + i].template cast<double>();
        }
        write(first + i, index);
      }
    }
  });
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_SAMPLING_H_
