// What one call of the oracle tells a learner about the hinge of a sample, or of all of them.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// The piece of the hinge of sample i that is highest at `weights`. One oracle call.
template <StructuredProblem P>
Plane<FeatureOf<P>> HighestPlane(const P& problem, int i, const WeightsView& weights) {
  return PlaneOf(problem, i, problem.LossAugmentedInference(i, weights));
}

// A hinge is never negative, since the true output is one of its pieces; rounding may say otherwise.
inline double WithoutNegativeRounding(double hinge) { return hinge <= 0 ? 0 : hinge; }  // NaN stays NaN

// The mean of the highest planes of all samples: a linear lower bound on the mean hinge, exact at `weights`
// (Joachims et al. 2009, Alg. 3).
struct MeanPlane {
  DenseVector plane;
  double loss = 0;
  double mean_hinge = 0;  // at the weights it was made for

  double ValueAt(const WeightsView& weights) const { return loss - plane.dot(weights); }
};

// n oracle calls, on the threads of the pool (the planes of all samples are in memory at once then) or,
// without one, in the caller's thread, one sample after another. The sum has the same bits for any number of
// threads.
template <StructuredProblem P>
MeanPlane HighestMeanPlane(const P& problem, const WeightsView& weights, common::ThreadPool* pool = nullptr) {
  const int n = problem.size();
  std::vector<Plane<FeatureOf<P>>> planes(pool != nullptr ? n : 0);
  if (pool != nullptr) {
    common::ParallelFor(*pool, n, [&](int64_t sample) {
      const int i = static_cast<int>(sample);
      planes[i] = HighestPlane(problem, i, weights);
    });
  }
  MeanPlane mean{.plane = DenseVector::Zero(problem.dimension())};
  for (int i = 0; i < n; ++i) {
    const auto highest = pool != nullptr ? std::move(planes[i]) : HighestPlane(problem, i, weights);
    const double value = highest.ValueAt(weights);
    // An oracle that is not exact found an output below the true one, whose plane is 0.
    if (value < -1e-9 * (highest.loss + std::abs(highest.loss - value))) continue;
    AddScaled(highest.plane, 1.0 / n, mean.plane);
    mean.loss += highest.loss / n;
    mean.mean_hinge += WithoutNegativeRounding(value) / n;
  }
  return mean;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_SAMPLE_PLANES_H_
