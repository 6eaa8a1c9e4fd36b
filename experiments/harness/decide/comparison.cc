#include "experiments/harness/decide/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/number.h"
#include "common/readable_number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatShort;
using Kind = Rule::Kind;

constexpr double kRounding = 1e-9;  // relative, of bounds

bool IsPlanned(const Values& values, const std::vector<Case>& planned) {
  return std::ranges::any_of(planned, [&](const Case& c) { return values.FilledBy(c); });
}

// The values at one value of the rule's setting, unless they fix the setting or do not depend on it.
Values AtValue(const Values& values, const Rule& rule, const std::string& at,
               const std::vector<Case>& planned) {
  if (values.setting.Find(rule.key) != nullptr) return values;
  const bool depends = std::ranges::any_of(planned, [&](const Case& c) {
    return (HasSetting(c, rule.key) && values.FilledBy(c)) ||
           std::ranges::any_of(rule.at, [&](const auto& v) { return values.At(rule.key, v).FilledBy(c); });
  });
  return depends ? values.At(rule.key, at) : values;
}

// The planned cases that may yet give such a value.
size_t NumToCome(const Values& values, const Results& results) {
  std::set<std::string> finished;
  for (const FinishedCase& c : results.cases()) finished.insert(c.c.Key());
  return static_cast<size_t>(std::ranges::count_if(
      results.planned(), [&](const Case& c) { return values.FilledBy(c) && !finished.contains(c.Key()); }));
}

// By the numbers only, where chance has no part.
ClaimOutcome DecideByNumbers(const Rule& rule, const Pairs& pairs) {
  bool holds = true;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    const double difference = pairs.a[i] - pairs.b[i], slack = kRounding * std::abs(pairs.b[i]);
    holds = holds && (rule.kind == Kind::kEqual ? std::abs(difference) <= rule.bound + slack
                                                : difference <= -rule.EffectFor(pairs.b[i]) + slack);
  }
  return {.verdict = holds ? Verdict::kHolds : Verdict::kFails, .evidence = "one value each"};
}

std::optional<double> PercentOf(double value, double base) {
  if (base == 0) return std::nullopt;
  return 100 * (value - base) / std::abs(base);
}

// By how much `value` differs from `base`: in points of a share, else in percent; empty where that says
// nothing.
std::string SizeOf(double value, double base, const std::string& unit) {
  const double points = unit == "share" ? 100 : unit == "%" ? 1 : 0;
  if (points > 0) return fmt::format("{:+.1f} points", points * (value - base));
  const std::optional<double> percent = PercentOf(value, base);
  return percent ? common::ReadablePercent(*percent) : "";
}

// ClaimOutcome::slack of a comparison.
double SlackOf(const Rule& rule, double a, double b) {
  const double scale = rule.on_log || b == 0 ? 1 : std::abs(b);
  const double difference = rule.on_log ? std::log(a / b) : a - b;
  return (rule.kind == Kind::kEqual ? rule.bound - std::abs(difference) : -difference - rule.EffectFor(b)) /
         scale;
}

Compared CompareValues(const Rule& rule, const Contrast& contrast, const Results& results,
                       const Certainty& certainty, const Print* print) {
  const auto not_tested = [](std::string why) {
    return Compared{.outcome = {Verdict::kNotTested, std::move(why)}};
  };
  const Found a = contrast.a.In(results), b = contrast.b.In(results);
  if (a.empty() || b.empty()) {
    return not_tested("no values of " + (a.empty() ? contrast.a : contrast.b).Name());
  }
  Pairs pairs = Paired(a, b, contrast.a, contrast.b);
  if (pairs.a.empty()) {
    return not_tested(fmt::format("no values of {} and {} with the same seed, data set and setting",
                                  contrast.a.Name(), contrast.b.Name()));
  }
  const auto is_usable = [&](double value) { return std::isfinite(value) && (!rule.on_log || value > 0); };
  if (!std::ranges::all_of(pairs.a, is_usable) || !std::ranges::all_of(pairs.b, is_usable)) {
    return not_tested(rule.on_log ? "a value is not finite or not positive" : "a value is not finite");
  }
  Compared compared = {.outcome = {},
                       .a = common::Mean(pairs.a),
                       .b = common::Mean(pairs.b),
                       .num_pairs = pairs.a.size(),
                       .unit = UnitOf(contrast.a, *a.front().first)};
  if (rule.on_log) {
    for (std::vector<double>* side : {&pairs.a, &pairs.b}) {
      for (double& value : *side) value = std::log(value);
    }
  }
  Question question = {certainty, rule.kind == Kind::kEqual, rule.bound};
  if (!question.is_equal) question.certainty.min_effect = rule.EffectFor(common::Mean(pairs.b));
  if (print == nullptr) {
    compared.outcome = DecideSeeds(rule, pairs, a, b, question);
    return compared;
  }
  std::optional<PrintedSpread> spread;
  if (pairs.a.size() == 1) spread = SpreadOfPrinted(*print, rule, contrast.a, contrast.b);
  compared.outcome = spread ? DecideBySpread(rule, pairs, *spread, question.certainty.min_effect)
                            : DecideByNumbers(rule, pairs);
  return compared;
}

}  // namespace

std::vector<Contrast> ContrastsOf(const Rule& rule, const std::vector<Case>& planned,
                                  std::vector<std::string>& left_out) {
  if (rule.key.empty()) return {{"", rule.a, rule.b}};
  std::vector<Contrast> contrasts;
  std::vector<std::pair<std::string, Values>> steps;  // of an ordered rule
  for (const std::string& at : rule.at) {
    Contrast contrast = {rule.key + "=" + at, rule.a.At(rule.key, at), {}};
    if (!rule.is_ordered()) contrast.a = AtValue(rule.a, rule, at, planned);
    if (rule.has_b()) contrast.b = AtValue(rule.b, rule, at, planned);
    if (!IsPlanned(contrast.a, planned) || (rule.has_b() && !IsPlanned(contrast.b, planned))) {
      left_out.push_back(contrast.name);
    } else if (rule.is_ordered()) {
      steps.emplace_back(at, contrast.a);
    } else {
      contrasts.push_back(std::move(contrast));
    }
  }
  for (size_t i = 1; i < steps.size(); ++i) {
    const auto& [low, high] = std::pair(steps[i - 1].second, steps[i].second);
    const bool rises = rule.kind == Kind::kRising;
    contrasts.push_back({fmt::format("{}={} to {}", rule.key, steps[i - 1].first, steps[i].first),
                         rises ? low : high, rises ? high : low});
  }
  return contrasts;
}

ClaimOutcome DecideSeeds(const Rule& rule, const Pairs& pairs, const Found& a, const Found& b,
                         const Question& question) {
  const auto is_deterministic = [](const auto& found) { return found.first->c.deterministic; };
  if (pairs.a.size() < 3 && std::ranges::all_of(a, is_deterministic) &&
      std::ranges::all_of(b, is_deterministic)) {
    return DecideByNumbers(rule, pairs);
  }
  return DecidePairs(pairs, question, rule.test_by_training);
}

std::string UnitOf(const Values& values, const FinishedCase& finished) {
  if (values.divisor) return "";
  for (const RecordedValue& recorded : finished.record.values) {
    if (values.Contain(recorded.key, finished.c)) return recorded.unit;
  }
  // Of items: that of a value with their metric.
  const auto same = std::ranges::find_if(
      finished.record.values, [&](const auto& recorded) { return recorded.key.metric == values.metric; });
  return same == finished.record.values.end() ? "" : same->unit;
}

ClaimOutcome Compare(const Rule& rule, const Contrast& contrast, const Results& results,
                     const Certainty& certainty, const Print* print) {
  Compared compared = rule.over && print == nullptr
                          ? CompareItems(rule, contrast, results, certainty)
                          : CompareValues(rule, contrast, results, certainty, print);
  ClaimOutcome& outcome = compared.outcome;
  if (outcome.verdict == Verdict::kNotTested && compared.num_pairs == 0) return outcome;
  // What is shown is without what the rule allows.
  const double mean_a = compared.a - contrast.a.margin, mean_b = compared.b - contrast.b.margin;
  std::string share = SizeOf(mean_a, mean_b, compared.unit);
  outcome.effect = rule.kind == Kind::kRising ? SizeOf(mean_b, mean_a, compared.unit) : share;
  outcome.slack = SlackOf(rule, compared.a, compared.b);
  if (!share.empty()) share = fmt::format(" ({})", share);
  const auto shown = [](double mean, double margin) {
    if (margin == 0) return FormatShort(mean);
    return fmt::format("{} {} {}", FormatShort(mean), margin < 0 ? "-" : "+", FormatShort(std::abs(margin)));
  };
  outcome.evidence = fmt::format("{}{} against {}{}, {}{}", contrast.prefix(),
                                 shown(mean_a, contrast.a.margin), shown(mean_b, contrast.b.margin), share,
                                 rule.on_log ? "of logarithms: " : "", outcome.evidence);
  const size_t to_come = print ? 0 : std::max(NumToCome(contrast.a, results), NumToCome(contrast.b, results));
  if (to_come > 0) {
    outcome.evidence +=
        fmt::format(" ({} of {} planned pairs)", compared.num_pairs, compared.num_pairs + to_come);
  }
  return outcome;
}

ClaimOutcome AgainstBound(const Rule& rule, double value, const ClaimOutcome& outcome) {
  const double scale = rule.bound == 0 ? 1 : std::abs(rule.bound);
  ClaimOutcome against = outcome;
  against.effect = FormatShort(value);
  against.slack = (rule.kind == Kind::kAtMost ? rule.bound - value : value - rule.bound) / scale;
  return against;
}

ClaimOutcome CompareToBound(const Rule& rule, const Contrast& contrast, const Results& results,
                            const Certainty& certainty, const Print* print) {
  if (rule.over && print == nullptr) return CompareShare(rule, contrast, results, certainty);
  const Found found = contrast.a.In(results);
  if (found.empty()) return {Verdict::kNotTested, "no values of " + contrast.a.Name()};
  const bool at_most = rule.kind == Kind::kAtMost;
  const double slack = kRounding * std::abs(rule.bound);
  size_t broken = 0;
  std::optional<double> extreme;
  for (const auto& [finished, value] : found) {
    if (!(at_most ? value <= rule.bound + slack : value >= rule.bound - slack)) ++broken;  // NaN breaks it
    if (!extreme || std::isnan(value) || (at_most ? value > *extreme : value < *extreme)) extreme = value;
  }
  const std::string evidence = fmt::format(
      "{}{} {} in {} of {}, {} {}", contrast.prefix(), at_most ? "above" : "below", FormatShort(rule.bound),
      broken, found.size(), at_most ? "largest" : "smallest", FormatShort(*extreme));
  const size_t to_come = print ? 0 : NumToCome(contrast.a, results);
  if (broken == 0 && to_come > 0) {
    return {Verdict::kNotTested,
            fmt::format("{} of {} planned values; {}", found.size(), found.size() + to_come, evidence)};
  }
  return AgainstBound(rule, *extreme,
                      {.verdict = broken == 0 ? Verdict::kHolds : Verdict::kFails, .evidence = evidence});
}

}  // namespace structlab::harness
