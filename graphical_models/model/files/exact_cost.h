// Exact arithmetic with the decimal costs of files.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace structlab::graphical_models {

// An integer number of units such as 10^-decimals. Costs have at most 24 digits, so that sums and multiples
// of the costs in a file stay far below the maximum of the type.
__extension__ typedef __int128 ExactCost;

inline constexpr int kMaxExactDigits = 24;

// A cost that no solution has; larger than any other cost.
inline constexpr ExactCost kForbidden = static_cast<ExactCost>(~static_cast<unsigned __int128>(0) >> 1);

// Sums and multiples; kForbidden stays forbidden. An overflow becomes kForbidden, or -kForbidden if it is
// negative.
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

// The digits of a written number before and behind its decimal point, without zeros at the ends: -12.50e-1 =
// -1.25 has 1 and 2.
struct DecimalForm {
  int64_t before = 0, behind = 0;
};

// Returns nothing if the text is not a decimal number.
std::optional<DecimalForm> DecimalFormOf(std::string_view text);

// The number times 10^decimals. The number must have at most `decimals` digits behind the point and at most
// kMaxExactDigits - decimals before it.
ExactCost ExactOf(std::string_view text, int decimals);

// The double nearest to cost / 10^decimals; +infinity for kForbidden.
double NearestDouble(ExactCost cost, int decimals);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_EXACT_COST_H_
