#include "structured_learning/linear/examples/canonical_label.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

namespace structlab::structured_learning {
namespace {

// Longer numbers stay as they are written.
constexpr size_t kLongestNumber = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The number 0.d1 d2 d3 ... * 10^exponent. There are no digits for zero; otherwise neither the first nor the
// last digit is 0.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  int64_t exponent = 0;
};

// Parses [+-] digits [. digits] [e [+-] digits], where digits on one side of the point are enough. It is
// exact: numbers with more digits than a double has, such as the keys of a database, stay different.
std::optional<Decimal> ReadDecimal(std::string_view text) {
  if (text.empty() || text.size() > kLongestNumber) return std::nullopt;
  Decimal number = {.is_negative = text[0] == '-', .digits = {}};
  size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
  const auto take_digits = [&] {
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) number.digits += text[at++];
    return static_cast<int64_t>(at - begin);
  };
  number.exponent = take_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    take_digits();
  }
  if (number.digits.empty()) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && text[at] == '+' && ++at < text.size() && !IsDigit(text[at])) return std::nullopt;
    int32_t exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    if (error != std::errc()) return std::nullopt;
    at = static_cast<size_t>(end - text.data());
    number.exponent += exponent;
  }
  if (at != text.size()) return std::nullopt;
  const size_t first = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, first);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  number.exponent -= static_cast<int64_t>(first);
  return number;
}

// Writes a number without an exponent if that is short.
std::string Write(const Decimal& number) {
  constexpr int64_t kMaxZeros = 5, kMaxPlaces = 21;
  const std::string& digits = number.digits;
  if (digits.empty()) return "0";
  const auto size = static_cast<int64_t>(digits.size());
  std::string text = number.is_negative ? "-" : "";
  if (number.exponent <= 0 && number.exponent > -kMaxZeros) {
    return text.append("0.").append(static_cast<size_t>(-number.exponent), '0').append(digits);
  }
  if (number.exponent > 0 && number.exponent <= kMaxPlaces) {
    const auto whole = static_cast<size_t>(std::min(number.exponent, size));
    text.append(digits, 0, whole).append(static_cast<size_t>(number.exponent) - whole, '0');
    if (number.exponent < size) text.append(".").append(digits, whole);
    return text;
  }
  text.append(digits, 0, 1);
  if (size > 1) text.append(".").append(digits, 1);
  return text.append("e").append(std::to_string(number.exponent - 1));
}

}  // namespace

std::string CanonicalLabel(std::string_view label) {
  const std::optional<Decimal> number = ReadDecimal(label);
  return number ? Write(*number) : std::string(label);
}

}  // namespace structlab::structured_learning
