// Sums of the absolute differences of wavelet coefficients: one level of the orthonormal Haar transform.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "registration/deformable/patch_metric.h"

namespace structlab::registration {
namespace {

// The transform is linear: it is taken of the difference, in blocks of two voxels along each axis that begin
// with each cell. The last of an odd number of voxels along an axis is not transformed along it.
class WaveletMetric : public PatchMetric {
 public:
  explicit WaveletMetric(const Image& fixed) : fixed_(fixed) {}
  int num_statistics() const override { return 1; }

  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    const auto width = static_cast<size_t>(bar.width);
    // Column sums of blocks: of the larger coefficient of each pair of columns, and of single columns.
    std::vector<float> rows(4 * width + 1), sums(width, 0);
    const Pairs pairs = PairsOf(bar.x, width);
    const auto difference = [&](int j, int k, float* to) {
      const float* f = fixed_.values.data() + fixed_.geometry.Offset({0, j, k});
      const int64_t row =
          int64_t{bar.width} * ((j - bar.y.begin) + int64_t{bar.y.size()} * (k - bar.z.begin));
      const float* m = bar.moving + row;
      for (size_t i = 0; i < width; ++i) to[i] = f[i] - m[i];
      if (bar.weights == nullptr) return;
      const float* w = bar.weights + row;
      for (size_t i = 0; i < width; ++i) to[i] *= w[i];
    };
    for (int k = bar.z.begin; k < bar.z.end; k += 2) {
      const int depth = std::min(2, bar.z.end - k);
      for (int j = bar.y.begin; j < bar.y.end; j += 2) {
        const int height = std::min(2, bar.y.end - j);
        for (int r = 0; r < depth * height; ++r) {
          difference(j + r % height, k + r / height, rows.data() + static_cast<size_t>(r) * width);
        }
        float* a = rows.data();
        if (height == 2) Transform(a, a + width, width);
        if (height == 2 && depth == 2) Transform(a + 2 * width, a + 3 * width, width);
        if (depth == 2 && height == 2) {
          Transform(a, a + 2 * width, width);
          Transform(a + width, a + 3 * width, width);
        }
        if (depth == 2 && height == 1) Transform(a, a + width, width);
        for (int r = 0; r < depth * height; ++r) AddRow(a + static_cast<size_t>(r) * width, pairs, sums);
      }
    }
    for (int c = 0; c < bar.x.num_cells(); ++c) {
      const AxisCells::Range cell = bar.x.cells[c];
      double sum = 0;
      for (int i = cell.begin; i < cell.end; ++i) sum += static_cast<double>(sums[i]);
      statistics[c] += sum;
    }
  }
  double Cost(std::span<const double> statistics, double weight) const override {
    return statistics[0] / weight;
  }

 private:
  static void Transform(float* a, float* b, size_t width) {
    constexpr float kRoot = std::numbers::sqrt2_v<float> / 2;
    for (size_t i = 0; i < width; ++i) {
      const float low = (a[i] + b[i]) * kRoot, high = (a[i] - b[i]) * kRoot;
      a[i] = low;
      b[i] = high;
    }
  }
  // What each column adds: with the next one if `partner` is 1, or on its own.
  struct Pairs {
    std::vector<float> partner, factor;
  };
  static Pairs PairsOf(const AxisCells& x, size_t width) {
    Pairs pairs = {std::vector<float>(width, 0), std::vector<float>(width, 0)};
    for (const AxisCells::Range& cell : x.cells) {
      for (int i = cell.begin; i < cell.end; i += 2) {
        const bool is_single = i + 1 == cell.end;
        pairs.partner[i] = is_single ? 0 : 1;
        pairs.factor[i] = is_single ? 1 : std::numbers::sqrt2_v<float>;
      }
    }
    return pairs;
  }
  // |a + b| + |a - b| = 2 max(|a|, |b|). Reads one number more than the row has.
  static void AddRow(const float* row, const Pairs& pairs, std::vector<float>& sums) {
    for (size_t i = 0; i < sums.size(); ++i) {
      const float a = std::abs(row[i]), b = std::abs(row[i + 1]) * pairs.partner[i];
      sums[i] += pairs.factor[i] * (a > b ? a : b);
    }
  }

  const Image& fixed_;
};

}  // namespace

PatchMetricKind DwtMetric() {
  return {.name = "dwt",
          .summary = "mean absolute difference of Haar wavelet coefficients, one level",
          .make = [](const Image& fixed, double,
                     const common::OptionValues&) { return std::make_unique<WaveletMetric>(fixed); },
          .usual_weight = 5};
}

}  // namespace structlab::registration
