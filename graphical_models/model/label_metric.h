// Whether a potential is a metric of labels, and the labels that show that it is not.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_

#include <optional>
#include <string>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// What a semi-metric has to obey, and with the triangle inequality a metric.
enum class MetricRule {
  kSelfDistance,  // d(a, a) = 0
  kNonNegative,   // d(a, b) >= 0
  kSymmetry,      // d(a, b) = d(b, a)
  kTriangle,      // d(a, c) <= d(a, b) + d(b, c)
};

// The first labels that break a rule.
struct MetricViolation {
  MetricRule rule;
  Label a, b, c;     // c is of use for the triangle inequality only, b not for the distance to itself
  std::string text;  // such as "d(0,2) = 4 is more than d(0,1) + d(1,2) = 2"
};

// Of labels 0..num_labels-1, for which the potential has to be defined. Two different labels may be at
// distance 0: what is called a metric here may be a pseudo-metric, for which the move-making algorithms and
// their bounds hold too. Distances may be +infinity. Inequalities hold up to a relative error of 1e-12, so
// that a metric that was computed in floating point stays one. O(1) for Potts and truncated linear
// potentials, else O(labels^2) for the semi-metric and O(labels^3) for the metric.
std::optional<MetricViolation> FindSemiMetricViolation(const PairwisePotential& potential, int num_labels);
std::optional<MetricViolation> FindMetricViolation(const PairwisePotential& potential, int num_labels);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABEL_METRIC_H_
