// Enumerates all labelings of a few variables.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_ALL_LABELINGS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_ALL_LABELINGS_H_

#include <span>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Calls visitor(labeling) for every labeling, in lexicographic order; once, with the empty labeling, if there
// are no variables.
template <class Visitor>
void ForAllLabelings(std::span<const int> label_counts, const Visitor& visitor) {
  Labeling labeling(label_counts.size(), 0);
  while (true) {
    visitor(static_cast<const Labeling&>(labeling));
    size_t i = labeling.size();
    while (i > 0 && ++labeling[i - 1] == label_counts[i - 1]) labeling[--i] = 0;
    if (i == 0) return;
  }
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_TESTING_ALL_LABELINGS_H_
