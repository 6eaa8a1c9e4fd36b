#include "graphical_models/exact/binary_conditioning.h"

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

Labeling ForcedLabels(const PairwiseEnergy& energy) {
  Labeling labels;
  for (int v = 0; v < energy.num_variables(); ++v) {
    const auto unary = energy.unary(v);
    const bool may_be_1 = unary.size() == 2 && unary[1] < kInfinity;
    labels.push_back(!may_be_1 ? 0 : unary[0] < kInfinity ? kUnlabeled : 1);
  }
  return labels;
}

FreeVariables::FreeVariables(const Labeling& known) : index(known.size(), kUnlabeled) {
  for (size_t v = 0; v < known.size(); ++v) {
    if (known[v] != kUnlabeled) continue;
    index[v] = size();
    variables.push_back(static_cast<int>(v));
  }
}

}  // namespace structlab::graphical_models
