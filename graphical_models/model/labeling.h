// Labelings of the variables of a discrete energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// The state of a variable, from 0.
using Label = int;

// One label a variable.
using Labeling = std::vector<Label>;

// Throw common::Error(kUsage) at `where` unless the labeling has one label for each variable and every label
// exists; the message names the first variable that is wrong. O(variables).
void CheckLabeling(std::span<const Label> labeling, std::span<const int> label_counts,
                   const std::string& where = "labeling");
void CheckLabeling(std::span<const Label> labeling, int64_t num_variables, int num_labels,
                   const std::string& where = "labeling");

// Throws common::Error(kUsage) unless every variable has at least one label.
void CheckLabelCounts(std::span<const int> label_counts);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_LABELING_H_
