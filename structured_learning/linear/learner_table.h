// Where a learner's table has the weight and the state of a bin.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/hashed_scores.h"

namespace structlab::structured_learning {

inline constexpr size_t kWidth = 2;  // a weight and its state
inline constexpr size_t kStateOffset = kernels::kLabelsPerBlock;

// Of several outputs, whose weights for a feature lie side by side. Below 2^32, as there are at most 2^31
// bins.
inline uint32_t IndexOf(uint32_t bin) { return static_cast<uint32_t>(WeightIndex<kWidth>(bin)); }

// Lines of eight weights and the eight states that belong to them serve loops over eight outputs. Of one
// output each weight has its state beside it: loops over features then take and put two numbers at once. In
// both a bin's weight and state cost one miss of the cache.
struct TableOrder {
  bool is_of_one_output;
  size_t WeightAt(size_t bin) const { return is_of_one_output ? 2 * bin : bin + (bin & ~size_t{7}); }
  size_t StateAt(size_t bin) const { return WeightAt(bin) + (is_of_one_output ? 1 : kStateOffset); }
};

// A weight and its state, or what they move by: a vector of two, by GCC's and Clang's extension.
typedef float Pair __attribute__((vector_size(8)));

inline Pair PairAt(const float* numbers) {
  Pair pair;
  std::memcpy(&pair, numbers, sizeof pair);
  return pair;
}
inline void PutPair(Pair pair, float* numbers) { std::memcpy(numbers, &pair, sizeof pair); }

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_
