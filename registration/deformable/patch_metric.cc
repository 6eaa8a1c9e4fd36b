#include "registration/deformable/patch_metric.h"

#include <algorithm>

#include "common/error.h"

namespace structlab::registration {

const std::vector<PatchMetricKind>& PatchMetrics() {
  static const std::vector<PatchMetricKind> all = {SadMetric(), SsdMetric(), NccMetric(), MiMetric(),
                                                   DwtMetric()};
  return all;
}

const PatchMetricKind& FindPatchMetric(const std::string& name) {
  const auto& all = PatchMetrics();
  const auto found = std::ranges::find(all, name, &PatchMetricKind::name);
  if (found != all.end()) return *found;
  std::string known;
  for (const PatchMetricKind& kind : all) known.append(known.empty() ? "" : ", ").append(kind.name);
  common::ThrowUsageError("metric", std::string("one of ").append(known), common::Quote(name));
}

}  // namespace structlab::registration
