// Proved bounds on the distance from the optimum after a number of steps, for learners with sublinear
// convergence; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PROVED_RATES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PROVED_RATES_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "structured_learning/problem/brute_force_optimum.h"

namespace structlab::structured_learning {

// The constants of the bounds, for P(w) at one lambda. The bounds also hold with bounds on the weights, since
// clipping is 1-Lipschitz.
struct RateConstants {
  double lambda;
  double samples;   // n
  double max_norm;  // R: the largest |Psi_i(y)|
  double optimum;   // P* = D*, and D* - D at the start, which is w = 0
};

inline RateConstants ConstantsOf(const std::vector<SamplePieces>& samples, double lambda, double optimum) {
  double max_norm = 0;
  for (const SamplePieces& pieces : samples) {
    max_norm = std::max(max_norm, pieces.planes.colwise().norm().maxCoeff());
  }
  return {lambda, static_cast<double>(samples.size()), max_norm, optimum};
}

// D* - D after `steps` of batch Frank-Wolfe by line search: 2 C/(steps + 2), with the curvature
// C <= 4 R^2/lambda (Jaggi 2013, theorem 1; Lacoste-Julien et al. 2013).
inline double FrankWolfeRate(const RateConstants& c, double steps) {
  return 2 * (4 * c.max_norm * c.max_norm / c.lambda) / (steps + 2);
}

// The expectation of D* - D after `steps` steps on single blocks that are drawn uniformly, by line search:
// 2n/(steps + 2n) (C + D* - D_0), where the sum over the blocks is C <= 4 R^2/(lambda n) (Lacoste-Julien et
// al. 2013, theorem 2). Additional steps that do not lower the dual do not invalidate the bound.
inline double BlockRate(const RateConstants& c, double steps) {
  const double curvature = 4 * c.max_norm * c.max_norm / (c.lambda * c.samples);
  return 2 * c.samples / (steps + 2 * c.samples) * (curvature + c.optimum);
}

// The same for the average with weight k for iterate k. D is concave, so the average is no further from D*
// than the mean of the iterates' distances, sum_k 2k/(K(K+1)) BlockRate(k) <= 4n/(K+1) (C + D* - D_0).
inline double AveragedBlockRate(const RateConstants& c, double steps) {
  const double curvature = 4 * c.max_norm * c.max_norm / (c.lambda * c.samples);
  return 4 * c.samples / (steps + 1) * (curvature + c.optimum);
}

// The expectation of P - P* for the average with weight t for w_t, after `steps` steps of length 2/(lambda
// (t+2)): 2 G^2/(lambda (steps + 1)) with subgradients of norm at most G. Here |w_t| <= R/lambda, so G = 2 R.
// For the batch method the bound holds without the expectation.
//
// Lacoste-Julien, Schmidt, Bach 2012 use the weights t+1 and sum their inequality to
//   sum_t (t+1) (P(w_t) - P*) <= sum_t (t+1) G^2/(lambda (t+2)).
// With the weights t the term lambda/4 sum_t |w_t - w*|^2 remains. It is smaller than what is lost by
// bounding t/(t+2) by 1: the same inequality gives |w_t - w*|^2 <= 4 G^2/(lambda^2 a_t) with a = 4, 9, 15,
// 18, 21, ..., so the remaining term is at most G^2/lambda sum_t 1/a_t, and the loss is G^2/lambda sum_t
// 2/(t+2).
inline double SubgradientRate(const RateConstants& c, double steps) {
  return 2 * (4 * c.max_norm * c.max_norm) / (c.lambda * (steps + 1));
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_PROVED_RATES_H_
