// Folds for cross-validation.
#ifndef STRUCTLAB_COMMON_FOLDS_H_
#define STRUCTLAB_COMMON_FOLDS_H_

#include <span>
#include <vector>

#include "common/random_stream.h"

namespace structlab::common {

// The fold, 0..k-1, of each of n items, in random order; the sizes of folds differ by at most one. Throws
// Error(kUsage) unless 2 <= k <= n.
std::vector<int> Folds(int n, int k, RandomStream& stream);

// Folds in which the number of items of each label differs by at most one from fold to fold, and the size of
// folds too. Throws Error(kUsage) unless 2 <= k <= n. A label of fewer than k items is missing in some folds.
std::vector<int> StratifiedFolds(std::span<const int> labels, int k, RandomStream& stream);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FOLDS_H_
