#include "registration/deformable/shifted_bar.h"

#include <algorithm>
#include <cmath>

namespace structlab::registration {
namespace {

struct Shift {
  int64_t whole;
  float share;  // of the next voxel

  explicit Shift(double shift)
      : whole(static_cast<int64_t>(std::floor(shift))),
        share(static_cast<float>(shift - std::floor(shift))) {}
};

}  // namespace

ShiftedBar::ShiftedBar(const Image& volume, bool outside_is_zero, double max_shift)
    : volume_(volume),
      outside_is_zero_(outside_is_zero),
      width_(volume.geometry.size[0]),
      pad_(static_cast<int64_t>(std::ceil(std::abs(max_shift))) + 1) {}

bool ShiftedBar::AddRow(int64_t y, int64_t z, float factor, bool is_first, float* to) const {
  const VoxelIndex& size = volume_.geometry.size;
  const bool is_outside = y < 0 || y >= size[1] || z < 0 || z >= size[2];
  if (factor == 0 || (is_outside && outside_is_zero_)) return false;
  const int64_t at_y = std::clamp<int64_t>(y, 0, size[1] - 1), at_z = std::clamp<int64_t>(z, 0, size[2] - 1);
  const float* from = volume_.values.data() + volume_.geometry.Offset({0, at_y, at_z});
  if (is_first) {
    for (int64_t i = 0; i < width_; ++i) to[i] = factor * from[i];
  } else {
    for (int64_t i = 0; i < width_; ++i) to[i] += factor * from[i];
  }
  return true;
}

void ShiftedBar::Move(const AxisCells::Range& y, const AxisCells::Range& z, double shift_y, double shift_z) {
  const Shift by_y(shift_y), by_z(shift_z);
  const int64_t stride = width_ + 2 * pad_;
  num_rows_ = int64_t{y.size()} * z.size();
  rows_.resize(num_rows_ * stride);
  float* row = rows_.data();
  for (int k = z.begin; k < z.end; ++k) {
    for (int j = y.begin; j < y.end; ++j, row += stride) {
      float* to = row + pad_;
      bool is_first = true;
      for (const int64_t next_z : {0, 1}) {
        for (const int64_t next_y : {0, 1}) {
          const float factor =
              (next_z == 1 ? by_z.share : 1 - by_z.share) * (next_y == 1 ? by_y.share : 1 - by_y.share);
          const bool is_added =
              AddRow(j + by_y.whole + next_y, k + by_z.whole + next_z, factor, is_first, to);
          is_first &= !is_added;
        }
      }
      if (is_first) std::fill(to, to + width_, 0.0F);
      std::fill(row, to, outside_is_zero_ ? 0 : to[0]);
      std::fill(to + width_, to + width_ + pad_, outside_is_zero_ ? 0 : to[width_ - 1]);
    }
  }
}

void ShiftedBar::Along(double shift, std::vector<float>& rows) const {
  const Shift by(shift);
  const int64_t stride = width_ + 2 * pad_;
  rows.resize(num_rows_ * width_);
  for (int64_t r = 0; r < num_rows_; ++r) {
    const float* from = rows_.data() + r * stride + pad_ + by.whole;
    float* to = rows.data() + r * width_;
    if (by.share == 0) {
      std::copy(from, from + width_, to);
      continue;
    }
    for (int64_t i = 0; i < width_; ++i) to[i] = from[i] + by.share * (from[i + 1] - from[i]);
  }
}

}  // namespace structlab::registration
