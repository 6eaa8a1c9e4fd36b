// The optimum of a tiny structured SVM to the last digits, by trying every support of its dual; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_

#include <vector>

#include "structured_learning/problem/brute_force_optimum.h"

namespace structlab::structured_learning {

// Minimises lambda/2 |w|^2 + (1/n) sum_i max_k (losses_i[k] - planes_i[k]'w). For each choice of a set of
// pieces of every sample: the point where the pieces of each set are equal and w is made of them, by one
// linear system. Of those that are feasible in the dual the one with the smallest gap is returned, which is
// rounding. So is the error of its weights, unlike those of an iterative method, which a gap g bounds by
// sqrt(2 g / lambda) alone. prod_i (2^|Y_i| - 1) systems: a handful of samples with a handful of pieces.
ExactOptimum MinimiseBySupports(const std::vector<SamplePieces>& samples, double lambda);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_
