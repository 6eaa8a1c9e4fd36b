#include "structured_learning/optimization/learning_result.h"

namespace structlab::structured_learning {

const char* Describe(Termination termination) {
  switch (termination) {
    case Termination::kConverged:
      return "converged: the exact gap is within the tolerance";
    case Termination::kHeuristicConverged:
      return "stopped: the sum of the last seen block gaps is within the tolerance";
    case Termination::kPassLimit:
      return "stopped: limit on the number of passes";
    case Termination::kTimeLimit:
      return "stopped: time limit";
    case Termination::kInterrupted:
      return "stopped: interrupted by the caller";
    case Termination::kNumericalBreakdown:
      return "stopped: no further progress in double precision";
  }
  return "unknown";
}

}  // namespace structlab::structured_learning
