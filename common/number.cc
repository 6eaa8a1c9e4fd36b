#include "common/number.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "common/error.h"

namespace structlab::common {
namespace {

// Removes one leading '+', which from_chars does not accept; "+-1" stays invalid.
std::string_view WithoutPlus(std::string_view text) {
  const bool signed_twice = text.size() > 1 && text[1] == '-';
  return text.starts_with('+') && !signed_twice ? text.substr(1) : text;
}

// True if `digits`, a decimal number that from_chars reported as out of range, is near zero. The standard has
// the same error for too large and too small numbers.
bool IsTooSmall(std::string_view digits) {
  return std::abs(std::strtod(std::string(digits).c_str(), nullptr)) < 1.0;
}

// Sets `value` if the whole text is a number in the range of a double.
std::errc ReadDouble(std::string_view text, double* value) {
  const std::string_view digits = WithoutPlus(text);
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, *value);
  if (error == std::errc::invalid_argument || stop != end) return std::errc::invalid_argument;
  if (error == std::errc::result_out_of_range) {
    if (!IsTooSmall(digits)) return error;
    *value = digits.starts_with('-') ? -0.0 : 0.0;
  }
  return std::errc();
}

}  // namespace

std::string FormatDouble(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[32];  // the longest is -2.2250738585072014e-308, 24 characters
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

std::string FormatShort(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[16];  // the longest is -1.235e-308, 11 characters
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4);
  return std::string(buffer, end);
}

double ParseDouble(std::string_view text, const std::string& where) {
  double value = 0.0;
  const std::errc error = ReadDouble(text, &value);
  if (error == std::errc::invalid_argument) ThrowDataError(where, "a number", Quote(text));
  if (error == std::errc::result_out_of_range) {
    ThrowDataError(where, "a number of at most 1.8e308 in magnitude", Quote(text));
  }
  return value;
}

std::optional<double> ParseFiniteNumber(std::string_view text) {
  double value = 0.0;
  if (ReadDouble(text, &value) != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

int64_t ParseInteger(std::string_view text, const std::string& where) {
  const std::string_view digits = WithoutPlus(text);
  const char* const end = digits.data() + digits.size();
  int64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) ThrowDataError(where, "an integer", Quote(text));
  if (error == std::errc::result_out_of_range) {
    ThrowDataError(where, "an integer of at most 64 bits", Quote(text));
  }
  return value;
}

}  // namespace structlab::common
