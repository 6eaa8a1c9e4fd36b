#include "experiments/harness/decide/print_chance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

constexpr size_t kFewestSeeds = 3;

// The printed row that the values mean; null if several do or none does.
const ReportedRow* OnlyRow(const std::vector<ReportedRow>& reported, const Values& values) {
  const ReportedRow* only = nullptr;
  for (const ReportedRow& row : reported) {
    if (!row.value || !row.same_as.empty() || !values.Contain(row.key, PrintedCase(row))) continue;
    if (only != nullptr) return nullptr;
    only = &row;
  }
  return only;
}

// Our values by the paper's protocol and on its data, of one case; none where they cannot be told apart. The
// scatter of other data, or from one case to another, is not that of a printed number.
Found OursAtPaper(const Results* ours, const Values& values) {
  if (ours == nullptr) return {};
  Found found;
  try {
    found = values.In(*ours);
  } catch (const common::Error&) {
    return {};  // several values a case: then there is no one difference
  }
  std::erase_if(found, [](const auto& one) {
    return ProtocolOf(one.first->c) != Protocol::kPaper || OriginOf(one.first->c) != DataOrigin::kReal;
  });
  const bool is_of_one_case = std::ranges::all_of(
      found, [&](const auto& one) { return one.first->c.name == found[0].first->c.name; });
  return is_of_one_case ? found : Found();
}

// The variance of the mean over the trials of a row, and their number less 1.
struct Variance {
  double value, degrees;
};
std::optional<Variance> VarianceOf(const ReportedRow& row, const Rule& rule, size_t our_seeds) {
  const double trials = static_cast<double>(row.trials ? static_cast<size_t>(*row.trials) : our_seeds);
  if (!row.std || trials < 2) return std::nullopt;
  const double factor = 1 / trials + rule.test_by_training;
  // The deviation of a logarithm, to first order.
  const double deviation = rule.on_log ? *row.std / *row.value : *row.std;
  return Variance{deviation * deviation * factor, trials - 1};
}

std::optional<PrintedSpread> FromDeviations(const Print& print, const Rule& rule, const Values& a,
                                            const Values& b) {
  const ReportedRow *row_a = OnlyRow(print.reported, a), *row_b = OnlyRow(print.reported, b);
  if (a.divisor || b.divisor || row_a == nullptr || row_b == nullptr) return std::nullopt;
  const auto of_a = VarianceOf(*row_a, rule, OursAtPaper(print.ours, a).size());
  const auto of_b = VarianceOf(*row_b, rule, OursAtPaper(print.ours, b).size());
  if (!of_a || !of_b || of_a->value + of_b->value == 0) return std::nullopt;
  const double variance = of_a->value + of_b->value;
  const double degrees =
      variance * variance /
      (of_a->value * of_a->value / of_a->degrees + of_b->value * of_b->value / of_b->degrees);
  return PrintedSpread{.error = std::sqrt(variance),
                       .degrees_of_freedom = std::max<int64_t>(1, static_cast<int64_t>(degrees)),
                       .source = "printed deviations"};
}

std::optional<PrintedSpread> FromOurSeeds(const Print& print, const Rule& rule, const Values& a,
                                          const Values& b) {
  Pairs pairs = Paired(OursAtPaper(print.ours, a), OursAtPaper(print.ours, b), a, b);
  if (pairs.a.size() < kFewestSeeds) return std::nullopt;
  std::vector<double> differences;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    const auto scaled = [&](double value) { return rule.on_log ? std::log(value) : value; };
    differences.push_back(scaled(pairs.a[i]) - scaled(pairs.b[i]));
    if (!std::isfinite(differences.back())) return std::nullopt;
  }
  const double deviation = common::StandardDeviation(differences);
  if (deviation == 0) return std::nullopt;
  return PrintedSpread{.error = deviation,
                       .degrees_of_freedom = std::ssize(differences) - 1,
                       .source = fmt::format("the deviation of {} of our seeds", differences.size())};
}

}  // namespace

std::optional<PrintedSpread> SpreadOfPrinted(const Print& print, const Rule& rule, const Values& a,
                                             const Values& b) {
  if (std::optional<PrintedSpread> printed = FromDeviations(print, rule, a, b)) return printed;
  return FromOurSeeds(print, rule, a, b);
}

ClaimOutcome DecideBySpread(const Rule& rule, const Pairs& pairs, const PrintedSpread& spread,
                            double effect) {
  const double difference = common::Mean(pairs.a) - common::Mean(pairs.b);
  const int64_t count = spread.degrees_of_freedom + 1;
  const common::Interval interval = common::StudentInterval(
      count, difference, spread.error * std::sqrt(static_cast<double>(count)), kConfidence);
  const Difference estimate = {.mean = difference, .to_hold = interval, .to_fail = interval};
  const Certainty certainty = {.min_effect = effect};
  ClaimOutcome outcome = rule.kind == Rule::Kind::kEqual ? DecideEqual(estimate, rule.bound, certainty)
                                                         : DecideLess(estimate, certainty);
  outcome.evidence = IntervalText(kConfidence, interval) + " by " + spread.source;
  return outcome;
}

}  // namespace structlab::harness
