#include "registration/deformable/registration_options.h"

#include <cstdint>
#include <set>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "registration/deformable/registration_parameters.h"

namespace structlab::registration {
namespace {

void Check(const std::string& where, const common::OptionDeclaration& declaration,
           const common::OptionValue& value) {
  if (common::IsAllowed(declaration, value)) return;
  common::ThrowUsageError(where, common::DescribeRange(declaration), common::FormatOptionValue(value));
}

void CheckMetrics(const RegistrationOptions& options) {
  if (options.metrics.empty()) common::ThrowUsageError("metrics", "at least one", "none");
  std::set<std::string> names;
  for (const WeightedMetric& metric : options.metrics) {
    OptionsOfMetric(metric);
    Check("weight of a metric", MetricWeight(), metric.weight);
    if (!names.insert(metric.name).second) {
      common::ThrowUsageError("metrics", "each once", metric.name + " twice");
    }
  }
}

void CheckClasses(const RegistrationOptions& options) {
  std::set<int32_t> labels;
  for (const ClassWeights& c : options.classes) {
    if (c.weights.size() != options.metrics.size()) {
      common::ThrowUsageError(std::string("weights of class ").append(c.name),
                              std::to_string(options.metrics.size()).append(", one a metric"),
                              std::to_string(c.weights.size()));
    }
    for (const double weight : c.weights) Check("weight of a class", ClassWeight(), weight);
    Check("label of a class", ClassLabel(), int64_t{c.label});
    if (!labels.insert(c.label).second) {
      common::ThrowUsageError("classes", "another label each",
                              std::string("label ").append(std::to_string(c.label)).append(" twice"));
    }
  }
}

}  // namespace

RegistrationOptions TunedOptions() {
  RegistrationOptions options;
  options.metrics = {{"sad", 15}, {"squared_ncc", 1}};
  options.maps_grey_values = true;
  options.spacings_2d = 30;
  options.spacings_3d = 20;
  options.refinements = 6;
  options.patch_size = 2.5;
  options.label_steps = 1;
  options.shrink = 0.75;
  options.smoothness = 0.04;
  return options;
}

void CheckOptions(const RegistrationOptions& options) {
  CheckMetrics(options);
  CheckClasses(options);
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    Check(parameter.declaration.name, parameter.declaration, parameter.get(options));
  }
  const double low = options.low_percent, high = options.high_percent;
  if (!(low < high)) {
    common::ThrowUsageError("percentiles", "low_percent below high_percent",
                            common::FormatDouble(low).append(" and ").append(common::FormatDouble(high)));
  }
}

}  // namespace structlab::registration
