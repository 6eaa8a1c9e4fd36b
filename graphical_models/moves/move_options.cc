#include "graphical_models/moves/move_options.h"

#include <numeric>
#include <string>

#include "common/error.h"

namespace structlab::graphical_models {

Labeling StartOf(const MoveOptions& options, std::span<const int> label_counts) {
  if (options.start.empty()) return Labeling(label_counts.size(), 0);
  CheckLabeling(options.start, label_counts, "start");
  return options.start;
}

std::vector<Label> OrderOf(const MoveOptions& options, int num_labels) {
  std::vector<Label> order = options.order;
  if (order.empty()) {
    order.resize(num_labels);
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  std::vector<bool> seen(num_labels, false);
  for (const Label label : order) {
    if (label < 0 || label >= num_labels || seen[label]) {
      common::ThrowUsageError(
          "order of labels", "each label from 0 to " + std::to_string(num_labels - 1) + " once",
          "label " + std::to_string(label) + (label < 0 || label >= num_labels ? "" : " twice"));
    }
    seen[label] = true;
  }
  if (static_cast<int>(order.size()) != num_labels) {
    common::ThrowUsageError("order of labels", std::to_string(num_labels) + " labels",
                            std::to_string(order.size()));
  }
  return order;
}

}  // namespace structlab::graphical_models
