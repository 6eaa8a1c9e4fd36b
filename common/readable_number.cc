#include "common/readable_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/number.h"

namespace structlab::common {
namespace {

constexpr int kMaxDecimals = 12;

bool IsZero(const std::string& text) { return text.find_first_of("123456789infa") == std::string::npos; }

std::string WithMinusSign(const std::string& text) {
  if (!text.starts_with('-')) return text;
  return IsZero(text) ? text.substr(1) : fmt::format("\u2212{}", text.substr(1));
}

std::string Fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

// Without trailing zeros; numbers below 1e9 keep all digits before the decimal point.
std::string Significant(double value, int digits) {
  if (!std::isfinite(value)) return FormatDouble(value);
  const int before_point = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}g}", value, before_point <= 9 ? std::max(digits, before_point) : digits);
}

// The number of decimals in the text of a number; 0 for scientific notation and numbers that are not finite.
int DecimalsOf(const std::string& text) {
  const size_t point = text.find('.');
  const bool is_fixed = point != text.npos && text.find('e') == text.npos;
  return is_fixed ? static_cast<int>(text.size() - point - 1) : 0;
}

std::string WithoutSpread(double value, const std::optional<double>& like) {
  if (!like) return WithMinusSign(Significant(value, 5));
  std::string digits = FormatDouble(std::abs(*like));
  const int decimals = DecimalsOf(digits);
  if (decimals == 0 || decimals > kMaxDecimals) return WithMinusSign(Significant(value, 4));
  std::erase(digits, '.');
  const bool has_few = digits.size() - digits.find_first_not_of('0') < 4;
  const std::string text = Fixed(value, has_few ? decimals + 1 : decimals);
  // Two significant digits if rounding would leave only zeros.
  return WithMinusSign(IsZero(text) && value != 0 ? Significant(value, 2) : text);
}

}  // namespace

std::string ReadableNumber(double value, const std::optional<double>& like,
                           const std::optional<double>& spread) {
  std::string text = WithoutSpread(value, like);
  if (!spread) return text;
  // A spread has two significant digits; further decimals of the value would mean nothing.
  if (*spread > 0 && std::isfinite(*spread) && std::isfinite(value)) {
    const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(*spread))));
    if (DecimalsOf(text) > decimals) text = WithMinusSign(Fixed(value, decimals));
  }
  return fmt::format("{} ± {}", text, Significant(*spread, 2));
}

std::string PrintedNumber(double value, const std::optional<double>& spread) {
  const std::string text = WithMinusSign(FormatDouble(value));
  return spread ? fmt::format("{} ± {}", text, WithMinusSign(FormatDouble(*spread))) : text;
}

std::string ReadablePercent(double percent) {
  const double size = std::abs(percent);
  const std::string text = size < 1000 ? Fixed(percent, size < 100 ? 1 : 0) : Significant(percent, 2);
  return fmt::format("{}{}%", IsZero(text) || percent < 0 ? "" : "+", WithMinusSign(text));
}

}  // namespace structlab::common
