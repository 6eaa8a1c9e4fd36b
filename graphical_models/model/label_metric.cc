#include "graphical_models/model/label_metric.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

constexpr double kRelativeError = 1e-12;

std::string Distance(Label a, Label b) { return "d(" + std::to_string(a) + "," + std::to_string(b) + ")"; }

std::string DistanceIs(Label a, Label b, double value) {
  return Distance(a, b) + " = " + common::FormatDouble(value);
}

bool NearlyEqual(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  return a == b || (std::isfinite(larger) && std::abs(a - b) <= kRelativeError * larger);
}

bool IsMetricByFormula(const PairwisePotential& potential) {
  return potential.As<Potts>() != nullptr || potential.As<TruncatedLinear>() != nullptr;
}

void CheckDefined(const PairwisePotential& potential, int num_labels) {
  if (potential.IsDefinedFor(num_labels, num_labels)) return;
  const LabelTable& table = *potential.As<LabelTable>();
  const std::string labels = std::to_string(num_labels);
  common::ThrowUsageError("distance of labels", "a table of at least " + labels + " x " + labels,
                          std::to_string(table.rows()) + " x " + std::to_string(table.columns()));
}

template <class Potential>
std::optional<MetricViolation> SemiMetricViolation(const Potential& d, int num_labels) {
  for (Label a = 0; a < num_labels; ++a) {
    if (d(a, a) != 0) {
      return MetricViolation{MetricRule::kSelfDistance, a, a, a, DistanceIs(a, a, d(a, a)) + " is not 0"};
    }
    for (Label b = 0; b < a; ++b) {
      for (const auto& [x, y] : {std::pair{b, a}, std::pair{a, b}}) {
        if (!(d(x, y) >= 0)) {
          return MetricViolation{MetricRule::kNonNegative, x, y, x,
                                 DistanceIs(x, y, d(x, y)) + " is negative"};
        }
      }
      if (!NearlyEqual(d(a, b), d(b, a))) {
        return MetricViolation{MetricRule::kSymmetry, b, a, b,
                               DistanceIs(b, a, d(b, a)) + " differs from " + DistanceIs(a, b, d(a, b))};
      }
    }
  }
  return std::nullopt;
}

template <class Potential>
std::optional<MetricViolation> TriangleViolation(const Potential& d, int num_labels) {
  for (Label a = 0; a < num_labels; ++a) {
    for (Label b = 0; b < num_labels; ++b) {
      const double first = d(a, b);
      for (Label c = 0; c < num_labels; ++c) {
        const double around = first + d(b, c);
        if (d(a, c) <= around || NearlyEqual(d(a, c), around)) continue;
        return MetricViolation{
            MetricRule::kTriangle, a, b, c,
            DistanceIs(a, c, d(a, c)) + " is more than " + Distance(a, b) + " + " + DistanceIs(b, c, around)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<MetricViolation> FindSemiMetricViolation(const PairwisePotential& potential, int num_labels) {
  CheckDefined(potential, num_labels);
  // The formulas of |a - b| are symmetric, 0 at 0 and never negative.
  static_assert(PairwisePotential::kNumForms == 4, "a new form may not be like this");
  const LabelTable* const table = potential.As<LabelTable>();
  return table == nullptr ? std::nullopt : SemiMetricViolation(*table, num_labels);
}

std::optional<MetricViolation> FindMetricViolation(const PairwisePotential& potential, int num_labels) {
  if (IsMetricByFormula(potential)) return std::nullopt;
  if (auto violation = FindSemiMetricViolation(potential, num_labels)) return violation;
  return potential.Visit([num_labels](const auto& d) { return TriangleViolation(d, num_labels); });
}

}  // namespace structlab::graphical_models
