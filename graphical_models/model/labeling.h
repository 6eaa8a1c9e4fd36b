// Labelings of the variables of a discrete energy, and their checks.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// The state of a variable: 0, 1, ...
using Label = int;

// Marks a variable whose label is not known.
inline constexpr Label kUnlabeled = -1;

// One label a variable.
using Labeling = std::vector<Label>;

// Throw common::Error(kUsage) at `where` unless the labeling has one existing label for each variable. The
// message names the first variable that is wrong. O(variables) time.
void CheckLabeling(std::span<const Label> labeling, std::span<const int> label_counts,
                   const std::string& where = "labeling");
void CheckLabeling(std::span<const Label> labeling, int64_t num_variables, int num_labels,
                   const std::string& where = "labeling");

// For each variable, the label with the minimum unary cost; the first one on ties. Energy has a span
// unary(v).
template <class Energy>
Labeling MinUnaryLabels(const Energy& energy) {
  Labeling labeling;
  labeling.reserve(energy.num_variables());
  for (int v = 0; v < energy.num_variables(); ++v) {
    const auto unary = energy.unary(v);
    labeling.push_back(static_cast<Label>(std::min_element(unary.begin(), unary.end()) - unary.begin()));
  }
  return labeling;
}

// Throws common::Error(kUsage) unless every variable has at least one label.
void CheckLabelCounts(std::span<const int> label_counts);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_
