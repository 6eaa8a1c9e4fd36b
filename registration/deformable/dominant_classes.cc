#include "registration/deformable/dominant_classes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/error.h"

namespace structlab::registration {
namespace {

using Box = std::array<AxisCells::Range, 3>;  // voxels

// Voxels of one label in boxes, by sums over all boxes from the first voxel.
class BoxCounts {
 public:
  BoxCounts(const LabelMap& labels, int32_t label) : size_(labels.geometry.size) {
    const VoxelIndex padded = size_ + VoxelIndex::Ones();
    sums_.assign(padded.prod(), 0);
    size_t voxel = 0;
    for (int64_t z = 1; z <= size_[2]; ++z) {
      for (int64_t y = 1; y <= size_[1]; ++y) {
        int32_t in_row = 0;
        for (int64_t x = 1; x <= size_[0]; ++x, ++voxel) {
          in_row += labels.values[voxel] == label ? 1 : 0;
          At(x, y, z) = in_row + At(x, y - 1, z) + At(x, y, z - 1) - At(x, y - 1, z - 1);
        }
      }
    }
  }

  int32_t In(const Box& box) const {
    int32_t count = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const auto side = [&](size_t axis, int bit) {
        return static_cast<int64_t>((corner & bit) != 0 ? box[axis].end : box[axis].begin);
      };
      const int begins = ((corner & 1) == 0) + ((corner & 2) == 0) + ((corner & 4) == 0);
      count += (begins % 2 == 0 ? 1 : -1) * At(side(0, 1), side(1, 2), side(2, 4));
    }
    return count;
  }

 private:
  size_t Place(int64_t x, int64_t y, int64_t z) const {
    return static_cast<size_t>(x + (size_[0] + 1) * (y + (size_[1] + 1) * z));
  }
  int32_t& At(int64_t x, int64_t y, int64_t z) { return sums_[Place(x, y, z)]; }
  int32_t At(int64_t x, int64_t y, int64_t z) const { return sums_[Place(x, y, z)]; }

  VoxelIndex size_;
  std::vector<int32_t> sums_;
};

// The voxels of a point's patch along one axis.
AxisCells::Range VoxelsOf(const AxisCells& axis, int point) {
  const AxisCells::Range& patch = axis.patches[point];
  if (patch.size() == 0) return {0, 0};
  return {axis.cells[patch.begin].begin, axis.cells[static_cast<size_t>(patch.end) - 1].end};
}

}  // namespace

Eigen::Matrix<int8_t, Eigen::Dynamic, Eigen::Dynamic> DominantClasses(const LabelMap& moved,
                                                                      const ControlGrid& grid,
                                                                      const DisplacementLabels& labels,
                                                                      double step,
                                                                      const std::vector<int32_t>& classes) {
  if (classes.size() > 127) common::ThrowUsageError("classes", "at most 127", std::to_string(classes.size()));
  std::vector<BoxCounts> counts;
  for (const int32_t label : classes) counts.emplace_back(moved, label);
  Eigen::Matrix<int8_t, Eigen::Dynamic, Eigen::Dynamic> dominant(labels.size(), grid.num_points());
  const VoxelIndex& points = grid.size();
  for (int p = 0; p < grid.num_points(); ++p) {
    const std::array<int64_t, 3> at = {p % points[0], p / points[0] % points[1], p / (points[0] * points[1])};
    Box patch;
    for (int a = 0; a < 3; ++a) {
      patch[a] = VoxelsOf(grid.cells(a), static_cast<int>(at[a]));
    }
    for (int l = 0; l < labels.size(); ++l) {
      Box box = patch;
      for (int a = 0; a < 3; ++a) {
        AxisCells::Range& side = box[a];
        const int shift = static_cast<int>(std::lround(labels[l][a] * step / moved.geometry.spacing[a]));
        const int size = static_cast<int>(moved.geometry.size[a]);
        side = {std::clamp(side.begin + shift, 0, size), std::clamp(side.end + shift, 0, size)};
      }
      int32_t most = 0;
      dominant(l, p) = -1;
      for (size_t c = 0; c < counts.size(); ++c) {
        const int32_t count = counts[c].In(box);
        if (count <= most) continue;
        most = count;
        dominant(l, p) = static_cast<int8_t>(c);
      }
    }
  }
  return dominant;
}

}  // namespace structlab::registration
