// Keys of features by their names in Vowpal Wabbit's text format. Needs only the standard library and
// murmur_hash.h.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_KEYS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_KEYS_H_

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "kernels/hashing/murmur_hash.h"

namespace structlab::structured_learning {

// The key of the constant: a feature of value 1 in every example.
inline constexpr uint32_t kConstantKey = 11650396;

// The key of a name. For a name that consists only of digits it is the number + seed (modulo 2^32), for any
// other name its MurmurHash3. These are the last 32 bits of Vowpal Wabbit's key.
inline uint32_t KeyOfName(std::string_view name, uint32_t seed) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_digit)) {
    return kernels::MurmurHash3(name, seed);
  }
  uint32_t number = 0;
  for (const char c : name) number = 10 * number + static_cast<uint32_t>(c - '0');
  return number + seed;
}

// The seed of the features in a namespace. For the namespace without a name and seed 0 it is 0.
inline uint32_t KeyOfNamespace(std::string_view name, uint32_t seed) {
  return name.empty() && seed == 0 ? 0 : KeyOfName(name, seed);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_VW_KEYS_H_
