#include "experiments/harness/claim.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/statistics.h"

namespace structlab::harness {
namespace {

// Enough digits for a reader; the tables have them all.
std::string Short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string FormatInterval(const common::Interval& interval) {
  return std::string("[").append(Short(interval.low)).append(", ").append(Short(interval.high)).append("]");
}

// Apart by no more than rounding leaves.
constexpr double kRounding = 1e-12;
// Of so many pairs on, equal differences decide: the sign test has p <= 0.0625.
constexpr size_t kEqualPairsThatDecide = 5;

// The t interval of the mean of a - b; for equal differences one point, and whether that decides.
struct Difference {
  double mean;
  common::Interval interval;
  std::string evidence;
  bool decides = true;
};

bool AllEqual(const Pairs& pairs, const std::vector<double>& differences) {
  double largest = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    largest = std::max({largest, std::abs(pairs.a[i]), std::abs(pairs.b[i])});
  }
  const auto [low, high] = std::minmax_element(differences.begin(), differences.end());
  return *high - *low <= kRounding * largest;
}

Difference DifferenceOf(const Pairs& pairs, double confidence) {
  std::vector<double> differences;
  size_t below = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    differences.push_back(pairs.a[i] - pairs.b[i]);
    if (differences.back() < 0) ++below;
  }
  Difference difference{common::Mean(differences), common::StudentInterval(differences, confidence), ""};
  if (AllEqual(pairs, differences)) {
    const double p_value = std::pow(2.0, 1 - static_cast<double>(differences.size()));
    difference.interval = {difference.mean, difference.mean};
    difference.decides = differences.size() >= kEqualPairsThatDecide;
    difference.evidence =
        "all " + std::to_string(differences.size()) + " differences are equal: " + Short(difference.mean) +
        ", sign test p = " + Short(p_value) + (difference.decides ? "" : ", too few pairs to decide");
    return difference;
  }
  difference.evidence = "mean difference " + Short(difference.mean) + ", " + Short(100 * confidence) +
                        "% interval " + FormatInterval(difference.interval) +
                        " (paired t, n=" + std::to_string(differences.size()) + "), below 0 in " +
                        std::to_string(below) + " of " + std::to_string(differences.size());
  return difference;
}

bool AllFinite(const Pairs& pairs) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::all_of(pairs.a.begin(), pairs.a.end(), finite) &&
         std::all_of(pairs.b.begin(), pairs.b.end(), finite);
}

// What both tests need; the reason if they do not have it.
std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return "needs at least 3 pairs, has " + std::to_string(pairs.a.size());
  if (!AllFinite(pairs)) return "a value is not finite";
  return "";
}

}  // namespace

ClaimOutcome DecideLess(const Pairs& pairs, double confidence) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, confidence);
  const Verdict verdict = !difference.decides            ? Verdict::kUndecided
                          : difference.interval.high < 0 ? Verdict::kHolds
                          : difference.interval.low > 0  ? Verdict::kFails
                                                         : Verdict::kUndecided;
  return {verdict, difference.evidence};
}

ClaimOutcome DecideEqual(const Pairs& pairs, double margin, double confidence) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, confidence);
  const auto [low, high] = difference.interval;
  const Verdict verdict = !difference.decides                ? Verdict::kUndecided
                          : low >= -margin && high <= margin ? Verdict::kHolds
                          : low > margin || high < -margin   ? Verdict::kFails
                                                             : Verdict::kUndecided;
  return {verdict, difference.evidence + ", margin " + Short(margin)};
}

ClaimOutcome DecideAllAtMost(const std::vector<Observation>& values, double bound, const std::string& what) {
  if (values.empty()) return {Verdict::kNotTested, "no values of " + what};
  size_t above = 0;
  const Observation* largest = &values.front();
  for (const Observation& value : values) {
    if (!(value.value() <= bound)) ++above;  // NaN is above
    if (!(value.value() <= largest->value())) largest = &value;
  }
  return {above == 0 ? Verdict::kHolds : Verdict::kFails,
          what + " above " + Short(bound) + " in " + std::to_string(above) + " of " +
              std::to_string(values.size()) + ", largest " + Short(largest->value()) + " (" +
              largest->finished->c.Key() + ")"};
}

ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes) {
  const auto count = [&](Verdict verdict) {
    return static_cast<size_t>(std::count_if(outcomes.begin(), outcomes.end(),
                                             [&](const ClaimOutcome& o) { return o.verdict == verdict; }));
  };
  ClaimOutcome all;
  for (const ClaimOutcome& outcome : outcomes) {
    if (!all.evidence.empty()) all.evidence += "; ";
    all.evidence += outcome.evidence;
  }
  if (count(Verdict::kFails) > 0) {
    all.verdict = Verdict::kFails;
  } else if (count(Verdict::kNotTested) > 0 || outcomes.empty()) {
    all.verdict = Verdict::kNotTested;
  } else {
    all.verdict = count(Verdict::kUndecided) > 0 ? Verdict::kUndecided : Verdict::kHolds;
  }
  return all;
}

}  // namespace structlab::harness
