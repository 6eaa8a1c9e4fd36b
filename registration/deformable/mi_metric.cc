// 1 minus the mutual information of two patches' grey values, divided by the smaller of their entropies.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "registration/deformable/patch_metric.h"

namespace structlab::registration {
namespace {

constexpr double kFewVoxels = 500;  // a patch of fewer has 8 bins, else 16
constexpr size_t kTable = 1 << 14;

// n log n of small counts.
double CountTimesLog(double count) {
  static const std::vector<double> table = [] {
    std::vector<double> values(kTable);
    for (size_t n = 1; n < kTable; ++n) values[n] = static_cast<double>(n) * std::log(static_cast<double>(n));
    return values;
  }();
  if (count < static_cast<double>(kTable)) return table[static_cast<size_t>(count)];
  return count * std::log(count);
}

template <int bins>
class InformationMetric : public PatchMetric {
 public:
  explicit InformationMetric(const Image& fixed) : geometry_(fixed.geometry), rows_(fixed.values.size()) {
    for (size_t i = 0; i < rows_.size(); ++i) rows_[i] = static_cast<uint8_t>(bins * BinOf(fixed.values[i]));
  }
  int num_statistics() const override { return bins * bins; }

  // A voxel counts if its weight is at least 1/2.
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    // Two histograms by turns: equal neighbours do not wait for each other.
    std::array<std::array<uint32_t, bins * bins>, 2> counts;
    for (int c = 0; c < bar.x.num_cells(); ++c) {
      for (auto& part : counts) part.fill(0);
      const AxisCells::Range cell = bar.x.cells[static_cast<size_t>(c)];
      int64_t row = 0;
      for (int k = bar.z.begin; k < bar.z.end; ++k) {
        for (int j = bar.y.begin; j < bar.y.end; ++j, row += bar.width) {
          const uint8_t* f = rows_.data() + geometry_.Offset({0, j, k});
          const float* m = bar.moving + row;
          if (bar.weights == nullptr) {
            for (int i = cell.begin; i < cell.end; ++i) {
              ++counts[static_cast<size_t>(i & 1)][static_cast<size_t>(f[i] + BinOf(m[i]))];
            }
          } else {
            const float* w = bar.weights + row;
            for (int i = cell.begin; i < cell.end; ++i) {
              counts[static_cast<size_t>(i & 1)][static_cast<size_t>(f[i] + BinOf(m[i]))] += w[i] >= 0.5F;
            }
          }
        }
      }
      double* to = statistics.data() + static_cast<size_t>(c) * counts[0].size();
      for (size_t b = 0; b < counts[0].size(); ++b) to[b] += counts[0][b] + counts[1][b];
    }
  }

  // With n log n sums: H = log N - sum / N.
  double Cost(std::span<const double> joint, double) const override {
    std::array<double, bins> f = {}, m = {};
    double of_joint = 0, total = 0;
    for (size_t a = 0; a < bins; ++a) {
      for (size_t b = 0; b < bins; ++b) {
        const double count = joint[a * bins + b];
        f[a] += count;
        m[b] += count;
        of_joint += CountTimesLog(count);
      }
      total += f[a];
    }
    if (total == 0) return 1;
    double of_f = 0, of_m = 0;
    for (size_t a = 0; a < bins; ++a) of_f += CountTimesLog(f[a]), of_m += CountTimesLog(m[a]);
    const double all = CountTimesLog(total);
    const double least = std::min(all - of_f, all - of_m);  // N times an entropy
    if (least <= 1e-9 * total) return 1;
    return 1 - std::clamp((all - of_f - of_m + of_joint) / least, 0.0, 1.0);
  }

 private:
  static int BinOf(float value) {
    return static_cast<int>(std::min(std::max(value, 0.0F) * bins, static_cast<float>(bins) - 0.5F));
  }

  Geometry geometry_;
  std::vector<uint8_t> rows_;  // the fixed image's bin times `bins`
};

}  // namespace

PatchMetricKind MiMetric() {
  return {
      "mi",
      "1 - mutual information / smaller entropy, 16 bins (8 in small patches); 1 where a patch is constant",
      [](const Image& fixed, double mean_patch_voxels) -> std::unique_ptr<PatchMetric> {
        if (mean_patch_voxels < kFewVoxels) return std::make_unique<InformationMetric<8>>(fixed);
        return std::make_unique<InformationMetric<16>>(fixed);
      }};
}

}  // namespace structlab::registration
