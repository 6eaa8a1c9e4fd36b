#include "registration/deformable/patch_metric.h"

#include <algorithm>
#include <utility>

#include "common/check.h"
#include "common/method_list.h"

namespace structlab::registration {
namespace {

using Kinds = common::MethodList<PatchMetricKind, &PatchMetricKind::make>;

Kinds& AllKinds() {
  static Kinds kinds("metric",
                     {SadMetric(), SsdMetric(), NccMetric(), SquaredNccMetric(), MiMetric(), DwtMetric()});
  return kinds;
}

}  // namespace

std::span<const PatchMetricKind> PatchMetrics() { return AllKinds().All(); }

bool RegisterPatchMetric(PatchMetricKind kind) {
  const bool has_no_weight =
      std::ranges::find(kind.options, "weight", &common::OptionDeclaration::name) == kind.options.end();
  STRUCTLAB_CHECK(has_no_weight);
  AllKinds().Add(std::move(kind));
  return true;
}

const PatchMetricKind& FindPatchMetric(const std::string& name) { return AllKinds().Find(name); }

common::OptionValues OptionsOfMetric(const WeightedMetric& metric) {
  const PatchMetricKind& kind = FindPatchMetric(metric.name);
  return metric.options.For(kind.name, kind.options);
}

}  // namespace structlab::registration
