// Checks whether the moves of an energy are minimum cuts.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_METRIC_CHECK_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_METRIC_CHECK_H_

#include <cstdint>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

enum class RequiredMetric { kMetric, kSemiMetric };

// Throws common::Error(kUsage), whose message names the labels, unless the potential of every edge is a
// metric, or a semi-metric (label_metric.h), and its weight is not negative. O(edges), and the time given in
// label_metric.h.
void CheckMetric(const PairwiseEnergy& energy, RequiredMetric required);
template <class Cost>
void CheckMetric(const GridEnergy<Cost>& energy, RequiredMetric required);

extern template void CheckMetric(const GridEnergy<int32_t>&, RequiredMetric);
extern template void CheckMetric(const GridEnergy<float>&, RequiredMetric);
extern template void CheckMetric(const GridEnergy<double>&, RequiredMetric);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_METRIC_CHECK_H_
