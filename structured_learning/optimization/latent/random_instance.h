// Random problems with hidden variables and options for them; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_RANDOM_INSTANCE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_RANDOM_INSTANCE_H_

#include <cstdint>

#include "structured_learning/optimization/latent/cccp.h"
#include "structured_learning/problem/random_multiclass.h"
#include "structured_learning/problem/tabulated_latent.h"

namespace structlab::structured_learning {

constexpr double kLambda = 0.1;

// A third of the instances has penalties on the hidden values; some have a box, some a proximity term.
struct Instance {
  TabulatedLatentProblem problem;
  LatentOptions options = {};

  double Objective(const DenseVector& weights) const {
    return LatentObjectiveByEnumeration(problem, kLambda, weights, options.proximity.alpha,
                                        options.proximity.center);
  }
};

inline Instance RandomInstance(uint64_t seed) {
  const double eta = seed % 3 == 0 ? 2 : 0;
  Instance instance{.problem = RandomLatent(seed, {.max_samples = 8, .max_hidden = 5, .eta = eta})};
  const int d = instance.problem.dimension();
  LatentOptions& options = instance.options;
  options.start = RandomWeights(seed, d);
  options.epsilon = 1e-6;
  options.run.stop.iterations = 100;
  if (seed % 4 >= 2) options.proximity = {.alpha = 0.2, .center = RandomWeights(seed + 1, d)};
  if (seed % 4 % 2 == 1) {
    options.box = Box::Symmetric(d, 0.8);
    options.box->lower[0] = 0;
    options.start = options.box->Clip(*options.start);
  }
  return instance;
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_LATENT_RANDOM_INSTANCE_H_
