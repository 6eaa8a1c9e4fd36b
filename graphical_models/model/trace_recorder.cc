#include "graphical_models/model/trace_recorder.h"

#include <algorithm>

namespace structlab::graphical_models {

std::optional<common::Ending> TraceRecorder::Record(int64_t iteration, double energy, double lower_bound) {
  best_energy_ = std::min(best_energy_, energy);
  best_bound_ = std::max(best_bound_, lower_bound);
  const std::optional<common::Ending> ending =
      run_.Record(static_cast<double>(iteration), best_energy_, best_bound_);
  return best_energy_ <= best_bound_ ? common::Ending::kOptimal : ending;
}

}  // namespace structlab::graphical_models
