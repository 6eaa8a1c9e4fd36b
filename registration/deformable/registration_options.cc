#include "registration/deformable/registration_options.h"

#include <cmath>
#include <set>

#include "common/error.h"
#include "common/number.h"
#include "registration/deformable/patch_metric.h"

namespace structlab::registration {
namespace {

void CheckLeast(const char* option, double value, double least) {
  if (std::isfinite(value) && value >= least) return;
  common::ThrowUsageError(option, std::string("a number of at least ").append(common::FormatDouble(least)),
                          common::FormatDouble(value));
}

void CheckFinite(const char* option, double value) {
  if (std::isfinite(value)) return;
  common::ThrowUsageError(option, "a finite number", common::FormatDouble(value));
}

void CheckAbove0(const char* option, double value, double most) {
  if (value > 0 && value <= most) return;
  common::ThrowUsageError(option,
                          std::string("a number above 0 and at most ").append(common::FormatDouble(most)),
                          common::FormatDouble(value));
}

void CheckWhole(const char* option, int value, int least, int most) {
  if (value >= least && value <= most) return;
  common::ThrowUsageError(option, std::to_string(least).append(" to ").append(std::to_string(most)),
                          std::to_string(value));
}

void CheckClasses(const RegistrationOptions& options) {
  std::set<int32_t> labels;
  for (const ClassWeights& c : options.classes) {
    if (c.weights.size() != options.metrics.size()) {
      common::ThrowUsageError(std::string("weights of class ").append(c.name),
                              std::to_string(options.metrics.size()).append(", one a metric"),
                              std::to_string(c.weights.size()));
    }
    for (const double weight : c.weights) CheckFinite("weight of a class", weight);
    if (!labels.insert(c.label).second) {
      common::ThrowUsageError("classes", "another label each",
                              std::string("label ").append(std::to_string(c.label)).append(" twice"));
    }
  }
}

}  // namespace

void CheckOptions(const RegistrationOptions& options) {
  if (options.metrics.empty()) common::ThrowUsageError("metrics", "at least one", "none");
  std::set<std::string> names;
  for (const WeightedMetric& metric : options.metrics) {
    FindPatchMetric(metric.name);
    CheckLeast("weight of a metric", metric.weight, 0);
    if (!names.insert(metric.name).second)
      common::ThrowUsageError("metrics", "each once", metric.name + " twice");
  }
  CheckClasses(options);
  CheckLeast("spacing", options.spacing, 0);
  CheckAbove0("range", options.range, 10);
  CheckAbove0("patch_size", options.patch_size, 10);
  CheckAbove0("shrink", options.shrink, 1);
  CheckLeast("smoothness", options.smoothness, 0);
  CheckWhole("levels", options.levels, 1, 10);
  CheckWhole("refinements", options.refinements, 0, 1000);
  CheckWhole("label_steps", options.label_steps, 1, 50);
  const double low = options.low_percent, high = options.high_percent;
  if (!(low >= 0 && low < high && high <= 100)) {
    common::ThrowUsageError("percentiles", "0 <= low < high <= 100",
                            common::FormatDouble(low).append(" and ").append(common::FormatDouble(high)));
  }
}

}  // namespace structlab::registration
