#include "experiments/harness/claim_pairs.h"

#include <algorithm>
#include <cmath>

#include "common/number.h"

namespace structlab::harness {
namespace {

// Apart by no more than rounding leaves.
constexpr double kRounding = 1e-12;

}  // namespace

std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return "needs at least 3 pairs, has " + std::to_string(pairs.a.size());
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(pairs.a, is_finite) || !std::ranges::all_of(pairs.b, is_finite)) {
    return "a value is not finite";
  }
  return "";
}

double RoundingOf(const Pairs& pairs) {
  double largest = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    largest = std::max({largest, std::abs(pairs.a[i]), std::abs(pairs.b[i])});
  }
  return kRounding * largest;
}

double ConfidenceToFail(const Certainty& certainty) {
  return 1 - (1 - certainty.confidence) / certainty.comparisons;
}

std::string IntervalText(double confidence, const common::Interval& interval) {
  using common::FormatShort;  // enough digits for a reader; the tables have them all
  return FormatShort(100 * confidence)
      .append("% interval [")
      .append(FormatShort(interval.low))
      .append(", ")
      .append(FormatShort(interval.high))
      .append("]");
}

double ChanceOf(const std::vector<double>& differences, double bound, const Certainty& certainty) {
  const std::vector<double> bounds(differences.size(), bound);
  const double p_value = common::PairedStudentTest(differences, bounds, certainty.confidence).p_value;
  return std::min(1.0, p_value * certainty.comparisons);
}

}  // namespace structlab::harness
