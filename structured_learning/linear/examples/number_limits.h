// The largest numbers of examples that a learner takes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace structlab::structured_learning {

// Without changes: any finite float. The limits of learners are LimitsOf(UpdateRule) of streaming_learner.h.
struct NumberLimits {
  float value = std::numeric_limits<float>::max();  // of |value|
  // Of importance * derivative^2 * max(1, value^2), or value^4 if the power is doubled.
  double growth = std::numeric_limits<double>::infinity();
  bool is_doubled = false;
  // What allows larger values, for messages: "--update=adaptive takes values of up to 1e15".
  std::string how_to_allow_larger = {};

  // max(1, value^2 or value^4).
  double Power(float of_value) const {
    const double square = static_cast<double>(of_value) * of_value;
    return std::max(1.0, is_doubled ? square * square : square);
  }
};

// The largest |value|, infinite or NaN if one is: the order of such bits is that of the numbers, and integers
// are compared eight at a time.
inline float MaxMagnitude(std::span<const float> values) {
  uint32_t largest = 0;
  for (const float value : values) largest = std::max(largest, std::bit_cast<uint32_t>(value) & 0x7fffffffu);
  return std::bit_cast<float>(largest);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_
