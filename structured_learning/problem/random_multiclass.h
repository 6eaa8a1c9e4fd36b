// Small random multiclass problems for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_MULTICLASS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_MULTICLASS_H_

#include <cstdint>

#include "structured_learning/problem/multiclass.h"

namespace structlab::structured_learning {

// 2 to 4 classes, 1 to 3 features (standard normal), 1 to 8 samples. Every other seed repeats one sample, so
// that planes are repeated. Losses are uniform in [0, 2], with a few zeros. Mostly not separable.
MulticlassProblem RandomMulticlass(uint64_t seed);

// `size` independent normal numbers.
DenseVector RandomWeights(uint64_t seed, int size);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_MULTICLASS_H_
