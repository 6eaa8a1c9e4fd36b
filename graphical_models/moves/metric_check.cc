#include "graphical_models/moves/metric_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/label_metric.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {
namespace {

constexpr char kRemedy[] = "use NonMetric::kTruncate, or another method";

template <class Energy>
void Check(const Energy& energy, RequiredMetric required) {
  const std::vector<int> label_counts = LabelCountsOf(energy);
  // [potential] number of labels that its edges use; 0: it has no edge.
  std::vector<int> labels(NumPotentialsOf(energy), 0);
  ForEachEdge(energy, [&](int p, int q, int potential, double weight) {
    if (weight < 0) {
      common::ThrowUsageError("edge from " + std::to_string(p) + " to " + std::to_string(q),
                              "a weight of at least 0", common::FormatDouble(weight), kRemedy);
    }
    int& most = labels[potential];
    most = std::max({most, label_counts[p], label_counts[q]});
  });
  for (int i = 0; i < NumPotentialsOf(energy); ++i) {
    const int num_labels = labels[i];
    if (num_labels == 0) continue;
    const bool metric = required == RequiredMetric::kMetric;
    const std::optional<MetricViolation> violation =
        metric ? FindMetricViolation(PotentialOf(energy, i), num_labels)
               : FindSemiMetricViolation(PotentialOf(energy, i), num_labels);
    if (!violation) continue;
    common::ThrowUsageError("potential " + std::to_string(i), metric ? "a metric" : "a semi-metric",
                            violation->text, kRemedy);
  }
}

}  // namespace

void CheckMetric(const PairwiseEnergy& energy, RequiredMetric required) { Check(energy, required); }

template <class Cost>
void CheckMetric(const GridEnergy<Cost>& energy, RequiredMetric required) {
  Check(energy, required);
}

template void CheckMetric(const GridEnergy<int32_t>&, RequiredMetric);
template void CheckMetric(const GridEnergy<float>&, RequiredMetric);
template void CheckMetric(const GridEnergy<double>&, RequiredMetric);

}  // namespace structlab::graphical_models
