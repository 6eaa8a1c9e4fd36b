// Labelings of the variables of a discrete energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// The state of a variable, from 0.
using Label = int;

// In place of the label of a variable of which none is known.
inline constexpr Label kUnlabeled = -1;

// One label a variable.
using Labeling = std::vector<Label>;

// Throw common::Error(kUsage) at `where` unless the labeling has one label for each variable and every label
// exists; the message names the first variable that is wrong. O(variables).
void CheckLabeling(std::span<const Label> labeling, std::span<const int> label_counts,
                   const std::string& where = "labeling");
void CheckLabeling(std::span<const Label> labeling, int64_t num_variables, int num_labels,
                   const std::string& where = "labeling");

// Each variable's label of least cost, its first one of several, for an energy with a span unary(v) of costs.
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
