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
  return std::ranges::any_of(planned, [&](const Case& c) { return values.MayComeFrom(c); });
}

// The values at one value of the rule's setting, unless they fix the setting or do not depend on it.
Values AtValue(const Values& values, const Rule& rule, const std::string& at,
               const std::vector<Case>& planned) {
  if (values.setting.Find(rule.key) != nullptr) return values;
  const bool depends = std::ranges::any_of(planned, [&](const Case& c) {
    return (HasSetting(c, rule.key) && values.MayComeFrom(c)) ||
           std::ranges::any_of(rule.at, [&](const auto& v) { return values.At(rule.key, v).MayComeFrom(c); });
  });
  return depends ? values.At(rule.key, at) : values;
}

// The planned cases that may yet give such a value.
size_t NumToCome(const Values& values, const Results& results) {
  std::set<std::string> finished;
  for (const FinishedCase& c : results.cases()) finished.insert(c.c.Key());
  return static_cast<size_t>(std::ranges::count_if(results.planned(), [&](const Case& c) {
    return values.MayComeFrom(c) && !finished.contains(c.Key());
  }));
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

Compared CompareValues(const Rule& rule, const Contrast& contrast, const Results& results,
                       const Certainty& certainty, bool is_print) {
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
  Compared compared = {
      .outcome = {}, .a = common::Mean(pairs.a), .b = common::Mean(pairs.b), .num_pairs = pairs.a.size()};
  if (rule.on_log) {
    for (std::vector<double>* side : {&pairs.a, &pairs.b}) {
      for (double& value : *side) value = std::log(value);
    }
  }
  Question question = {certainty, rule.kind == Kind::kEqual, rule.bound};
  if (!question.is_equal) question.certainty.min_effect = rule.EffectFor(common::Mean(pairs.b));
  compared.outcome = is_print ? DecideByNumbers(rule, pairs) : DecideSeeds(rule, pairs, a, b, question);
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

ClaimOutcome Compare(const Rule& rule, const Contrast& contrast, const Results& results,
                     const Certainty& certainty, bool is_print) {
  Compared compared = rule.over && !is_print ? CompareItems(rule, contrast, results, certainty)
                                             : CompareValues(rule, contrast, results, certainty, is_print);
  ClaimOutcome& outcome = compared.outcome;
  if (outcome.verdict == Verdict::kNotTested && compared.num_pairs == 0) return outcome;
  // What is shown is without what the rule allows.
  const double mean_a = compared.a - contrast.a.margin, mean_b = compared.b - contrast.b.margin;
  const std::optional<double> percent = PercentOf(mean_a, mean_b);
  const std::string share = percent ? fmt::format(" ({})", common::ReadablePercent(*percent)) : "";
  const std::optional<double> effect = rule.kind == Kind::kRising ? PercentOf(mean_b, mean_a) : percent;
  if (effect) outcome.percents.push_back(*effect);
  const auto shown = [](double mean, double margin) {
    if (margin == 0) return FormatShort(mean);
    return fmt::format("{} {} {}", FormatShort(mean), margin < 0 ? "-" : "+", FormatShort(std::abs(margin)));
  };
  outcome.evidence = fmt::format("{}{} against {}{}, {}{}", contrast.prefix(),
                                 shown(mean_a, contrast.a.margin), shown(mean_b, contrast.b.margin), share,
                                 rule.on_log ? "of logarithms: " : "", outcome.evidence);
  const size_t to_come =
      is_print ? 0 : std::max(NumToCome(contrast.a, results), NumToCome(contrast.b, results));
  if (to_come > 0) {
    outcome.evidence +=
        fmt::format(" ({} of {} planned pairs)", compared.num_pairs, compared.num_pairs + to_come);
  }
  return outcome;
}

ClaimOutcome CompareToBound(const Rule& rule, const Contrast& contrast, const Results& results,
                            const Certainty& certainty, bool is_print, std::optional<double>& worst) {
  if (rule.over && !is_print) return CompareShare(rule, contrast, results, certainty, worst);
  const Found found = contrast.a.In(results);
  if (found.empty()) return {Verdict::kNotTested, "no values of " + contrast.a.Name()};
  const bool at_most = rule.kind == Kind::kAtMost;
  const double slack = kRounding * std::abs(rule.bound);
  size_t broken = 0;
  std::optional<double> extreme;
  const auto update = [&](double value, std::optional<double>& most) {
    if (!most || std::isnan(value) || (at_most ? value > *most : value < *most)) most = value;
  };
  for (const auto& [finished, value] : found) {
    if (!(at_most ? value <= rule.bound + slack : value >= rule.bound - slack)) ++broken;  // NaN breaks it
    update(value, extreme);
  }
  update(*extreme, worst);
  const std::string evidence = fmt::format(
      "{}{} {} in {} of {}, {} {}", contrast.prefix(), at_most ? "above" : "below", FormatShort(rule.bound),
      broken, found.size(), at_most ? "largest" : "smallest", FormatShort(*extreme));
  const size_t to_come = is_print ? 0 : NumToCome(contrast.a, results);
  if (broken == 0 && to_come > 0) {
    return {Verdict::kNotTested,
            fmt::format("{} of {} planned values; {}", found.size(), found.size() + to_come, evidence)};
  }
  return {.verdict = broken == 0 ? Verdict::kHolds : Verdict::kFails, .evidence = evidence};
}

}  // namespace structlab::harness
