// The maximum numbers in examples that a learner accepts.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace structlab::structured_learning {

// The default accepts any finite float. The limits of learners are LimitsOf(UpdateRule) in
// streaming_learner.h.
struct NumberLimits {
  float value = std::numeric_limits<float>::max();  // maximum |value|
  // Maximum of importance * derivative^2 * max(1, value^2), or with value^4 if the power is doubled.
  double growth = std::numeric_limits<double>::infinity();
  bool is_doubled = false;
  // How to allow larger values, for messages: "--update=adaptive takes values of up to 1e15".
  std::string how_to_allow_larger = {};

  // max(1, value^2 or value^4).
  double Power(float of_value) const {
    const double square = static_cast<double>(of_value) * of_value;
    return std::max(1.0, is_doubled ? square * square : square);
  }
};

// The maximum |value|; infinite or NaN if one value is. It compares the bits of the floats, whose order is
// that of the magnitudes, since integers are compared eight at a time.
inline float MaxMagnitude(std::span<const float> values) {
  uint32_t largest = 0;
  for (const float value : values) largest = std::max(largest, std::bit_cast<uint32_t>(value) & 0x7fffffffu);
  return std::bit_cast<float>(largest);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_NUMBER_LIMITS_H_
