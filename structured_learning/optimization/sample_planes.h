// The cutting plane that an oracle call gives for one sample, and the mean plane of all samples.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// The piece of the hinge of sample i that the oracle finds at `weights`. One oracle call.
template <StructuredProblem P>
Plane<FeatureOf<P>> HighestPlane(const P& problem, int i, const WeightsView& weights) {
  return PlaneOf(problem, i, problem.LossAugmentedInference(i, weights));
}

// A hinge is never negative, because the true output is one of its pieces; this removes negative rounding
// errors.
inline double WithoutNegativeRounding(double hinge) { return hinge <= 0 ? 0 : hinge; }  // NaN stays NaN

// The mean of the highest planes of all samples: a linear lower bound on the mean hinge, exact at `weights`
// (Joachims et al. 2009, Alg. 3).
struct MeanPlane {
  DenseVector plane;
  double loss = 0;
  double mean_hinge = 0;   // at the weights at which the plane was computed
  double hinge_bound = 0;  // of the whole mean hinge there: above mean_hinge only if the oracle is not exact

  double ValueAt(const WeightsView& weights) const { return loss - plane.dot(weights); }
};

// Makes n oracle calls. With a pool they run on its threads, and the planes of all samples are in memory at
// once. Without a pool they run in the caller's thread, one sample after another. The sum has the same bits
// for any number of threads.
template <StructuredProblem P>
MeanPlane HighestMeanPlane(const P& problem, const WeightsView& weights, common::ThreadPool* pool = nullptr) {
  const int n = problem.size();
  std::vector<BoundedPlane<FeatureOf<P>>> planes(pool != nullptr ? n : 0);
  if (pool != nullptr) {
    common::ParallelFor(*pool, n, [&](int64_t sample) {
      const int i = static_cast<int>(sample);
      planes[i] = HighestPlaneWithBound(problem, i, weights);
    });
  }
  MeanPlane mean{.plane = DenseVector::Zero(problem.dimension())};
  for (int i = 0; i < n; ++i) {
    const auto [highest, bound] =
        pool != nullptr ? std::move(planes[i]) : HighestPlaneWithBound(problem, i, weights);
    const double value = highest.ValueAt(weights);
    mean.hinge_bound += WithoutNegativeRounding(bound) / n;
    // An inexact oracle found an output below the true one: use the plane of the true output, which is 0.
    if (value < -1e-9 * (highest.loss + std::abs(highest.loss - value))) continue;
    AddScaled(highest.plane, 1.0 / n, mean.plane);
    mean.loss += highest.loss / n;
    mean.mean_hinge += WithoutNegativeRounding(value) / n;
  }
  return mean;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_
