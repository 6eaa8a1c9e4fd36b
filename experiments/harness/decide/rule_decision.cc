// How rules decide: on our numbers, on the printed ones, on made-up ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "common/check.h"
#include "common/number.h"
#include "common/readable_number.h"
#include "common/statistics.h"
#include "experiments/harness/decide/print_chance.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::harness {
namespace {

using common::FormatShort;
using Kind = Rule::Kind;

constexpr double kRounding = 1e-9;  // relative, of bounds

// One comparison: a against b, or a against a bound.
struct Contrast {
  std::string name;  // "kappa1=0.5", or empty
  Values a, b;

  std::string prefix() const { return name.empty() ? "" : name + ": "; }
};

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

// The comparisons of a rule that is no kAll, as far as the run plans cases for both sides; `left_out` gets
// the values of the setting for which it does not.
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

// The planned cases that may yet give such a value.
size_t NumToCome(const Values& values, const Results& results) {
  std::set<std::string> finished;
  for (const FinishedCase& c : results.cases()) finished.insert(c.c.Key());
  return static_cast<size_t>(std::ranges::count_if(results.planned(), [&](const Case& c) {
    return values.MayComeFrom(c) && !finished.contains(c.Key());
  }));
}

bool AllDeterministic(const Found& found) {
  return std::ranges::all_of(found, [](const auto& f) { return f.first->c.deterministic; });
}

// The least effect for second values of this mean, or on the logarithms of the values.
double EffectFor(const Rule& rule, double mean) {
  const Effect effect = rule.min_effect();
  if (rule.on_log) return -std::log1p(-std::min(effect.share, 1 - 1e-9));  // a at most (1 - share) b
  return effect.absolute + effect.share * std::abs(mean);
}

// By the numbers only, where chance has no part.
ClaimOutcome DecideByNumbers(const Rule& rule, const Pairs& pairs) {
  bool holds = true;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    const double difference = pairs.a[i] - pairs.b[i], slack = kRounding * std::abs(pairs.b[i]);
    holds = holds && (rule.kind == Kind::kEqual ? std::abs(difference) <= rule.bound + slack
                                                : difference <= -EffectFor(rule, pairs.b[i]) + slack);
  }
  return {.verdict = holds ? Verdict::kHolds : Verdict::kFails, .evidence = "one value each"};
}

std::optional<double> PercentOf(double value, double base) {
  if (base == 0) return std::nullopt;
  return 100 * (value - base) / std::abs(base);
}

// The unit in which a case recorded the values; empty for ratios and where none is known.
std::string UnitOf(const Values& values, const FinishedCase& finished) {
  if (values.divisor) return "";
  for (const RecordedValue& recorded : finished.record.values) {
    if (values.Contain(recorded.key, finished.c)) return recorded.unit;
  }
  return "";
}

// By how much `value` differs from `base`: in points of a share, else in percent; empty where that says nothing.
std::string SizeOf(double value, double base, const std::string& unit) {
  const double points = unit == "share" ? 100 : unit == "%" ? 1 : 0;
  if (points > 0) return fmt::format("{:+.1f} points", points * (value - base));
  const std::optional<double> percent = PercentOf(value, base);
  return percent ? common::ReadablePercent(*percent) : "";
}

// ClaimOutcome::slack of a comparison of means, logarithms or not.
double SlackOf(const Rule& rule, double a, double b, double effect) {
  const double scale = rule.on_log ? 1 : std::max(std::abs(b), std::numeric_limits<double>::min());
  return (rule.kind == Kind::kEqual ? rule.bound - std::abs(a - b) : b - a - effect) / scale;
}

ClaimOutcome Compare(const Rule& rule, const Contrast& contrast, const Results& results, int comparisons,
                     const Print* print) {
  const auto not_tested = [](std::string why) { return ClaimOutcome{Verdict::kNotTested, std::move(why)}; };
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
  // What is shown is without what the rule allows.
  const double mean_a = common::Mean(pairs.a) - contrast.a.margin,
               mean_b = common::Mean(pairs.b) - contrast.b.margin;
  if (rule.on_log) {
    for (std::vector<double>* side : {&pairs.a, &pairs.b}) {
      for (double& value : *side) value = std::log(value);
    }
  }
  ClaimOutcome outcome;
  const double effect = EffectFor(rule, common::Mean(pairs.b));
  const std::optional<PrintedSpread> spread = print && pairs.a.size() == 1 ? SpreadOfPrinted(*print, rule, contrast.a, contrast.b) : std::nullopt;
  if (spread) {
    outcome = DecideBySpread(rule, pairs, *spread, effect);
  } else if (print || (AllDeterministic(a) && AllDeterministic(b) && pairs.a.size() < 3)) {
    outcome = DecideByNumbers(rule, pairs);
  } else if (rule.kind == Kind::kEqual) {
    outcome = DecideEqual(pairs, rule.bound, {.comparisons = comparisons});
  } else {
    const Certainty certainty = {.comparisons = comparisons, .min_effect = effect};
    outcome = rule.test_by_training > 0 ? DecideLessOfSplits(pairs, rule.test_by_training, certainty)
                                        : DecideLess(pairs, certainty);
  }
  const std::string unit = UnitOf(contrast.a, *a.front().first);
  std::string share = SizeOf(mean_a, mean_b, unit);
  outcome.effect = rule.kind == Kind::kRising ? SizeOf(mean_b, mean_a, unit) : share;
  outcome.slack = SlackOf(rule, common::Mean(pairs.a), common::Mean(pairs.b), effect);
  if (!share.empty()) share = fmt::format(" ({})", share);
  const auto shown = [](double mean, double margin) {
    if (margin == 0) return FormatShort(mean);
    return fmt::format("{} {} {}", FormatShort(mean), margin < 0 ? "-" : "+", FormatShort(std::abs(margin)));
  };
  outcome.evidence = fmt::format("{}{} against {}{}, {}{}", contrast.prefix(),
                                 shown(mean_a, contrast.a.margin), shown(mean_b, contrast.b.margin), share,
                                 rule.on_log ? "of logarithms: " : "", outcome.evidence);
  const size_t to_come =
      print ? 0 : std::max(NumToCome(contrast.a, results), NumToCome(contrast.b, results));
  if (to_come > 0) {
    outcome.evidence += fmt::format(" ({} of {} planned pairs)", pairs.a.size(), pairs.a.size() + to_come);
  }
  return outcome;
}

// The effect is the value that is nearest to breaking the bound or farthest beyond it.
ClaimOutcome CompareToBound(const Rule& rule, const Contrast& contrast, const Results& results,
                            const Print* print) {
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
  const double scale = rule.bound == 0 ? 1 : std::abs(rule.bound);
  return {.verdict = broken == 0 ? Verdict::kHolds : Verdict::kFails,
          .evidence = evidence,
          .effect = FormatShort(*extreme),
          .slack = (at_most ? rule.bound - *extreme : *extreme - rule.bound) / scale};
}

// Why the rule cannot be decided at these settings; empty if it can.
std::string WhyNotAtThese(const Rule& rule, const Results& results) {
  if (rule.only_at_paper.empty()) return "";
  const std::vector<Values> read = rule.Reads();
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (c.settings == nullptr) continue;
    if (std::ranges::none_of(read, [&](const Values& values) { return values.MayComeFrom(c); })) continue;
    for (const std::string& name : rule.only_at_paper) {
      const std::string* value = c.parameters.Find(name);
      if (value == nullptr || !c.settings->DiffersFromPaper(name, *value)) continue;
      return fmt::format("needs {} = {} as in the paper, the cases have {}", name,
                         c.settings->Find(name).paper, *value);
    }
  }
  return "";
}

// The outcome of a rule that is neither kAll nor kCustom.
ClaimOutcome DecideContrasts(const Rule& rule, const Results& results, int comparisons, const Print* print) {
  std::vector<std::string> left_out;
  std::vector<ClaimOutcome> outcomes;
  for (const Contrast& contrast : ContrastsOf(rule, results.planned(), left_out)) {
    outcomes.push_back(rule.is_bound() ? CompareToBound(rule, contrast, results, print)
                                       : Compare(rule, contrast, results, comparisons, print));
  }
  if (outcomes.empty()) {
    return {Verdict::kNotTested,
            print ? "the source prints no numbers for it" : "the run plans no case for it"};
  }
  ClaimOutcome all = All(outcomes);
  if (!left_out.empty() && !print) {
    all.evidence += fmt::format("; not planned in this profile: {}", fmt::join(left_out, ", "));
  }
  return all;
}

// What tells a part of All from the others: the values that it is about.
std::string LabelOf(const Rule& part) {
  return part.a.metric.empty() ? "" : fmt::format("{}, ", part.a.Name());
}

}  // namespace

ClaimOutcome Rule::Decide(const Results& results) const {
  const std::vector<const Rule*> leaves = Leaves();
  std::vector<std::string> left_out;
  int comparisons = 0;
  for (const Rule* leaf : leaves) {
    const auto count = static_cast<int>(ContrastsOf(*leaf, results.planned(), left_out).size());
    comparisons += std::max(1, count);
  }
  std::vector<ClaimOutcome> outcomes;
  for (const Rule* leaf : leaves) {
    if (std::string why = WhyNotAtThese(*leaf, results); !why.empty()) {
      outcomes.push_back({Verdict::kNotTested, std::move(why)});
    } else if (leaf->kind == Kind::kCustom) {
      outcomes.push_back(leaf->decide(results));
    } else {
      outcomes.push_back(DecideContrasts(*leaf, results, comparisons, nullptr));
    }
    if (leaves.size() > 1) outcomes.back().evidence = LabelOf(*leaf) + outcomes.back().evidence;
  }
  return harness::All(outcomes);
}

ClaimOutcome Rule::DecideOnPrint(const std::vector<ReportedRow>& reported, const Results* ours) const {
  if (!printed.empty()) return printed.front().DecideOnPrint(reported, ours);
  if (!is_of_print) return {Verdict::kNotTested, "the source prints no numbers for it"};
  if (kind == Kind::kCustom) return decide(PrintedResults(reported));
  if (kind != Kind::kAll) {
    const Print print = {reported, ours};
    return DecideContrasts(*this, PrintedResults(reported), 1, &print);
  }
  std::vector<ClaimOutcome> outcomes;
  for (const Rule& part : parts) {
    outcomes.push_back(part.DecideOnPrint(reported, ours));
    outcomes.back().evidence = LabelOf(part) + outcomes.back().evidence;
  }
  ClaimOutcome all = harness::All(outcomes);
  const auto num_printed =
      std::ssize(outcomes) - std::ranges::count(outcomes, Verdict::kNotTested, &ClaimOutcome::verdict);
  if (all.verdict == Verdict::kNotTested && num_printed > 0) {
    all.evidence = fmt::format("printed in part ({} of {}): {}", num_printed, outcomes.size(), all.evidence);
  }
  return all;
}

Results Rule::MakeBelieve(bool holds, const Results& planned) const {
  STRUCTLAB_CHECK(kind != Kind::kAll && kind != Kind::kCustom);
  struct Believed {
    Values values;
    double number, noise;
  };
  std::vector<Believed> believed;
  // From each level to the next it is more than the least effect.
  const auto believe_level = [&](const Values& values, size_t level) {
    const Effect least = min_effect();
    const double number =
        (1000 + 10 * least.absolute) * std::pow(1.5 / (1 - least.share), static_cast<double>(level));
    believed.push_back({values, number, 1e-4 * number});
  };
  std::vector<std::string> left_out;
  const std::vector<Contrast> contrasts = ContrastsOf(*this, planned.planned(), left_out);
  for (size_t i = 0; i < contrasts.size(); ++i) {
    const auto& [name, low, high] = contrasts[i];
    if (is_bound()) {
      const int side = (kind == Kind::kAtMost) == holds ? -1 : 1;
      believed.push_back({low, bound + side * (1 + std::abs(bound)), 0});
    } else if (kind == Kind::kEqual) {
      const double equal = on_log ? 1 : 0, apart = 10 * bound + 1;
      const double other = on_log ? std::exp(apart) : apart;
      believed.push_back({low, holds ? equal : other, bound / 1000});
      believed.push_back({high, equal, bound / 2000});
    } else {
      // The comparisons of an ordered rule are a chain: each shares a value with the next.
      const bool is_up = (kind == Kind::kRising) == holds;
      const size_t step = !is_ordered() ? 0 : is_up ? i : contrasts.size() - 1 - i;
      believe_level(low, holds ? step : step + 1);
      believe_level(high, holds ? step + 1 : step);
    }
  }
  std::vector<FinishedCase> finished;
  for (size_t i = 0; i < planned.planned().size(); ++i) {
    FinishedCase made = {.c = planned.planned()[i]};
    made.c.origin = DataOrigin::kReal;
    made.c.changed_by_user = false;
    for (const auto& [values, number, noise] : believed) {
      if (!values.MayComeFrom(planned.planned()[i])) continue;
      RowKey row = {values.table, values.dataset.empty() ? made.c.dataset : values.dataset,
                    values.method.empty() ? made.c.method : values.method, made.c.setting, values.metric};
      for (const auto& [name, value] : values.setting.values()) row.setting.Set(name, value);
      const auto& so_far = made.record.values;
      if (std::ranges::find(so_far, row, &RecordedValue::key) != so_far.end()) continue;  // two comparisons
      made.record.values.push_back({row, number + noise * static_cast<double>(2 * i % 13) / 3 - values.plus});
      if (!values.divisor) continue;
      row.table = values.divisor->table;
      row.metric = values.divisor->metric;
      made.record.values.push_back({std::move(row), 1});
    }
    if (!made.record.values.empty()) finished.push_back(std::move(made));
  }
  Results results(std::move(finished), planned.profile(), planned.settings());
  results.SetPlanned(planned.planned());
  return results;
}

}  // namespace structlab::harness
