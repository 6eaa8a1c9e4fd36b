#include "registration/deformable/displacement_labels.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"

namespace structlab::registration {

DisplacementLabels::DisplacementLabels(LabelSet set, int steps, int dimension) : steps_(steps) {
  constexpr double kMost = 10'000;
  if (steps < 0 || steps > 50) common::ThrowUsageError("label steps", "0 to 50", std::to_string(steps));
  if (set == LabelSet::kDense && std::pow(2.0 * steps + 1, dimension) > kMost) {
    common::ThrowUsageError("label steps", "at most 10,000 labels", std::to_string(steps),
                            "take fewer steps, or sparse labels");
  }
  const int depth = dimension == 3 ? steps : 0;
  for (int z = -depth; z <= depth; ++z) {
    for (int y = -steps; y <= steps; ++y) {
      for (int x = -steps; x <= steps; ++x) {
        if (set == LabelSet::kSparse && (x != 0) + (y != 0) + (z != 0) > 1) continue;
        labels_.emplace_back(x, y, z);
      }
    }
  }
  std::ranges::stable_sort(labels_, std::ranges::less(),
                           [](const Eigen::Vector3i& a) { return a.lpNorm<1>(); });
}

}  // namespace structlab::registration
