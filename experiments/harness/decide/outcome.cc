#include "experiments/harness/decide/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/check.h"
#include "common/number.h"
#include "common/statistics.h"
#include "common/table_rows.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kVerdicts[] = {"holds", "fails", "undecided", "not-tested"};

using common::FormatShort;  // enough digits for a reader; the tables have them all

constexpr double kRounding = 1e-12;  // of a difference, relative to the largest of the numbers

// Why the pairs decide nothing: fewer than three, or a value that is not finite. Empty if neither.
std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return fmt::format("needs at least 3 pairs, has {}", pairs.a.size());
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(pairs.a, is_finite) || !std::ranges::all_of(pairs.b, is_finite)) {
    return "a value is not finite";
  }
  return "";
}

// The confidence of the interval that shows that a claim fails.
double ConfidenceToFail(const Certainty& certainty) { return 1 - (1 - kConfidence) / certainty.comparisons; }

// "95% interval [1, 2]"
std::string IntervalText(double confidence, const common::Interval& interval) {
  return fmt::format("{}% interval [{}, {}]", FormatShort(100 * confidence), FormatShort(interval.low),
                     FormatShort(interval.high));
}

// The two-sided p value of a mean difference of `bound`, times the comparisons: the chance to fail like this.
double ChanceOf(const std::vector<double>& differences, double bound, const Certainty& certainty) {
  const std::vector<double> bounds(differences.size(), bound);
  const double p_value = common::PairedStudentTest(differences, bounds, kConfidence).p_value;
  return std::min(1.0, p_value * certainty.comparisons);
}

// From this number of pairs on, equal differences decide about equality.
constexpr size_t kEqualPairsThatDecide = 5;

// Standard deviation of the difference of two numbers that were rounded to whole ones.
constexpr double kDeviationOfRounded = 0.40824829046386302;  // sqrt(1/6)

// The mean of a - b with its t intervals: what shows that a claim holds, and what shows that it fails.
struct Difference {
  double mean;
  common::Interval to_hold, to_fail;
  std::vector<double> values;  // of each pair, as the intervals take them
  bool all_equal = false;      // then both intervals are one point
  std::string evidence = {};
};

// Are these counts: whole numbers, at least one of them above 1 (0 and 1 are rather yes and no)?
bool AreCounts(const Pairs& pairs) {
  bool whole = true, larger = false;
  for (const std::vector<double>* values : {&pairs.a, &pairs.b}) {
    for (const double value : *values) {
      whole = whole && value == std::floor(value);
      larger = larger || std::abs(value) > 1;
    }
  }
  return whole && larger;
}

// `count` evenly spaced values with this mean and the standard deviation of rounded numbers.
std::vector<double> SpreadAsRounded(double mean, size_t count) {
  std::vector<double> steps(count);
  for (size_t i = 0; i < count; ++i) steps[i] = static_cast<double>(i) - static_cast<double>(count - 1) / 2;
  const double scale = kDeviationOfRounded / common::StandardDeviation(steps);
  for (double& step : steps) step = mean + scale * step;
  return steps;
}

// The differences moved away from their mean, so that the variance of independent ones is that of splits.
std::vector<double> Spread(std::vector<double> differences, double test_by_training) {
  const double mean = common::Mean(differences);
  const double factor = std::sqrt(1 + static_cast<double>(differences.size()) * test_by_training);
  for (double& difference : differences) difference = mean + factor * (difference - mean);
  return differences;
}

// How the pairs came about.
struct Design {
  bool counts_scatter = false;  // counts with equal differences get the interval of rounded numbers
  double test_by_training = 0;  // of DecideLessOfSplits
};

Difference DifferenceOf(const Pairs& pairs, const Certainty& certainty, const Design& design) {
  std::vector<double> differences;
  for (size_t i = 0; i < pairs.a.size(); ++i) differences.push_back(pairs.a[i] - pairs.b[i]);
  const auto below = std::ranges::count_if(differences, [](double difference) { return difference < 0; });
  const size_t count = differences.size();
  double mean = common::Mean(differences);
  double largest = 0;
  for (const std::vector<double>* side : {&pairs.a, &pairs.b}) {
    for (const double value : *side) largest = std::max(largest, std::abs(value));
  }
  const double rounding = kRounding * largest;
  const auto [least, most] = std::ranges::minmax(differences);
  const bool all_equal = most - least <= rounding;
  // Their signs mean nothing.
  if (all_equal && std::max(std::abs(least), std::abs(most)) <= rounding) mean = 0;
  std::string evidence = fmt::format("all {} differences are equal: {}", count, FormatShort(mean));
  if (all_equal && !(design.counts_scatter && AreCounts(pairs))) {
    return {.mean = mean,
            .to_hold = {mean, mean},
            .to_fail = {mean, mean},
            .values = differences,
            .all_equal = true,
            .evidence = evidence};
  }
  if (all_equal) {
    differences = SpreadAsRounded(mean, count);
    evidence += ", of counts known to the unit";
  } else {
    if (design.test_by_training > 0) differences = Spread(differences, design.test_by_training);
    evidence = "mean difference " + FormatShort(mean);
  }
  const double to_fail = ConfidenceToFail(certainty);
  Difference difference{.mean = mean,
                        .to_hold = common::StudentInterval(differences, kConfidence),
                        .to_fail = common::StudentInterval(differences, to_fail),
                        .values = differences};
  evidence += ", " + IntervalText(kConfidence, difference.to_hold);
  if (certainty.comparisons > 1 && difference.to_hold.low > -certainty.min_effect) {
    evidence += ", " + IntervalText(to_fail, difference.to_fail);
  }
  difference.evidence =
      fmt::format("{} ({} t, n={}), below 0 in {} of {}", evidence,
                  design.test_by_training > 0 ? "corrected resampled" : "paired", count, below, count);
  return difference;
}

ClaimOutcome DecideByInterval(const Difference& difference, const Certainty& certainty) {
  const double effect = certainty.min_effect;
  if (difference.to_hold.high < 0 && difference.mean <= -effect)
    return {Verdict::kHolds, difference.evidence};
  if (difference.to_fail.low <= -effect) return {Verdict::kUndecided, difference.evidence};
  ClaimOutcome fails = {Verdict::kFails, difference.evidence};
  if (!difference.all_equal) fails.chance = ChanceOf(difference.values, -effect, certainty);
  return fails;
}

}  // namespace

std::string_view NameOf(Verdict verdict) { return kVerdicts[static_cast<size_t>(verdict)]; }
void ParseCell(const std::string& text, const std::string& where, Verdict& verdict) {
  verdict = static_cast<Verdict>(common::ParseWord(text, where, kVerdicts));
}

ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty) {
  if (std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, {.counts_scatter = true});
  ClaimOutcome outcome = DecideByInterval(difference, certainty);
  if (!difference.all_equal || outcome.verdict == Verdict::kUndecided) return outcome;
  const bool fails = outcome.verdict == Verdict::kFails;
  const double p_value = std::pow(2.0, 1 - static_cast<double>(pairs.a.size()));
  outcome.evidence += ", sign test p = " + FormatShort(p_value);
  if (p_value > 1 - (fails ? ConfidenceToFail(certainty) : kConfidence)) {
    outcome.verdict = Verdict::kUndecided;
    outcome.evidence += ", too few pairs to decide";
  } else if (fails) {
    outcome.chance = std::min(1.0, p_value * certainty.comparisons);
  }
  return outcome;
}

ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty) {
  STRUCTLAB_CHECK(test_by_training >= 0);
  if (std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, {.test_by_training = test_by_training});
  if (difference.all_equal) return {Verdict::kUndecided, difference.evidence};
  return DecideByInterval(difference, certainty);
}

ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, {});
  const bool decides = !difference.all_equal || difference.values.size() >= kEqualPairsThatDecide;
  const bool within = difference.to_hold.low >= -margin && difference.to_hold.high <= margin;
  const bool outside = difference.to_fail.low > margin || difference.to_fail.high < -margin;
  const Verdict verdict = decides && within    ? Verdict::kHolds
                          : decides && outside ? Verdict::kFails
                                               : Verdict::kUndecided;
  ClaimOutcome outcome{verdict, difference.evidence + (decides ? "" : ", too few pairs to decide") +
                                    ", margin " + FormatShort(margin)};
  // The size of equal differences counts as known.
  if (verdict == Verdict::kFails && !difference.all_equal) {
    outcome.chance = ChanceOf(difference.values, difference.mean < 0 ? -margin : margin, certainty);
  }
  return outcome;
}

ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes) {
  ClaimOutcome all;
  const auto has = [&](Verdict verdict) {
    return std::ranges::find(outcomes, verdict, &ClaimOutcome::verdict) != outcomes.end();
  };
  all.verdict = has(Verdict::kFails)                           ? Verdict::kFails
                : has(Verdict::kNotTested) || outcomes.empty() ? Verdict::kNotTested
                : has(Verdict::kUndecided)                     ? Verdict::kUndecided
                                                               : Verdict::kHolds;
  all.chance = all.verdict == Verdict::kFails ? 1 : 0;
  for (const ClaimOutcome& outcome : outcomes) {
    all.evidence.append(all.evidence.empty() ? "" : "; ").append(outcome.evidence);
    if (outcome.verdict == Verdict::kFails) all.chance = std::min(all.chance, outcome.chance);
  }
  for (const ClaimOutcome& outcome : outcomes) {
    if (outcome.verdict != all.verdict || outcome.effect.empty()) continue;
    if (!all.effect.empty() && outcome.slack >= all.slack) continue;
    all.effect = outcome.effect;
    all.slack = outcome.slack;
  }
  return all;
}

}  // namespace structlab::harness
