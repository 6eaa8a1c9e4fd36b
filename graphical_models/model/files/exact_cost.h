// Costs as the decimals that files give, without rounding.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace structlab::graphical_models {

// An integer number of units, such as 10^-decimals. Costs have at most 24 digits, so that sums and multiples
// of what a file holds stay far below the largest value.
__extension__ typedef __int128 ExactCost;

inline constexpr int kMaxExactDigits = 24;

// What no solution has; more than any other cost.
inline constexpr ExactCost kForbidden = static_cast<ExactCost>(~static_cast<unsigned __int128>(0) >> 1);

// Sums and multiples in which what is forbidden stays so. What is beyond all values is forbidden, too, or the
// least value where it is below 0.
inline ExactCost Plus(ExactCost a, ExactCost b) {
  ExactCost sum = 0;
  if (a == kForbidden || b == kForbidden) return kForbidden;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a > 0 ? kForbidden : -kForbidden;
}
inline ExactCost Times(ExactCost cost, int64_t factor) {
  ExactCost product = 0;
  if (factor == 0) return 0;
  if (cost == kForbidden) return kForbidden;
  if (!__builtin_mul_overflow(cost, static_cast<ExactCost>(factor), &product)) return product;
  return (cost > 0) == (factor > 0) ? kForbidden : -kForbidden;
}

// How a number is written, such as -12.50e-1: its digits in front of the decimal point (here 1) and behind it
// (here 2: 1.25), without zeros at the ends.
struct DecimalForm {
  int64_t before = 0, behind = 0;
};

// Nothing if the text is no decimal number.
std::optional<DecimalForm> DecimalFormOf(std::string_view text);

// The number times 10^decimals; it has no more digits behind the point than that, and before it no more than
// kMaxExactDigits - decimals.
ExactCost ExactOf(std::string_view text, int decimals);

// The double next to cost / 10^decimals; +infinity for kForbidden.
double NearestDouble(ExactCost cost, int decimals);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_
