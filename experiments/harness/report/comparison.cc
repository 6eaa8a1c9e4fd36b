#include "experiments/harness/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/number.h"

namespace structlab::harness {
namespace {

constexpr double kTolerance = 0.05;
constexpr double kRounding = 1e-9;  // relative: 0.63 and 0.6 differ by 5%
constexpr int kMaxDecimals = 12;
std::string WithMinusSign(const std::string& text) {
  if (text.empty() || text[0] != '-') return text;
  const bool zero = text.find_first_of("123456789infa") == std::string::npos;
  return zero ? text.substr(1) : fmt::format("\u2212{}", text.substr(1));
}

// The decimals of a number as it was printed; -1 for scientific notation and what is not finite.
int DecimalsOf(double value) {
  const std::string text = common::FormatDouble(value);
  if (!std::isfinite(value) || text.find('e') != std::string::npos) return -1;
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

std::string Fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

// Without zeros at the end; large numbers have all their digits before the point.
std::string Significant(double value, int digits) {
  if (!std::isfinite(value)) return common::FormatDouble(value);
  const int before_point = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}g}", value, before_point <= 9 ? std::max(digits, before_point) : digits);
}

// How many decimals a value like this printed one deserves; -1 for none in particular.
int DecimalsLike(double printed) {
  const int decimals = DecimalsOf(printed);
  if (decimals < 0 || decimals > kMaxDecimals) return -1;
  std::string digits = common::FormatDouble(std::abs(printed));
  std::erase(digits, '.');
  return decimals + (digits.size() - std::min(digits.find_first_not_of('0'), digits.size()) < 4 ? 1 : 0);
}

// A last decimal that theirs does not have is left out where it is 0; five digits where all would be hidden.
std::string InDecimalsLike(double value, double printed) {
  const int decimals = DecimalsLike(printed);
  if (decimals < 0 || !std::isfinite(value) || std::abs(value) >= 1e15) return Significant(value, 5);
  std::string text = Fixed(value, decimals);
  if (text.find_first_of("123456789") == std::string::npos && value != 0) return Significant(value, 2);
  if (decimals > DecimalsOf(printed) && text.back() == '0') {
    text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string Signed(const std::string& text) {
  const bool zero = text.find_first_of("123456789infa") == std::string::npos;
  if (zero || text[0] == '-') return WithMinusSign(text);
  return "+" + text;
}

}  // namespace

bool IsDifference(Agreement agreement) {
  return agreement == Agreement::kBetter || agreement == Agreement::kWorse ||
         agreement == Agreement::kDiffers;
}

Comparison Compare(const ResultRow& row) {
  Comparison comparison;
  if (!row.value || !row.reported) return comparison;
  if (row.data != DataOrigin::kReal) {
    comparison.agreement = Agreement::kOtherData;
    return comparison;
  }
  const double theirs = *row.reported;
  const double difference = *row.value - theirs;
  comparison.difference = difference;
  if (theirs != 0) comparison.percent = 100 * difference / std::abs(theirs);
  if (row.protocol != Protocol::kPaper) {
    comparison.agreement = Agreement::kOtherProtocol;
    return comparison;
  }
  const bool is_near = std::abs(difference) <= (kTolerance + kRounding) * std::abs(theirs);
  const bool is_in_range = row.min && row.max && *row.min <= theirs && theirs <= *row.max;
  if (is_near || is_in_range) {
    comparison.agreement = Agreement::kAgrees;
  } else if (!row.higher_is_better || std::isnan(difference)) {
    comparison.agreement = Agreement::kDiffers;
  } else {
    comparison.agreement = (difference > 0) == *row.higher_is_better ? Agreement::kBetter : Agreement::kWorse;
  }
  return comparison;
}

std::string MarkOf(const ResultRow& row, const Comparison& comparison) {
  switch (comparison.agreement) {
    case Agreement::kNoNumber:
      if (row.value) return row.is_reported_row ? "no number printed" : "";
      return row.is_drawn ? "see the figure" : row.is_applicable ? "not run" : "not applicable";
    case Agreement::kOtherData:
      return fmt::format("not compared: {} data", row.data ? NameOf(*row.data) : "unknown");
    case Agreement::kOtherProtocol:
      return fmt::format("not compared: {} protocol", row.protocol == Protocol::kCut ? "smaller" : "changed");
    case Agreement::kAgrees:
      return "≈ agrees";
    case Agreement::kBetter:
      return "▲ better";
    case Agreement::kWorse:
      return "▼ worse";
    case Agreement::kDiffers:
      return "≠ differs";
  }
  return "";
}

std::string ReadableReported(double reported) { return WithMinusSign(common::FormatDouble(reported)); }

std::string ReadableValue(double value, const std::optional<double>& reported) {
  return WithMinusSign(reported ? InDecimalsLike(value, *reported) : Significant(value, 5));
}

std::string ReadablePercent(double percent) {
  const double size = std::abs(percent);
  return Signed(size < 1000 ? Fixed(percent, size < 100 ? 1 : 0) : Significant(percent, 2)) + "%";
}

std::string ReadableSeconds(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return "";
  if (seconds < 59.95) return Fixed(seconds, 1) + " s";
  const long long whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  const long long minutes = (whole + 30) / 60;
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string ReadableOurs(const ResultRow& row) {
  if (!row.value) return "";
  const std::string value = ReadableValue(*row.value, row.reported);
  if (!row.std) return value;
  // Two digits tell the size of a spread, and no digit of the mean below them tells anything.
  const std::string spread = " ± " + Significant(*row.std, 2);
  if (!(*row.std > 0) || !std::isfinite(*row.std) || !std::isfinite(*row.value)) return value + spread;
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(*row.std)));
  const size_t point = value.find('.');
  const bool is_finer = point != std::string::npos && static_cast<int>(value.size() - point - 1) > decimals;
  if (!is_finer || value.find('e') != std::string::npos) return value + spread;
  return WithMinusSign(Fixed(*row.value, std::max(decimals, 0))) + spread;
}

std::string ReadableTheirs(const ResultRow& row) {
  if (!row.reported) return "";
  const std::string value = ReadableReported(*row.reported);
  return row.reported_std ? value + " ± " + ReadableReported(*row.reported_std) : value;
}

}  // namespace structlab::harness
