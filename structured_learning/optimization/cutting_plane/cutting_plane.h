// Structured SVMs by cutting planes with one slack for all samples, and the same iteration as a bundle
// method.
//
// Take it when the oracle is expensive and n is large: it adds only one plane for each pass, knows the exact
// gap after each pass, and calls the oracle in several threads. Otherwise BCFW (frank_wolfe/bcfw.h) is the
// first choice.
//
// One-slack cutting planes (Joachims, Finley, Yu 2009; Dokania 2016, Alg. 3) and BMRM (Teo et al. 2010) are
// the same iteration on this objective. The mean of the samples' highest planes at w_t is a subgradient of
// the mean hinge. Both methods add it to the model J_t of the objective and go to the minimum w_{t+1} of J_t.
// They differ in what they return and when they stop:
// - One-slack returns the last w_t and stops when P(w_t) - min J_t <= tolerance. (xihat <= xi + eps means
//   that the gap is at most eps, not eps/lambda as at the end of section 2.4.3.2, which holds for the scaling
//   with C.)
// - BMRM returns the best w_s so far and stops when eps_t = min_{s<=t} P(w_s) - min J_t <= tolerance.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_H_

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "common/parallel.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane_options.h"
#include "structured_learning/optimization/cutting_plane/plane_bundle.h"
#include "structured_learning/optimization/cutting_plane/restricted_plane_bundle.h"
#include "structured_learning/optimization/learning_monitor.h"
#include "structured_learning/optimization/sample_planes.h"

namespace structlab::structured_learning {

enum class CuttingPlaneIterate { kLast, kBest };

// The iteration of both methods, on an empty model `bundle`. See LearnByMeanCuttingPlanes.
template <StructuredProblem P, class Bundle>
LearningResult IterateMeanCuttingPlanes(const P& problem, LearningMonitor& monitor,
                                        const common::RunControl& run, CuttingPlaneIterate iterate,
                                        const CuttingPlaneOptions& options, Bundle bundle) {
  std::optional<common::ThreadPool> threads;
  if (run.threads > 1) threads.emplace(run.threads);
  common::ThreadPool* const pool = threads ? &*threads : nullptr;
  // Values that an inexact oracle finds may be too low, so the lowest of them says nothing about the best
  // iterate.
  const bool returns_last =
      iterate == CuttingPlaneIterate::kLast || CertificateOf(problem) == OracleCertificate::kNone;
  bool is_model_solved = true;
  if (options.planes != nullptr && !options.planes->empty()) {
    for (const MeanPlane& plane : *options.planes) bundle.Add(plane);
    is_model_solved = bundle.Solve(1e-3 * run.stop.gap).converged;
  }
  DenseVector returned = bundle.weights();
  double returned_primal = 0, dual = 0;
  double rounding = 0;  // rounding error of the objective, at the scale of the first pass
  for (bool first = true;; first = false) {
    const bool is_at_start = first && options.start;
    const DenseVector& weights = is_at_start ? *options.start : bundle.weights();
    const MeanPlane cut = HighestMeanPlane(problem, weights, pool);
    monitor.CountOracleCalls(problem.size());
    const double primal = bundle.Primal(weights, cut.hinge_bound);
    if (first) rounding = 16 * std::numeric_limits<double>::epsilon() * primal;
    if (first || returns_last || primal < returned_primal) {
      returned = weights;
      returned_primal = primal;
    }
    dual = std::max(dual, bundle.lower_bound());
    std::optional<common::Ending> stop =
        monitor.Record(returned_primal, dual, bundle.Primal(weights, cut.mean_hinge));
    // A plane that the model already has cannot improve it.
    const bool is_cut_new = is_at_start || cut.mean_hinge > bundle.slack() + rounding;
    if (!stop && !is_model_solved) stop = common::Ending::kNumericalBreakdown;
    if (!stop && !is_cut_new) stop = monitor.NoProgress();
    if (stop) {
      if (options.planes != nullptr) {
        *options.planes = bundle.SupportPlanes();
        options.planes->push_back(cut);
      }
      return monitor.Finish(std::move(returned), *stop);
    }
    bundle.Add(cut);
    is_model_solved = bundle.Solve(1e-3 * run.stop.gap).converged;
  }
}

// Runs either method, with the bounds, proximity term, start and planes of the options.
//
//     CuttingPlaneOptions options;
//     options.box = Box::NonNegative(problem.dimension());
//     const LearningResult result = LearnByMeanCuttingPlanes(problem, /*lambda=*/0.01, LearningRun(1e-3),
//                                                            CuttingPlaneIterate::kBest, options);
//
// Primal, dual and gap are those of the whole objective, including the proximity term. With bounds, the
// weights of every pass are within them. With kBest the result is never worse than the start. The trace has a
// point for each oracle pass. Its dual is the dual value of the small QP, a certified lower bound, so the gap
// is exact. It needs one pass for each cut and one to prove the gap; there are no gap passes. If the small QP
// misses its tolerance, one more pass checks whether the gap is closed nevertheless; if not, the method ends
// with kNumericalBreakdown.
//
// An oracle with a bound gives the primal by it; one without makes both methods return the last iterate, and
// the run ends with kHeuristicallyConverged when the oracle finds no violated plane (oracle_certificate.h).
//
// Throws common::Error as LearningMonitor and CheckCuttingPlaneOptions do. Cost after k passes: the small QP
// over k planes. Memory: d + k numbers for each plane. Deterministic. The oracle runs on run.threads threads.
template <StructuredProblem P>
LearningResult LearnByMeanCuttingPlanes(const P& problem, double lambda, const common::RunControl& run,
                                        CuttingPlaneIterate iterate,
                                        const CuttingPlaneOptions& options = {}) {
  LearningMonitor monitor(run, lambda, problem.size(), CertificateOf(problem));
  const int dimension = problem.dimension();
  CheckCuttingPlaneOptions(options, dimension);
  if (!options.box && options.proximity.alpha == 0) {
    return IterateMeanCuttingPlanes(problem, monitor, run, iterate, options, PlaneBundle(dimension, lambda));
  }
  return IterateMeanCuttingPlanes(
      problem, monitor, run, iterate, options,
      RestrictedPlaneBundle(CompleteSquare(lambda, options.proximity, dimension),
                            options.box ? *options.box : Box::Unbounded(dimension)));
}

// One-slack cutting planes: O(1/(lambda tolerance)) passes.
//
//     const LearningResult result = LearnOneSlackCuttingPlane(problem, /*lambda=*/0.01, LearningRun(1e-3));
//
// With bounds, a proximity term or a start: call LearnByMeanCuttingPlanes with kLast. Errors, cost,
// determinism and threads as for LearnByMeanCuttingPlanes.
template <StructuredProblem P>
LearningResult LearnOneSlackCuttingPlane(const P& problem, double lambda, const common::RunControl& run) {
  return LearnByMeanCuttingPlanes(problem, lambda, run, CuttingPlaneIterate::kLast);
}

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

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_CUTTING_PLANE_CUTTING_PLANE_H_
