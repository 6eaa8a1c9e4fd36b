#include "registration/volumes/slice_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "common/check.h"

namespace structlab::registration {

using common::Picture;

namespace {

constexpr int kGap = 6;      // pixels between pictures
constexpr int kSquares = 8;  // along the width of a chequered picture

using Rgb = std::array<uint8_t, 3>;
constexpr Rgb kWhite = {255, 255, 255}, kRed = {214, 39, 40}, kBlue = {31, 119, 220},
              kViolet = {126, 64, 158}, kYellow = {240, 200, 40};

// Which voxels are seen where.
class SlicePlane {
 public:
  SlicePlane(const Geometry& grid, const SliceView& view)
      : grid_(grid), axis_(view.axis), across_(view.axis == 0 ? 1 : 0), down_(view.axis == 2 ? 1 : 2) {
    STRUCTLAB_CHECK(axis_ >= 0 && axis_ < 3 && view.width > 0 && view.place < grid.size[axis_]);
    place_ = view.place < 0 ? grid.size[axis_] / 2 : view.place;
    const double wide = static_cast<double>(grid.size[across_]) * grid.spacing[across_];
    const double high = static_cast<double>(grid.size[down_]) * grid.spacing[down_];
    width_ = std::max(view.width, static_cast<int>(std::min<int64_t>(grid.size[across_], 2 * view.width)));
    height_ = std::clamp(static_cast<int>(std::lround(width_ * high / wide)), 1, 4 * width_);
  }
  int width() const { return width_; }
  int height() const { return height_; }

  size_t VoxelAt(int x, int y) const {
    VoxelIndex at;
    at[axis_] = place_;
    at[across_] = int64_t{x} * grid_.size[across_] / width_;
    const int64_t row = int64_t{y} * grid_.size[down_] / height_;
    at[down_] = grid_.dimension == 2 ? row : grid_.size[down_] - 1 - row;
    return static_cast<size_t>(grid_.Offset(at));
  }

 private:
  const Geometry& grid_;
  int axis_, across_, down_;
  int64_t place_ = 0;
  int width_ = 0, height_ = 0;
};

// color_of takes the place of a voxel in memory and returns as many channels as the picture has.
template <class ColorOf>
Picture Draw(const Geometry& grid, const SliceView& view, const ColorOf& color_of) {
  const SlicePlane plane(grid, view);
  Picture picture = {.width = plane.width(), .height = plane.height()};
  picture.channels = static_cast<int>(color_of(size_t{0}).size());
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const auto color = color_of(plane.VoxelAt(x, y));
      picture.values.insert(picture.values.end(), color.begin(), color.end());
    }
  }
  return picture;
}

uint8_t ByteOf(double value) { return static_cast<uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))); }

// Green at 0, red from 0.5 on, blue below -0.5.
Rgb ColorOfDifference(double difference) {
  const double away = std::clamp(2 * std::abs(difference), 0.0, 1.0);
  const uint8_t strong = ByteOf(2 * away), green = ByteOf(1.5 - 1.5 * away);
  return difference > 0 ? Rgb{strong, green, 0} : Rgb{0, green, strong};
}

template <class Combine>
Picture Combined(const Picture& a, const Picture& b, const Combine& combine) {
  STRUCTLAB_CHECK(a.width == b.width && a.height == b.height && a.channels == 1 && b.channels == 1);
  Picture picture = a;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      const auto i = static_cast<size_t>(y * a.width + x);
      picture.values[i] = combine(a.values[i], b.values[i], x, y);
    }
  }
  return picture;
}

}  // namespace

Picture GreySlice(const Image& image, const SliceView& view) {
  return Draw(image.geometry, view,
              [&](size_t voxel) { return std::array<uint8_t, 1>{ByteOf(image.values[voxel])}; });
}

Picture DifferenceSlice(const Image& a, const Image& b, const SliceView& view) {
  STRUCTLAB_CHECK(a.geometry.size == b.geometry.size);
  return Draw(a.geometry, view, [&](size_t voxel) {
    return ColorOfDifference(double{a.values[voxel]} - double{b.values[voxel]});
  });
}

Picture OverlapSlice(const LabelMap& a, const LabelMap& b, const SliceView& view) {
  STRUCTLAB_CHECK(a.geometry.size == b.geometry.size);
  return Draw(a.geometry, view, [&](size_t voxel) {
    const int32_t of_a = a.values[voxel], of_b = b.values[voxel];
    if (of_a == of_b) return of_a == 0 ? kWhite : kViolet;
    if (of_a == 0) return kBlue;
    return of_b == 0 ? kRed : kYellow;
  });
}

Picture Chequered(const Picture& a, const Picture& b) {
  const int side = std::max(1, a.width / kSquares);
  return Combined(a, b, [side](uint8_t of_a, uint8_t of_b, int x, int y) {
    return (x / side + y / side) % 2 == 0 ? of_a : of_b;
  });
}

Picture AbsoluteDifference(const Picture& a, const Picture& b) {
  return Combined(a, b, [](uint8_t of_a, uint8_t of_b, int, int) {
    return static_cast<uint8_t>(255 - std::abs(int{of_a} - int{of_b}));
  });
}

Picture Tiled(const std::vector<std::vector<Picture>>& rows) {
  std::vector<int> widths, heights;  // of columns and rows
  for (const std::vector<Picture>& row : rows) {
    STRUCTLAB_CHECK(!row.empty());
    heights.push_back(0);
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t c = 0; c < row.size(); ++c) {
      STRUCTLAB_CHECK(row[c].channels == rows[0][0].channels);
      heights.back() = std::max(heights.back(), row[c].height);
      widths[c] = std::max(widths[c], row[c].width);
    }
  }
  Picture tiled = {.width = -kGap, .height = -kGap, .channels = rows[0][0].channels};
  for (const int width : widths) tiled.width += width + kGap;
  for (const int height : heights) tiled.height += height + kGap;
  const int channels = tiled.channels;
  tiled.values.assign(tiled.width * tiled.height * channels, 255);
  int top = 0;
  for (size_t r = 0; r < rows.size(); top += heights[r++] + kGap) {
    int left = 0;
    for (size_t c = 0; c < rows[r].size(); left += widths[c++] + kGap) {
      const Picture& part = rows[r][c];
      for (int y = 0; y < part.height; ++y) {
        std::copy_n(part.values.begin() + y * part.width * channels, part.width * channels,
                    tiled.values.begin() + ((top + y) * tiled.width + left) * channels);
      }
    }
  }
  return tiled;
}

}  // namespace structlab::registration
