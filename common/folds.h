// Folds for cross-validation.
#ifndef STRUCTLAB_COMMON_FOLDS_H_
#define STRUCTLAB_COMMON_FOLDS_H_

#include <span>
#include <vector>

#include "common/random_stream.h"

namespace structlab::common {

// Assigns each of n items at random to a fold, 0..k-1. The sizes of folds differ by at most one. Throws
// Error(kUsage) unless 2 <= k <= n. Deterministic for the same stream.
//
//     RandomStream stream(seed, "cross-validation");
//     const std::vector<int> fold_of = Folds(num_examples, 10, stream);
std::vector<int> Folds(int n, int k, RandomStream& stream);

// The same for classification: the numbers of items of each label also differ by at most one between folds. A
// label with fewer than k items is missing in some folds. Throws Error(kUsage) unless 2 <= k <= n.
std::vector<int> StratifiedFolds(std::span<const int> labels, int k, RandomStream& stream);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FOLDS_H_
