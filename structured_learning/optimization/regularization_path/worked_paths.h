// Options for the worked paths; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_WORKED_PATHS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_WORKED_PATHS_H_

#include "structured_learning/optimization/regularization_path/regularization_path.h"

namespace structlab::structured_learning {

// epsilon = 0.1, kappa2 = 1 - kappa1. The blocks are visited in order, from the first one at each breakpoint.
inline PathOptions WithShare(double kappa1) {
  PathOptions options;
  options.kappa1 = kappa1;
  options.kappa2 = 1 - kappa1;
  options.optimizer.sampling = BlockSampling::kCyclic;
  return options;
}

// Measures the exact gap before the first pass and after each pass.
inline PathOptions Cyclic(double kappa1) {
  PathOptions options = WithShare(kappa1);
  options.optimizer.gap_first = true;
  options.optimizer.passes_between_gaps = 1;
  return options;
}

inline PathOptions BatchFrankWolfe(double kappa1) {
  PathOptions options = Cyclic(kappa1);
  options.optimizer.hybrid = true;
  options.optimizer.passes_between_gaps = 0;
  return options;
}

// Checks the stale sum after every oracle call.
inline PathOptions Heuristic(double kappa1) {
  PathOptions options = WithShare(kappa1);
  options.optimizer.stopping = StoppingRule::kHeuristic;
  return options;
}

// The same options with another lambda_min.
inline PathOptions DownTo(double lambda_min, PathOptions options) {
  options.lambda_min = lambda_min;
  return options;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_PATH_WORKED_PATHS_H_
