// The positions of the weight and the state of a bin in a learner's table.
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

// For several outputs, whose weights for a feature are adjacent. The index is below 2^32, since there are at
// most 2^31 bins.
inline uint32_t IndexOf(uint32_t bin) { return static_cast<uint32_t>(WeightIndex<kWidth>(bin)); }

// The order of the table. For several outputs: lines of eight weights and their eight states, for loops over
// eight outputs. For one output: each weight is followed by its state, so that loops over features load and
// store two numbers at once. In both orders the weight and the state of a bin cost one cache miss.
struct TableOrder {
  bool is_of_one_output;
  size_t WeightAt(size_t bin) const { return is_of_one_output ? 2 * bin : bin + (bin & ~size_t{7}); }
  size_t StateAt(size_t bin) const { return WeightAt(bin) + (is_of_one_output ? 1 : kStateOffset); }
};

// A weight and its state, or their changes: a vector of two floats, by the extension of GCC and Clang.
typedef float Pair __attribute__((vector_size(8)));

inline Pair PairAt(const float* numbers) {
  Pair pair;
  std::memcpy(&pair, numbers, sizeof pair);
  return pair;
}
inline void PutPair(Pair pair, float* numbers) { std::memcpy(numbers, &pair, sizeof pair); }

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LEARNER_TABLE_H_
