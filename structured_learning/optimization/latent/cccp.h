// Structured SVMs with hidden variables, by the concave-convex procedure (Yu, Joachims 2009; Dokania 2016,
// Alg. 6, with the box and the proximity term of A.11).
//
// Take it when the training samples do not show a part of each output. Write a class with the members of
// LatentStructuredProblem (problem/latent_problem.h); problem/example_latent_problem.h is a complete example.
//
//     const LatentResult result = LearnLatent(problem, /*lambda=*/0.01, {.start = start});
//     const auto answer = problem.Predict(0, result.weights);  // answer.output, answer.hidden
//
// The objective (2.88) is a convex function minus a convex one. A round replaces the second one by its
// tangent at the current weights: it gives every sample the hidden value h_i that explains its output best
// (CompletedProblem), and solves the ordinary structured SVM that remains. The objective of that SVM is never
// below (2.88) and equals it at the weights at which the samples were completed, so minimising it lowers
// (2.88). The result is a local minimum and depends on the start.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_H_

#include <vector>

#include "common/parallel.h"
#include "structured_learning/optimization/cutting_plane/cutting_plane.h"
#include "structured_learning/optimization/latent/convex_rounds.h"
#include "structured_learning/problem/latent_problem.h"
#include "structured_learning/problem/mean_hinge.h"

namespace structlab::structured_learning {

// The objective (2.88) plus the proximity term, by n completions and n loss-augmented oracle calls.
template <LatentStructuredProblem P>
double LatentObjective(const P& problem, double lambda, const WeightsView& weights,
                       const Proximity& proximity = {}, common::ThreadPool* pool = nullptr) {
  const CompletedProblem<P> completed(problem, weights, pool);
  return CompleteSquare(lambda, proximity, problem.dimension()).ValueAt(weights) +
         MeanHinge(completed, weights, pool) + completed.MeanPenalty();
}

// The procedure with a given learner for the convex problem of each round:
//   LearningResult learn(const CompletedProblem<P>& problem, const DenseVector& start,
//                        const common::RunControl& run);
// The learner must minimise the objective with the box and the proximity term of the options, to the gap of
// `run`. If its primal is NaN, it is measured here by one more pass. Throws common::Error as
// CheckLatentOptions, and for a problem without samples (data).
//
//     const auto learn = [&](const CompletedProblem<MyProblem>& completed, const DenseVector&,
//                            const common::RunControl& run) { return Bcfw(completed, 0.01, {.run = run}); };
//     const LatentResult result = LearnLatentWith(problem, 0.01, options, learn);
template <LatentStructuredProblem P, class Learner>
LatentResult LearnLatentWith(const P& problem, double lambda, const LatentOptions& options,
                             const Learner& learn) {
  CheckLatentOptions(lambda, options, problem.size(), problem.dimension());
  common::RunRecorder recorder(options.run);
  common::ThreadPool pool(options.run.threads);
  CompletedProblem<P> completed(problem, StartOf(options, problem.dimension()), &pool);
  return MinimizeByConvexRounds(completed, lambda, options, learn, recorder, pool);
}

// Algorithm 6. BMRM solves each round from the current weights, and its result is never worse than these. So
// with exact inference the objective never rises, even if a round ends at a limit. Errors as LearnLatentWith.
// Memory: the planes of a round, and one joint feature for each sample. Deterministic. The oracles run on
// options.run.threads threads.
//
// The planes of a round are valid only for its completions: the plane of outputs (y, h) contains (1/n) sum_i
// Phi(x_i, y_i, h_i). When the h_i change, the difference of these means is added to each plane that the last
// round returned. This makes it a plane of the new round, which thus starts with a model.
template <LatentStructuredProblem P>
LatentResult LearnLatent(const P& problem, double lambda, const LatentOptions& options = {}) {
  std::vector<MeanPlane> planes;
  DenseVector mean_feature;
  const auto learn = [&](const CompletedProblem<P>& completed, const DenseVector& start,
                         const common::RunControl& run) {
    const DenseVector mean = completed.MeanFeature();
    for (MeanPlane& plane : planes) plane.plane += mean - mean_feature;
    mean_feature = mean;
    return LearnByMeanCuttingPlanes(
        completed, lambda, run, CuttingPlaneIterate::kBest,
        {.proximity = options.proximity, .box = options.box, .start = start, .planes = &planes});
  };
  return LearnLatentWith(problem, lambda, options, learn);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_CCCP_H_
