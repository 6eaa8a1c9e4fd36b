// The optimum of a tiny structured SVM to the last digits, by trying every support of its dual; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_

#include <vector>

#include "structured_learning/problem/brute_force_optimum.h"

namespace structlab::structured_learning {

// Minimises lambda/2 |w|^2 + (1/n) sum_i max_k (losses_i[k] - planes_i[k]'w). For each choice of a set of
// pieces of every sample it solves one linear system for the point where the pieces of each set are equal and
// w is their combination. It returns the point with the smallest gap among those that are feasible in the
// dual; this gap is rounding only, and so is the error of the weights. (For an iterative method a gap g
// proves only an error of at most sqrt(2 g / lambda).) Solves prod_i (2^|Y_i| - 1) systems, so it is for a
// handful of samples with a handful of pieces.
ExactOptimum MinimiseBySupports(const std::vector<SamplePieces>& samples, double lambda);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_SUPPORT_ENUMERATION_H_
