// Metrics of the voxelwise difference: sums of absolute values (SAD) and of squares (SSD), a voxel.
#include <cmath>
#include <memory>

#include "registration/deformable/column_sums.h"

namespace structlab::registration {
namespace {

template <bool is_square>
class DifferenceMetric : public PatchMetric {
 public:
  explicit DifferenceMetric(const Image& fixed) : fixed_(fixed) {}
  int num_statistics() const override { return 1; }
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    AddColumnSums<1>(fixed_, bar, statistics, [](const auto& f, const auto& m, const auto& w, auto& sums) {
      Columns difference = f - m;
      if constexpr (is_square) {
        difference *= difference;
      } else {
        TakeAbsolute(difference);
      }
      Weight(difference, w);
      sums[0] += difference;
    });
  }
  double Cost(std::span<const double> statistics, double weight) const override {
    return statistics[0] / weight;
  }

 private:
  const Image& fixed_;
};

}  // namespace

PatchMetricKind SadMetric() {
  return {
      .name = "sad",
      .summary = "mean absolute difference",
      .make = [](const Image& fixed, double,
                 const common::OptionValues&) { return std::make_unique<DifferenceMetric<false>>(fixed); },
      .usual_weight = 15};
}

PatchMetricKind SsdMetric() {
  return {.name = "ssd",
          .summary = "mean squared difference",
          .make = [](const Image& fixed, double,
                     const common::OptionValues&) { return std::make_unique<DifferenceMetric<true>>(fixed); },
          .usual_weight = 60};
}

}  // namespace structlab::registration
