// The bundle method for regularised risk minimisation (Teo, Vishwanathan, Smola, Le 2010).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_

#include "structured_learning/optimization/cutting_plane/cutting_plane.h"

namespace structlab::structured_learning {

// Stops when eps_t = min_s P(w_s) - min J_t is within the tolerance and returns the best w_s: never more
// passes than one-slack cutting planes, whose iteration it shares (see cutting_plane.h). The primal of its
// trace is the best so far. With bounds, a proximity term or a start: LearnByMeanCuttingPlanes with kBest.
// Throws common::Error as LearningMonitor does.
template <StructuredProblem P>
LearningResult LearnBmrm(const P& problem, double lambda, const common::RunControl& run) {
  return LearnByMeanCuttingPlanes(problem, lambda, run, CuttingPlaneIterate::kBest);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_BMRM_H_
