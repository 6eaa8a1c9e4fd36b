#include "graphical_models/images/mean_shift.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace structlab::graphical_models {
namespace {

constexpr int kMaxSteps = 5;
constexpr int kStill = 1;  // a climb ends when place and colour together move by at most this

using Color = std::array<int, 3>;

int Round(double x) { return static_cast<int>(std::lrint(x)); }  // halves to even

int SquaredDistance(const Color& a, const Color& b) {
  int sum = 0;
  for (size_t c = 0; c < 3; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

struct Point {
  int x, y;
  Color color;
};

class Climber {
 public:
  Climber(std::span<const uint8_t> colors, int width, int height, double spatial_radius, double color_radius)
      : colors_(colors.data()),
        width_(width),
        height_(height),
        radius_(std::max(1.0f, static_cast<float>(spatial_radius))),
        max_distance_(Round(color_radius * color_radius)) {}

  Color Climb(int x, int y) const {
    const uint8_t* const color = At(x, y);
    Point at = {x, y, {color[0], color[1], color[2]}};
    for (int step = 0; step < kMaxSteps; ++step) {
      Point next = at;
      if (!Mean(at, next)) break;
      const bool stays = next.x == at.x && next.y == at.y;
      const int moved =
          std::abs(next.x - at.x) + std::abs(next.y - at.y) + SquaredDistance(next.color, at.color);
      at = next;
      if (stays || moved <= kStill) break;
    }
    return at.color;
  }

 private:
  const uint8_t* At(int x, int y) const {
    return colors_ + 3 * (static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x));
  }

  // The means over the window around the point; returns false if no pixel there has a colour within the
  // radius.
  bool Mean(const Point& at, Point& mean) const {
    const int first_x = std::max(0, Round(static_cast<float>(at.x) - radius_)),
              last_x = std::min(width_ - 1, Round(static_cast<float>(at.x) + radius_));
    const int first_y = std::max(0, Round(static_cast<float>(at.y) - radius_)),
              last_y = std::min(height_ - 1, Round(static_cast<float>(at.y) + radius_));
    int64_t count = 0, sum_x = 0, sum_y = 0;
    std::array<int64_t, 3> sums = {};
    for (int y = first_y; y <= last_y; ++y) {
      const uint8_t* color = At(first_x, y);
      // Sums of one row fit 32 bits.
      int in_row = 0, row_x = 0, row_0 = 0, row_1 = 0, row_2 = 0;
      for (int x = first_x; x <= last_x; ++x, color += 3) {
        const int d0 = color[0] - at.color[0], d1 = color[1] - at.color[1], d2 = color[2] - at.color[2];
        if (d0 * d0 + d1 * d1 + d2 * d2 > max_distance_) continue;
        ++in_row;
        row_x += x;
        row_0 += color[0];
        row_1 += color[1];
        row_2 += color[2];
      }
      count += in_row;
      sum_x += row_x;
      sum_y += int64_t{y} * in_row;
      sums[0] += row_0, sums[1] += row_1, sums[2] += row_2;
    }
    if (count == 0) return false;
    const double share = 1.0 / static_cast<double>(count);
    mean.x = Round(static_cast<double>(sum_x) * share);
    mean.y = Round(static_cast<double>(sum_y) * share);
    for (size_t c = 0; c < 3; ++c) mean.color[c] = Round(static_cast<double>(sums[c]) * share);
    return true;
  }

  const uint8_t* colors_;
  int width_, height_;
  float radius_;
  int max_distance_;
};

}  // namespace

std::vector<uint8_t> MeanShift(std::span<const uint8_t> colors, int width, int height, double spatial_radius,
                               double color_radius, common::ThreadPool& pool) {
  const Climber climber(colors, width, height, spatial_radius, color_radius);
  std::vector<uint8_t> modes(colors.size());
  common::ParallelFor(pool, height, [&](int64_t y) {
    uint8_t* mode = modes.data() + 3 * static_cast<size_t>(y) * static_cast<size_t>(width);
    for (int x = 0; x < width; ++x) {
      for (const int value : climber.Climb(x, static_cast<int>(y))) *mode++ = static_cast<uint8_t>(value);
    }
  });
  return modes;
}

}  // namespace structlab::graphical_models
