#include "experiments/datasets/medical/registration_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/error.h"

namespace structlab::datasets {

using registration::LabelMap;

std::vector<LabelCount> CountLabels(const LabelMap& labels) {
  std::map<int32_t, int64_t> voxels;
  // Neighbours mostly have the same label: one look-up a run.
  for (size_t begin = 0, end = 0; begin < labels.values.size(); begin = end) {
    const int32_t label = labels.values[begin];
    while (end < labels.values.size() && labels.values[end] == label) ++end;
    if (label != 0) voxels[label] += static_cast<int64_t>(end - begin);
  }
  std::vector<LabelCount> counts;
  for (const auto& [label, count] : voxels) counts.push_back({label, count});
  return counts;
}

std::vector<int32_t> LabelsToCompare(const RegistrationSet& set, const LabelMap& fixed,
                                     const LabelMap& moving) {
  const std::vector<LabelCount> in_moving = CountLabels(moving);
  std::vector<int32_t> labels;
  for (const LabelCount& count : CountLabels(fixed)) {
    const bool is_structure =
        set.structures.empty() || std::ranges::count(set.structures, count.label, &Structure::label) > 0;
    const bool is_in_both = std::ranges::count(in_moving, count.label, &LabelCount::label) > 0;
    if (is_structure && is_in_both && count.voxels >= set.min_voxels) labels.push_back(count.label);
  }
  return labels;
}

std::string NameOfLabel(const RegistrationSet& set, int32_t label) {
  if (set.structures.empty()) return fmt::format("label {}", label);
  std::string known;
  for (const Structure& structure : set.structures) {
    if (structure.label == label) return structure.name;
    fmt::format_to(std::back_inserter(known), "{}{} ({})", known.empty() ? "" : ", ", structure.label,
                   structure.name);
  }
  common::ThrowUsageError("label of " + set.name, "one of " + known, fmt::format("{}", label));
}

}  // namespace structlab::datasets
