// Capacities of flow networks: the types of their sums, and overflow checks.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_CAPACITY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_CAPACITY_H_

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {

template <class Capacity>
concept FlowCapacity =
    std::same_as<Capacity, int32_t> || std::same_as<Capacity, int64_t> || std::same_as<Capacity, double>;

// Selects one of several minimum cuts: any, or the one whose sink side is contained in all other sink sides.
// The second costs an additional search of that side. With integers it does not depend on how the flow was
// found.
enum class CutChoice { kAny, kSmallestSinkSide };

// The type of a flow value: int64_t for integers, double for double.
template <FlowCapacity Capacity>
using FlowValue = std::conditional_t<std::is_integral_v<Capacity>, int64_t, double>;

// Computes *sum = a + b and returns whether it fits. The smallest integer counts as an overflow, because it
// has no negative.
template <class Number>
bool AddFits(Number a, Number b, Number* sum) {
  if constexpr (std::is_integral_v<Number>) {
    return !__builtin_add_overflow(a, b, sum) && *sum != std::numeric_limits<Number>::min();
  } else {
    *sum = a + b;
    return std::isfinite(*sum);
  }
}

template <class Number>
bool SubtractFits(Number a, Number b, Number* difference) {
  if constexpr (std::is_integral_v<Number>) {
    return !__builtin_sub_overflow(a, b, difference) && *difference != std::numeric_limits<Number>::min();
  } else {
    *difference = a - b;
    return std::isfinite(*difference);
  }
}

// Whether the number is a valid capacity: not negative, not NaN and not infinite.
template <FlowCapacity Capacity>
bool IsCapacity(Capacity capacity) {
  if constexpr (std::is_integral_v<Capacity>) {
    return capacity >= 0;
  } else {
    return capacity >= 0 && std::isfinite(capacity);
  }
}

template <FlowCapacity Capacity>
std::string FormatCapacity(Capacity capacity) {
  if constexpr (std::is_integral_v<Capacity>) {
    return std::to_string(capacity);
  } else {
    return common::FormatDouble(capacity);
  }
}

[[noreturn]] inline void ThrowCapacityOverflow(std::string where) {
  common::ThrowUsageError(std::move(where), "capacities whose sums fit their type", "an overflow",
                          "scale the capacities down or use 64 bits");
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_FLOW_CAPACITY_H_
