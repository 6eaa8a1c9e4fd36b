// 1 minus the normalised cross-correlation of two patches, or minus its square.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "registration/deformable/column_sums.h"

namespace structlab::registration {
namespace {

// Below this variance a patch is constant, and its correlation 0. Rounding of kMostRows floats can bring the
// variance of a constant patch to 1e-6.
constexpr double kConstant = 1e-6;

enum class Correlation { kSigned, kSquared };

class CorrelationMetric : public PatchMetric {
 public:
  CorrelationMetric(const Image& fixed, Correlation kind) : fixed_(fixed), kind_(kind) {}
  int num_statistics() const override { return 5; }
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    // About 1/2, so that fewer digits cancel.
    AddColumnSums<5>(fixed_, bar, statistics,
                     [](const auto& fixed, const auto& moving, const auto& w, auto& sums) {
                       const Columns f = fixed - 0.5F, m = moving - 0.5F;
                       Columns of_f = f, of_m = m;
                       Weight(of_f, w);
                       Weight(of_m, w);
                       sums[0] += of_f;
                       sums[1] += of_m;
                       sums[2] += of_f * f;
                       sums[3] += of_m * m;
                       sums[4] += of_f * m;
                     });
  }
  double Cost(std::span<const double> s, double weight) const override {
    const double f = s[0] / weight, m = s[1] / weight;
    const double of_f = s[2] / weight - f * f, of_m = s[3] / weight - m * m;
    if (of_f < kConstant || of_m < kConstant) return 1;
    const double correlation = std::clamp((s[4] / weight - f * m) / std::sqrt(of_f * of_m), -1.0, 1.0);
    return 1 - (kind_ == Correlation::kSigned ? correlation : correlation * correlation);
  }

 private:
  const Image& fixed_;
  Correlation kind_;
};

PatchMetricKind Kind(std::string name, std::string summary, Correlation correlation) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .make = [correlation](const Image& fixed, double, const common::OptionValues&) {
            return std::make_unique<CorrelationMetric>(fixed, correlation);
          }};
}

}  // namespace

PatchMetricKind NccMetric() {
  return Kind("ncc", "1 - normalised cross-correlation, from 0 to 2; 1 where a patch is constant",
              Correlation::kSigned);
}

PatchMetricKind SquaredNccMetric() {
  return Kind("squared_ncc",
              "1 - squared cross-correlation (as CC of ANTs), from 0 to 1; also where contrast is inverted",
              Correlation::kSquared);
}

}  // namespace structlab::registration
