// The bundle method for regularised risk minimisation, BMRM (Teo, Vishwanathan, Smola, Le 2010).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_

#include "structured_learning/optimization/cutting_plane/cutting_plane.h"

namespace structlab::structured_learning {

// Trains a structured SVM and returns the best w_s of all passes. Stops when eps_t = min_s P(w_s) - min J_t
// is within the tolerance, so it never needs more passes than one-slack cutting planes, whose iteration it
// shares (see cutting_plane.h). Take it instead of LearnOneSlackCuttingPlane if the run may stop early and
// you want the best point so far. The primal in its trace is the best so far.
//
//     const LearningResult result = LearnBmrm(problem, /*lambda=*/0.01, LearningRun(1e-3));
//
// With bounds, a proximity term or a start: call LearnByMeanCuttingPlanes with kBest. Errors, cost,
// determinism and threads as for LearnByMeanCuttingPlanes.
template <StructuredProblem P>
LearningResult LearnBmrm(const P& problem, double lambda, const common::RunControl& run) {
  return LearnByMeanCuttingPlanes(problem, lambda, run, CuttingPlaneIterate::kBest);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_
