#include "registration/volumes/distance_transform.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace structlab::registration {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Squared distances within each row, from a pass in each direction.
void FirstAxis(const Mask& inside, Image& squared, int64_t row) {
  const int64_t n = inside.geometry.size[0];
  const uint8_t* const in = inside.values.data() + row * n;
  float* const out = squared.values.data() + row * n;
  const double spacing = inside.geometry.spacing[0];
  int64_t last = -1;
  for (int64_t i = 0; i < n; ++i) {
    if (in[i] != 0) last = i;
    out[i] = last < 0 ? kFar : static_cast<float>(i - last);
  }
  last = -1;
  for (int64_t i = n - 1; i >= 0; --i) {
    if (in[i] != 0) last = i;
    const float steps = last < 0 ? out[i] : std::min(out[i], static_cast<float>(last - i));
    const double distance = static_cast<double>(steps) * spacing;
    out[i] = static_cast<float>(distance * distance);
  }
}

// The parabolas whose minimum is the lowest somewhere, from left to right, of a line of squared distances.
class LowerEnvelope {
 public:
  explicit LowerEnvelope(int64_t n) : places_(n), heights_(n), begins_(static_cast<size_t>(n) + 1) {}

  // Replaces the values, `spacing` apart, by min over q of value(q) + (spacing (p - q))^2.
  void Apply(float* values, int64_t n, double spacing) {
    const double scale = spacing * spacing;
    int64_t count = 0;
    for (int64_t q = 0; q < n; ++q) {
      if (values[q] == kFar) continue;
      // In units of the spacing; where it becomes lower than the parabola before.
      const double height = static_cast<double>(values[q]) / scale;
      double begin = -std::numeric_limits<double>::infinity();
      while (count > 0) {
        const size_t last = count - 1;
        const auto p = static_cast<double>(places_[last]), here = static_cast<double>(q);
        begin = ((height + here * here) - (heights_[last] + p * p)) / (2 * (here - p));
        if (begin > begins_[last]) break;
        begin = -std::numeric_limits<double>::infinity();
        --count;
      }
      const auto next = static_cast<size_t>(count++);
      places_[next] = q;
      heights_[next] = height;
      begins_[next] = begin;
    }
    if (count == 0) return;
    begins_[count] = std::numeric_limits<double>::infinity();
    size_t at = 0;
    for (int64_t p = 0; p < n; ++p) {
      while (begins_[at + 1] < static_cast<double>(p)) ++at;
      const auto steps = static_cast<double>(p - places_[at]);
      values[p] = static_cast<float>((heights_[at] + steps * steps) * scale);
    }
  }

 private:
  std::vector<int64_t> places_;
  std::vector<double> heights_, begins_;
};

// Lines along an axis whose voxels lie `stride` apart; the lines' first voxels follow each other from `first`
// on.
void OtherAxis(float* first, int64_t num_lines, int64_t n, int64_t stride, double spacing) {
  constexpr int64_t kLines = 16;  // at once, so that each line of the cache is read once
  std::vector<float> lines(kLines * n);
  LowerEnvelope envelope(n);
  for (int64_t begin = 0; begin < num_lines; begin += kLines) {
    const int64_t count = std::min(kLines, num_lines - begin);
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t l = 0; l < count; ++l) lines[l * n + p] = first[begin + l + p * stride];
    }
    for (int64_t l = 0; l < count; ++l) envelope.Apply(lines.data() + l * n, n, spacing);
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t l = 0; l < count; ++l) first[begin + l + p * stride] = lines[l * n + p];
    }
  }
}

}  // namespace

Image DistanceTransform(const Mask& inside, common::ThreadPool& pool) {
  const VoxelIndex size = inside.geometry.size;
  const Point spacing = inside.geometry.spacing;
  const int64_t slice = size[0] * size[1];
  Image found(inside.geometry);
  float* const values = found.values.data();
  common::ParallelFor(pool, size[2], [&](int64_t k) {
    for (int64_t j = 0; j < size[1]; ++j) FirstAxis(inside, found, k * size[1] + j);
    if (size[1] > 1) OtherAxis(values + k * slice, size[0], size[1], size[0], spacing[1]);
  });
  common::ParallelFor(pool, size[1], [&](int64_t j) {
    float* const first = values + j * size[0];
    if (size[2] > 1) OtherAxis(first, size[0], size[2], slice, spacing[2]);
    for (int64_t k = 0; k < size[2]; ++k) {
      for (int64_t i = 0; i < size[0]; ++i) first[k * slice + i] = std::sqrt(first[k * slice + i]);
    }
  });
  return found;
}

}  // namespace structlab::registration
