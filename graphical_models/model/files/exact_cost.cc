#include "graphical_models/model/files/exact_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// The digits of a number without its point, and how many of them follow the point (negative: zeros are
// appended).
struct Written {
  bool is_negative = false;
  std::string digits;
  int64_t behind = 0;
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<Written> Split(std::string_view text) {
  Written written;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    written.is_negative = text[0] == '-';
    text.remove_prefix(1);
  }
  bool is_behind = false, has_digit = false;
  size_t i = 0;
  for (; i < text.size() && (IsDigit(text[i]) || (text[i] == '.' && !is_behind)); ++i) {
    if (text[i] == '.') {
      is_behind = true;
      continue;
    }
    has_digit = true;
    written.behind += is_behind ? 1 : 0;
    if (!written.digits.empty() || text[i] != '0') written.digits += text[i];
  }
  if (!has_digit) return std::nullopt;
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    std::string_view power = text.substr(i + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    int exponent = 0;
    const auto [stop, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error != std::errc() || stop != power.data() + power.size()) return std::nullopt;
    written.behind -= exponent;
  }
  while (written.digits.ends_with('0')) {
    written.digits.pop_back();
    --written.behind;
  }
  if (written.digits.empty()) written.behind = 0;
  return written;
}

}  // namespace

std::optional<DecimalForm> DecimalFormOf(std::string_view text) {
  const std::optional<Written> written = Split(text);
  if (!written) return std::nullopt;
  const auto digits = static_cast<int64_t>(written->digits.size());
  return DecimalForm{std::max<int64_t>(0, digits - written->behind), std::max<int64_t>(0, written->behind)};
}

ExactCost ExactOf(std::string_view text, int decimals) {
  const std::optional<Written> written = Split(text);
  ExactCost cost = 0;
  for (const char digit : written->digits) cost = cost * 10 + (digit - '0');
  for (int64_t zeros = decimals - written->behind; zeros > 0 && cost != 0; --zeros) cost *= 10;
  return written->is_negative ? -cost : cost;
}

double NearestDouble(ExactCost cost, int decimals) {
  if (cost == kForbidden) return kInfinity;
  constexpr int kExactPowers = 22;  // 10^22 is a double
  if (cost > -(int64_t{1} << 53) && cost < (int64_t{1} << 53) && decimals <= kExactPowers) {
    const double value = static_cast<double>(static_cast<int64_t>(cost)) / std::pow(10.0, decimals);
    return value == 0 ? 0 : value;
  }
  std::string digits;
  for (ExactCost left = cost < 0 ? -cost : cost; left > 0; left /= 10) {
    digits += static_cast<char>('0' + static_cast<int>(left % 10));
  }
  if (cost < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  digits += fmt::format("e-{}", decimals);
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace structlab::graphical_models
