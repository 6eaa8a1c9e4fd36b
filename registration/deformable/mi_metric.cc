// 1 minus the mutual information of two patches' grey values, divided by the smaller of their entropies.
//
// What bounds it: for each voxel and label one counter of a joint histogram is raised, at best one a cycle.
// Counting takes a fifth of the time; the rest goes to shifting the image, finding each voxel's counter,
// clearing and adding up the histograms of short rows, and logarithms (unary_costs_64/mi of
// //experiments/registration_benchmark).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "registration/deformable/patch_metric.h"

namespace structlab::registration {
namespace {

constexpr double kFewVoxels = 500;  // patches of fewer are small: their histograms have other bins
constexpr int kMaxBins = 64;
constexpr size_t kTable = 1 << 14;

// n log n of small counts.
const double* TableOfCountTimesLog() {
  static const std::vector<double> table = [] {
    std::vector<double> values(kTable);
    for (size_t n = 1; n < kTable; ++n) values[n] = static_cast<double>(n) * std::log(static_cast<double>(n));
    return values;
  }();
  return table.data();
}

// Sums of n log n: of a patch whose counts are all in the table, and of any other.
struct SmallCounts {
  const double* table = TableOfCountTimesLog();
  double operator()(int32_t count) const { return table[count]; }
};
struct AllCounts {
  double operator()(int32_t count) const { return count > 0 ? count * std::log(count) : 0; }
};

// `known_bins` is the number of bins where the compiler knows it, which is faster; 0: any from 2 to kMaxBins.
template <int known_bins>
class InformationMetric : public PatchMetric {
 public:
  InformationMetric(const Image& fixed, int bins)
      : bins_(bins), geometry_(fixed.geometry), rows_(fixed.values.size()) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      rows_[i] = static_cast<Place>(bins * BinOf(fixed.values[i], bins));
    }
  }
  int num_statistics() const override { return static_cast<int>(num_counts()); }

  // A voxel counts if its weight is at least 1/2.
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    std::vector<uint16_t> places(static_cast<size_t>(bar.num_rows()) * static_cast<size_t>(bar.width));
    FindPlaces(bar, places.data());
    for (int c = 0; c < bar.x.num_cells(); ++c) {
      double* to = statistics.data() + static_cast<size_t>(c) * num_counts();
      const AxisCells::Range cell = bar.x.cells[c];
      // More rows could overflow a lane's counters of 16 bits.
      const int rows = std::max(1, kLanes * 65535 / std::max(cell.size(), kLanes) / 2);
      for (int r = 0; r < bar.num_rows(); r += rows) {
        const uint16_t* from = places.data() + int64_t{r} * bar.width + cell.begin;
        AddCounts(from, cell.size(), std::min(rows, bar.num_rows() - r), bar.width, to);
      }
    }
  }

  // With n log n sums: H = log N - sum / N.
  double Cost(std::span<const double> joint, double) const override {
    const size_t bins = num_bins();
    Counts counts;
    for (size_t i = 0; i < num_counts(); ++i) counts[i] = static_cast<int32_t>(joint[i]);
    for (size_t i = num_counts(); i < RoundedUp(num_counts()); ++i) counts[i] = 0;
    Marginal f = {}, m = {};
    for (size_t a = 0; a < bins; ++a) {
      for (size_t b = 0; b < bins; ++b) {
        f[a] += counts[a * bins + b];
        m[b] += counts[a * bins + b];
      }
    }
    int32_t total = 0;
    for (size_t a = 0; a < bins; ++a) total += f[a];
    if (total == 0) return 1;
    return static_cast<size_t>(total) < kTable ? Cost(SmallCounts(), counts, f, m, total)
                                               : Cost(AllCounts(), counts, f, m, total);
  }

 private:
  static constexpr size_t kMost = known_bins > 0 ? known_bins : kMaxBins;
  static constexpr int kLanes = 8;
  using Counts = std::array<int32_t, kMost * kMost>;
  using Marginal = std::array<int32_t, kMost>;
  using Place = std::conditional_t<(kMost * kMost > 256), uint16_t, uint8_t>;

  size_t num_bins() const {
    if constexpr (known_bins > 0) return known_bins;
    return static_cast<size_t>(bins_);
  }
  size_t num_counts() const { return num_bins() * num_bins(); }
  // Sums go over four numbers at a time; those behind the last one are 0.
  static size_t RoundedUp(size_t size) { return (size + 3) / 4 * 4; }

  static int32_t BinOf(float value, int bins) {
    const float last = static_cast<float>(bins) - 0.5F;
    const float scaled = value * static_cast<float>(bins);
    const float from_below = scaled > 0 ? scaled : 0;  // not std::max, which keeps the loop scalar
    return static_cast<int32_t>(from_below < last ? from_below : last);
  }

  // The place of each voxel's pair of grey values in the joint histogram.
  void FindPlaces(const CellBar& bar, uint16_t* to) const {
    const int bins = static_cast<int>(num_bins());
    const auto nowhere = static_cast<uint16_t>(num_counts());  // place of a voxel that does not count
    const float* m = bar.moving;
    const float* w = bar.weights;
    for (int k = bar.z.begin; k < bar.z.end; ++k) {
      for (int j = bar.y.begin; j < bar.y.end; ++j, m += bar.width, to += bar.width) {
        const Place* f = rows_.data() + geometry_.Offset({0, j, k});
        for (int i = 0; i < bar.width; ++i) to[i] = static_cast<uint16_t>(f[i] + BinOf(m[i], bins));
        if (w == nullptr) continue;
        for (int i = 0; i < bar.width; ++i) to[i] = w[i] >= 0.5F ? to[i] : nowhere;
        w += bar.width;
      }
    }
  }

  // A histogram for each lane: a counter is not raised again before it was written.
  void AddCounts(const uint16_t* places, int width, int rows, int stride, double* to) const {
    const size_t lane = num_counts() + 16;
    std::array<uint16_t, kLanes*(kMost * kMost + 16)> lanes;
    std::memset(lanes.data(), 0, kLanes * lane * sizeof(uint16_t));
    for (int r = 0; r < rows; ++r, places += stride) {
      int i = 0;
      for (; i + kLanes <= width; i += kLanes) {
        for (int l = 0; l < kLanes; ++l) ++lanes[static_cast<size_t>(l) * lane + places[i + l]];
      }
      for (int l = 0; i < width; ++i, ++l) ++lanes[static_cast<size_t>(l) * lane + places[i]];
    }
    for (size_t b = 0; b < num_counts(); ++b) {
      int32_t sum = 0;
      for (size_t l = 0; l < kLanes; ++l) sum += lanes[l * lane + b];
      to[b] += sum;
    }
  }

  template <class CountTimesLog>
  double Cost(const CountTimesLog& count_times_log, const Counts& joint, const Marginal& f, const Marginal& m,
              int32_t total) const {
    // Four sums by turns, which do not wait for each other.
    std::array<double, 4> of_joint = {}, of_f = {}, of_m = {};
    for (size_t i = 0; i < num_counts(); i += 4) {
      for (size_t l = 0; l < 4; ++l) of_joint[l] += count_times_log(joint[i + l]);
    }
    for (size_t i = 0; i < num_bins(); i += 4) {
      for (size_t l = 0; l < 4; ++l)
        of_f[l] += count_times_log(f[i + l]), of_m[l] += count_times_log(m[i + l]);
    }
    const auto sum = [](const std::array<double, 4>& parts) {
      return (parts[0] + parts[1]) + (parts[2] + parts[3]);
    };
    const double all = count_times_log(total), by_f = all - sum(of_f), by_m = all - sum(of_m);
    const double least = std::min(by_f, by_m);  // N times an entropy
    if (least <= 1e-9 * total) return 1;
    return 1 - std::clamp((by_f - sum(of_m) + sum(of_joint)) / least, 0.0, 1.0);
  }

  int bins_;
  Geometry geometry_;
  std::vector<Place> rows_;  // the fixed image's bin times the number of bins
};

std::unique_ptr<PatchMetric> MakeInformation(const Image& fixed, double mean_patch_voxels,
                                             const common::OptionValues& values) {
  const auto bins =
      static_cast<int>(values.Integer(mean_patch_voxels < kFewVoxels ? "small_patch_bins" : "bins"));
  if (bins == 8) return std::make_unique<InformationMetric<8>>(fixed, bins);
  if (bins == 16) return std::make_unique<InformationMetric<16>>(fixed, bins);
  return std::make_unique<InformationMetric<0>>(fixed, bins);
}

}  // namespace

PatchMetricKind MiMetric() {
  const common::OptionRange<int64_t> range = {.min = 2, .max = kMaxBins};
  return {.name = "mi",
          .summary = "1 - mutual information / smaller entropy; 1 where a patch is constant",
          .options = {common::IntegerOption("bins", 16, range, "grey values of the histograms"),
                      common::IntegerOption("small_patch_bins", 8, range,
                                            "the same where patches have fewer than 500 voxels on average")},
          .make = MakeInformation};
}

}  // namespace structlab::registration
