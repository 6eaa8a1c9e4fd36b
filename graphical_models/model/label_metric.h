// Tests whether a potential is a metric on the labels, and finds labels that violate it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_

#include <optional>
#include <string>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// Rules of distances: a semi-metric obeys the first three, a metric all four.
enum class MetricRule {
  kSelfDistance,  // d(a, a) = 0
  kNonNegative,   // d(a, b) >= 0
  kSymmetry,      // d(a, b) = d(b, a)
  kTriangle,      // d(a, c) <= d(a, b) + d(b, c)
};

// The first labels that break a rule.
struct MetricViolation {
  MetricRule rule;
  Label a, b, c;     // b is unused for kSelfDistance; c is used for kTriangle only
  std::string text;  // such as "d(0,2) = 4 is more than d(0,1) + d(1,2) = 2"
};

// Return the first violation on the labels 0..num_labels-1, or nothing. The potential must be defined for
// them.
//
//     if (const auto violation = FindMetricViolation(TruncatedQuadratic{1, 4}, 16)) Report(violation->text);
//
// AlphaExpansion needs a metric, AlphaBetaSwap a semi-metric. Two different labels may have distance 0, so
// that "metric" here includes pseudo-metrics; the move-making methods and their bounds hold for them, too.
// Distances may be +infinity. Inequalities are tested up to a relative error of 1e-12, so that a metric
// computed in floating point passes. Cost: O(1) for Potts and truncated linear potentials; for others
// O(labels^2) for the semi-metric and O(labels^3) for the metric.
std::optional<MetricViolation> FindSemiMetricViolation(const PairwisePotential& potential, int num_labels);
std::optional<MetricViolation> FindMetricViolation(const PairwisePotential& potential, int num_labels);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_
