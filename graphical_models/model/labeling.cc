#include "graphical_models/model/labeling.h"

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

void CheckSize(size_t size, int64_t num_variables, const std::string& where) {
  if (static_cast<int64_t>(size) == num_variables) return;
  common::ThrowUsageError(where, "one label for each of " + std::to_string(num_variables) + " variables",
                          std::to_string(size) + " labels");
}

void CheckLabel(size_t variable, Label label, int num_labels, const std::string& where) {
  if (label >= 0 && label < num_labels) return;
  common::ThrowUsageError(
      where,
      "a label from 0 to " + std::to_string(num_labels - 1) + " for variable " + std::to_string(variable),
      std::to_string(label));
}

}  // namespace

void CheckLabeling(std::span<const Label> labeling, std::span<const int> label_counts,
                   const std::string& where) {
  CheckSize(labeling.size(), static_cast<int64_t>(label_counts.size()), where);
  for (size_t i = 0; i < labeling.size(); ++i) CheckLabel(i, labeling[i], label_counts[i], where);
}

void CheckLabeling(std::span<const Label> labeling, int64_t num_variables, int num_labels,
                   const std::string& where) {
  CheckSize(labeling.size(), num_variables, where);
  for (size_t i = 0; i < labeling.size(); ++i) CheckLabel(i, labeling[i], num_labels, where);
}

void CheckLabelCounts(std::span<const int> label_counts) {
  for (size_t i = 0; i < label_counts.size(); ++i) {
    if (label_counts[i] >= 1) continue;
    common::ThrowUsageError("label counts", "at least one label for variable " + std::to_string(i),
                            std::to_string(label_counts[i]));
  }
}

}  // namespace structlab::graphical_models
