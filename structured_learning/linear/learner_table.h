// Where a learner's table has the weight and the state of a bin.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/hashed_scores.h"

namespace structlab::structured_learning {

inline constexpr size_t kWidth = 2;  // a weight and its state
inline constexpr size_t kStateOffset = kernels::kLabelsPerBlock;

// Below 2^32, as there are at most 2^31 bins.
inline uint32_t IndexOf(uint32_t bin) { return static_cast<uint32_t>(WeightIndex<kWidth>(bin)); }

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_
