#include "graphical_models/model/map_result.h"

#include "common/check.h"

namespace structlab::graphical_models {

std::string_view EndingName(Ending ending) {
  switch (ending) {
    case Ending::kOptimal:
      return "optimal";
    case Ending::kConverged:
      return "converged";
    case Ending::kIterationLimit:
      return "iteration limit";
    case Ending::kTimeLimit:
      return "time limit";
    case Ending::kInterrupted:
      return "interrupted";
    case Ending::kGapReached:
      return "gap reached";
  }
  common::CheckFailed("a known ending", __FILE__, __LINE__);
}

}  // namespace structlab::graphical_models
