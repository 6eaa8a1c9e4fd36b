#include "common/quantity.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "common/error.h"

namespace structlab::common {
namespace {

// Parses a number with one of these units and multiplies it by the unit. '\0' is the missing unit.
double ParseWithUnit(std::string_view text, const std::map<char, double>& units, double low, double high,
                     const std::string& where, const char* expected) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view rest(end, text.data() + text.size());
  const auto unit = rest.size() > 1 ? units.end() : units.find(rest.empty() ? '\0' : rest[0]);
  const bool is_read = error == std::errc() && unit != units.end();
  const double value = is_read ? number * unit->second : 0;
  if (!is_read || !(value >= low && value <= high)) ThrowUsageError(where, expected, Quote(text));
  return value;
}

}  // namespace

double ParseSeconds(std::string_view text, const std::string& where) {
  return ParseWithUnit(text, {{'\0', 1}, {'s', 1}, {'m', 60}, {'h', 3600}},
                       std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(), where,
                       "a time such as 90s, 30m or 2h");
}

std::string ReadableSeconds(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return "";
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const long long whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  const long long minutes = (whole + 30) / 60;
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

uint64_t ParseMemory(std::string_view text, const std::string& where) {
  return static_cast<uint64_t>(
      ParseWithUnit(text, {{'\0', 1}, {'K', 0x1p10}, {'M', 0x1p20}, {'G', 0x1p30}, {'T', 0x1p40}}, 0x1p20,
                    1e18, where, "a size from 1M, such as 512M or 4G"));
}

std::string FormatMemory(uint64_t bytes) {
  std::string unit;
  for (const char* larger : {"K", "M", "G", "T"}) {
    if (bytes % 1024 != 0) break;
    bytes /= 1024;
    unit = larger;
  }
  return std::to_string(bytes) + unit;
}

}  // namespace structlab::common
