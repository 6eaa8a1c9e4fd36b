#include "experiments/harness/report/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/number.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

constexpr double kToleranceOfOneSeed = 0.05;
constexpr int kMostDecimals = 12;
const std::string kMinus = "\u2212";

std::string WithMinusSign(const std::string& text) {
  if (text.empty() || text[0] != '-') return text;
  const bool zero = text.find_first_of("123456789infa") == std::string::npos;
  return zero ? text.substr(1) : kMinus + text.substr(1);
}

// The decimals of a number as it was printed; -1 for scientific notation and what is not finite.
int DecimalsOf(double value) {
  const std::string text = common::FormatDouble(value);
  if (!std::isfinite(value) || text.find('e') != std::string::npos) return -1;
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

std::string Fixed(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string Significant(double value, int digits) {
  if (!std::isfinite(value)) return common::FormatDouble(value);
  if (value == 0) return "0";
  const double magnitude = std::floor(std::log10(std::abs(value)));
  char text[64];
  if (magnitude >= -5 && magnitude < 9) {
    const int decimals = std::clamp(digits - 1 - static_cast<int>(magnitude), 0, kMostDecimals);
    std::string fixed = Fixed(value, decimals);
    if (decimals > 0) {
      fixed.erase(fixed.find_last_not_of('0') + 1);
      if (fixed.back() == '.') fixed.pop_back();
    }
    return fixed;
  }
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

int SignificantDigits(double value) {
  std::string digits;
  for (const char c : common::FormatDouble(std::abs(value))) {
    if (c >= '0' && c <= '9' && !(c == '0' && digits.empty())) digits += c;
  }
  return static_cast<int>(digits.size());
}

// How many decimals a value like this reported one deserves; -1 for none in particular.
int DecimalsLike(double reported) {
  const int decimals = DecimalsOf(reported);
  if (decimals < 0 || decimals > kMostDecimals) return -1;
  return decimals + (SignificantDigits(reported) < 4 ? 1 : 0);
}

// A last decimal that theirs does not have is left out where it is 0; five digits where all would be hidden.
std::string InDecimalsLike(double value, double reported) {
  const int decimals = DecimalsLike(reported);
  if (decimals < 0 || !std::isfinite(value) || std::abs(value) >= 1e15) return Significant(value, 5);
  std::string text = Fixed(value, decimals);
  if (text.find_first_of("123456789") == std::string::npos && value != 0) return Significant(value, 2);
  if (decimals > DecimalsOf(reported) && text.back() == '0') {
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

Comparison Compare(const ResultRow& row) {
  Comparison comparison;
  if (!row.value || !row.reported) return comparison;
  if (row.data != DataOrigin::kReal) {
    comparison.agreement = Agreement::kOtherData;
    return comparison;
  }
  const double difference = *row.value - *row.reported;
  comparison.difference = difference;
  if (*row.reported != 0) comparison.percent = 100 * difference / std::abs(*row.reported);
  if (row.protocol != Protocol::kPaper) {
    comparison.agreement = Agreement::kOtherProtocol;
    return comparison;
  }
  const bool several_seeds = row.n > 1 && row.std;
  const double tolerance = several_seeds ? *row.std : kToleranceOfOneSeed * std::abs(*row.reported);
  if (std::abs(difference) <= tolerance) {
    comparison.agreement = Agreement::kAgrees;
  } else if (!row.higher_is_better || std::isnan(difference)) {
    comparison.agreement = Agreement::kDiffers;
  } else {
    comparison.agreement = (difference > 0) == *row.higher_is_better ? Agreement::kBetter : Agreement::kWorse;
  }
  return comparison;
}

std::string AgreementRule() {
  return "Two numbers agree if they differ by no more than the standard deviation over our seeds, "
         "or by no more than 5% of the reported number where we ran one seed. "
         "They are compared only where data and protocol are the source's own; "
         "of a smaller or changed protocol the difference is shown and not judged.";
}

bool IsDifference(Agreement agreement) {
  return agreement == Agreement::kBetter || agreement == Agreement::kWorse ||
         agreement == Agreement::kDiffers;
}

std::string ExplanationRule() {
  return "A difference is explained where a case of ours with other choices than the row's, which the "
         "explanation names, agrees with the reported number, or where the source contradicts itself. "
         "That shows what may have made the number, not what did: where several choices were tried, one may "
         "agree by chance, and the departures of the page say what was tried. "
         "All other differences are unexplained.";
}

std::string WordsOf(ExplanationKind kind) {
  switch (kind) {
    case ExplanationKind::kExplained:
      return "explained";
    case ExplanationKind::kNone:
    case ExplanationKind::kUnexplained:
      return "unexplained";
  }
  return "";
}

std::string ReadableExplanation(const Explanation& explanation) {
  const std::string words = WordsOf(explanation.kind);
  return explanation.text.empty() ? words : words + ": " + explanation.text;
}

std::string WordsWithoutOurs(const ResultRow& row) {
  return row.is_applicable ? "not run" : "not applicable";
}

std::string MarkOf(const ResultRow& row, const Comparison& comparison) {
  const std::string reason = ", " + WordsOf(row.explanation.kind);
  switch (comparison.agreement) {
    case Agreement::kNoNumber:
      if (row.value) return row.is_reported_row ? "no number reported" : "";
      if (row.figure == kNotDrawn) return "recorded, not drawn";
      return row.figure.empty() ? WordsWithoutOurs(row) : "see the figure";
    case Agreement::kOtherData:
      return "not compared: " + (row.data ? std::string(NameOf(*row.data)) : "unknown") + " data";
    case Agreement::kOtherProtocol:
      return row.protocol == Protocol::kCut ? "not compared: smaller protocol"
                                            : "not compared: changed protocol";
    case Agreement::kAgrees:
      return "≈ agrees";
    case Agreement::kBetter:
      return "▲ better" + reason;
    case Agreement::kWorse:
      return "▼ worse" + reason;
    case Agreement::kDiffers:
      return "≠ differs" + reason;
  }
  return "";
}

std::string ReadableReported(double reported) { return WithMinusSign(common::FormatDouble(reported)); }

std::string ReadableValue(double value, const std::optional<double>& reported) {
  return WithMinusSign(reported ? InDecimalsLike(value, *reported) : Significant(value, 5));
}

std::string ReadableDifference(double difference, double reported) {
  return Signed(InDecimalsLike(difference, reported));
}

std::string ReadablePercent(double percent) {
  const double size = std::abs(percent);
  return Signed(size < 1000 ? Fixed(percent, size < 100 ? 1 : 0) : Significant(percent, 2)) + "%";
}

std::string ReadableSeconds(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return "";
  if (seconds < 59.95) return Fixed(seconds, 1) + " s";
  const long long whole = std::llround(seconds);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  const long long minutes = (whole + 30) / 60;
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
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
