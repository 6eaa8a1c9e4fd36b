// Decisions of rules, on our numbers and on the printed ones, and made-up numbers to test them with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/harness/decide/rule.h"
#include "experiments/harness/decide/rule_node.h"

namespace structlab::harness {
namespace {

using Node = Rule::Node;
using Kind = Node::Kind;
using common::FormatShort;
using Found = std::vector<std::pair<const FinishedCase*, double>>;

constexpr double kRounding = 1e-9;  // relative, of bounds

// Planned cases that may yet give such a value: those that are not finished.
size_t NumToCome(const Values& values, const Results& results) {
  std::set<std::string> finished;
  for (const FinishedCase& c : results.cases()) finished.insert(c.c.Key());
  return static_cast<size_t>(std::ranges::count_if(results.planned(), [&](const Case& c) {
    return values.MayComeFrom(c) && !finished.contains(c.Key());
  }));
}

bool IsPlanned(const Values& values, const std::vector<Case>& planned) {
  return std::ranges::any_of(planned, [&](const Case& c) { return values.MayComeFrom(c); });
}

bool HasKey(const Case& c, const std::string& key) {
  return c.setting.Find(key) != nullptr || c.parameters.Find(key) != nullptr;
}

// The values at one value of a setting, where the cases have that setting at all.
Values AtValue(const Values& values, const std::string& key, const std::string& at,
               const std::vector<Case>& planned) {
  if (values.setting.Find(key) != nullptr) return values;
  const bool has_key =
      std::ranges::any_of(planned, [&](const Case& c) { return values.MayComeFrom(c) && HasKey(c, key); });
  return has_key ? values.At(key, at) : values;
}

// What decides one comparison, with its effect as a share or a difference.
struct Decision {
  ClaimOutcome outcome;
  std::optional<double> percent = {}, difference = {};
};

std::string PercentText(double percent) {
  return fmt::format("{}{:.{}f}%",
                     percent > 0   ? "+"
                     : percent < 0 ? "\u2212"
                                   : "",
                     std::abs(percent), std::abs(percent) < 10 ? 1 : 0);
}

// The keys of the case that the comparison leaves open.
Setting OpenSetting(const Case& c, const Contrast& comparison) {
  Setting open;
  for (const auto& [name, value] : c.setting.values()) {
    const bool is_fixed =
        comparison.a.setting.Find(name) != nullptr || comparison.b.setting.Find(name) != nullptr;
    if (!is_fixed) open.Set(name, value);
  }
  return open;
}

// Pairs have the same seed, and the same data set and setting as far as the comparison leaves them open. If
// each side is one case, it is enough that these do not contradict each other. A value with several partners
// is left out.
Pairs Paired(const Found& a, const Found& b, const Contrast& comparison) {
  if (a.empty() || b.empty()) return {};
  const auto is_one_case = [](const Found& found) {
    return std::ranges::all_of(found,
                               [&](const auto& f) { return f.first->c.name == found.front().first->c.name; });
  };
  const bool by_seed = is_one_case(a) && is_one_case(b);
  const bool is_data_fixed = !comparison.a.dataset.empty() && !comparison.b.dataset.empty();
  if (by_seed) {
    const Case &x = a.front().first->c, &y = b.front().first->c;
    const bool is_same_data =
        is_data_fixed || x.dataset.empty() || y.dataset.empty() || x.dataset == y.dataset;
    if (!is_same_data || !OpenSetting(x, comparison).Agrees(OpenSetting(y, comparison))) return {};
  }
  using Key = std::tuple<uint64_t, std::string, Setting>;
  const auto key_of = [&](const Case& c) -> Key {
    if (by_seed) return {c.seed, "", {}};
    return {c.seed, is_data_fixed ? "" : c.dataset, OpenSetting(c, comparison)};
  };
  std::map<Key, std::vector<double>> of_a, of_b;
  for (const auto& [finished, value] : a) of_a[key_of(finished->c)].push_back(value);
  for (const auto& [finished, value] : b) of_b[key_of(finished->c)].push_back(value);
  Pairs pairs;
  for (const auto& [finished, value] : a) {
    const Key key = key_of(finished->c);
    const auto partner = of_b.find(key);
    if (partner == of_b.end() || partner->second.size() > 1 || of_a.at(key).size() > 1) continue;
    pairs.a.push_back(value);
    pairs.b.push_back(partner->second.front());
    pairs.labels.push_back(finished->c.Key());
  }
  return pairs;
}

bool AllDeterministic(const Found& found) {
  return std::ranges::all_of(found, [](const auto& f) { return f.first->c.deterministic; });
}

double EffectIn(const Node& node, const Pairs& pairs) {
  const Effect effect = node.effect.value_or(DefaultEffect(node.a.metric));
  if (node.on_log) return -std::log1p(-std::min(effect.share, 1 - 1e-9));  // a at most (1 - share) b
  return effect.absolute + effect.share * std::abs(common::Mean(pairs.b));
}

// By the numbers alone, where chance has no part.
ClaimOutcome DecideByNumbers(const Node& node, const Pairs& pairs) {
  bool holds = true;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    const double difference = pairs.a[i] - pairs.b[i];
    const Pairs one = {{pairs.a[i]}, {pairs.b[i]}, {}};
    const double slack = kRounding * std::abs(pairs.b[i]);
    holds = holds && (node.kind == Kind::kEqual ? std::abs(difference) <= node.bound + slack
                                                : difference <= -EffectIn(node, one) + slack);
  }
  return {.verdict = holds ? Verdict::kHolds : Verdict::kFails, .evidence = "one value each"};
}

Decision Compare(const Node& node, const Contrast& comparison, const Results& results, int comparisons,
                 bool is_print) {
  const Found a = comparison.a.In(results), b = comparison.b.In(results);
  Pairs pairs = Paired(a, b, comparison);
  if (pairs.a.empty()) {
    if (a.empty() || b.empty()) {
      return {{Verdict::kNotTested, "no values of " + (a.empty() ? comparison.a : comparison.b).Name()}};
    }
    return {
        {Verdict::kNotTested, fmt::format("no values of {} and {} with the same seed, data set and setting",
                                          comparison.a.Name(), comparison.b.Name())}};
  }
  const auto is_usable = [&](double value) { return std::isfinite(value) && (!node.on_log || value > 0); };
  if (!std::ranges::all_of(pairs.a, is_usable) || !std::ranges::all_of(pairs.b, is_usable)) {
    return {{Verdict::kNotTested,
             node.on_log ? "a value is not finite or not positive" : "a value is not finite"}};
  }
  const double mean_a = common::Mean(pairs.a), mean_b = common::Mean(pairs.b);
  const bool is_exact = is_print || (AllDeterministic(a) && AllDeterministic(b) && pairs.a.size() < 3);
  if (node.on_log) {
    for (std::vector<double>* side : {&pairs.a, &pairs.b}) {
      for (double& value : *side) value = std::log(value);
    }
  }
  Decision decision;
  if (is_exact) {
    decision.outcome = DecideByNumbers(node, pairs);
  } else if (node.kind == Kind::kEqual) {
    decision.outcome = DecideEqual(pairs, node.bound, {.comparisons = comparisons});
  } else {
    decision.outcome = DecideLess(pairs, {.comparisons = comparisons, .min_effect = EffectIn(node, pairs)});
  }
  decision.difference = mean_a - mean_b;
  if (mean_b != 0) decision.percent = 100 * (mean_a - mean_b) / std::abs(mean_b);
  const std::string share = decision.percent ? " (" + PercentText(*decision.percent) + ")" : "";
  decision.outcome.evidence =
      fmt::format("{}{} against {}{}, {}", comparison.name.empty() ? "" : comparison.name + ": ",
                  FormatShort(mean_a), FormatShort(mean_b), share, decision.outcome.evidence);
  const size_t to_come = is_print ? 0 : NumToCome(comparison.a, results);
  if (to_come > 0) {
    decision.outcome.evidence +=
        fmt::format(" ({} of {} planned pairs)", pairs.a.size(), pairs.a.size() + to_come);
  }
  return decision;
}

Decision CompareToBound(const Node& node, const Contrast& comparison, const Results& results, bool is_print) {
  const Found found = comparison.a.In(results);
  if (found.empty()) return {{Verdict::kNotTested, "no values of " + comparison.a.Name()}};
  const bool at_most = node.kind == Kind::kAtMost;
  const double slack = kRounding * std::abs(node.bound);
  size_t broken = 0;
  double extreme = found.front().second;
  for (const auto& [finished, value] : found) {
    if (!(at_most ? value <= node.bound + slack : value >= node.bound - slack)) ++broken;  // NaN breaks it
    extreme = at_most ? std::max(extreme, value) : std::min(extreme, value);
  }
  const std::string evidence =
      fmt::format("{}{} {} in {} of {}, {} {}", comparison.name.empty() ? "" : comparison.name + ": ",
                  at_most ? "above" : "below", FormatShort(node.bound), broken, found.size(),
                  at_most ? "largest" : "smallest", FormatShort(extreme));
  const size_t to_come = is_print ? 0 : NumToCome(comparison.a, results);
  if (broken == 0 && to_come > 0) {
    return {{Verdict::kNotTested,
             fmt::format("{} of {} planned values; {}", found.size(), found.size() + to_come, evidence)}};
  }
  return {{.verdict = broken == 0 ? Verdict::kHolds : Verdict::kFails,
           .evidence = evidence,
           .effect = FormatShort(extreme)}};
}

// "-12%", or "-58% to -12%" of several.
std::string EffectOf(const std::vector<Decision>& decisions) {
  std::vector<double> percents;
  for (const Decision& decision : decisions) {
    if (decision.percent) percents.push_back(*decision.percent);
  }
  if (percents.empty()) return decisions.empty() ? "" : decisions.front().outcome.effect;
  const auto [low, high] = std::ranges::minmax(percents);
  if (high - low < 0.05) return PercentText(low);
  return PercentText(low) + " to " + PercentText(high);
}

// Why the rule cannot be decided at these settings; empty if it can.
std::string WhyNotAtThese(const Node& node, const Results& results) {
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (c.settings == nullptr) continue;
    std::vector<Values> read = node.needs;
    if (node.kind != Kind::kCustom) read.push_back(node.a);
    if (!node.b.metric.empty()) read.push_back(node.b);
    if (std::ranges::none_of(read, [&](const Values& values) { return values.MayComeFrom(c); })) continue;
    for (const std::string& name : node.only_at_paper) {
      const std::string* value = c.parameters.Find(name);
      if (value == nullptr || !c.settings->DiffersFromPaper(name, *value)) continue;
      return fmt::format("needs {} = {} as in the paper, the cases have {}", name,
                         c.settings->Find(name).paper, *value);
    }
  }
  return "";
}

ClaimOutcome DecideComparisons(const Node& node, const Results& results, int comparisons, bool is_print) {
  if (const std::string why = is_print ? "" : WhyNotAtThese(node, results); !why.empty()) {
    return {Verdict::kNotTested, why};
  }
  std::vector<std::string> left_out;
  std::vector<Decision> decisions;
  for (const Contrast& comparison : ContrastsOf(node, results.planned(), left_out)) {
    const bool is_bound = node.kind == Kind::kAtMost || node.kind == Kind::kAtLeast;
    decisions.push_back(is_bound ? CompareToBound(node, comparison, results, is_print)
                                 : Compare(node, comparison, results, comparisons, is_print));
  }
  if (decisions.empty()) {
    return {Verdict::kNotTested,
            is_print ? "the source prints no numbers for it" : "the run plans no case for it"};
  }
  std::vector<ClaimOutcome> outcomes;
  for (const Decision& decision : decisions) outcomes.push_back(decision.outcome);
  ClaimOutcome all = All(outcomes);
  all.effect = EffectOf(decisions);
  if (!left_out.empty() && !is_print) {
    std::string text;
    for (const std::string& value : left_out) text.append(text.empty() ? "" : ", ").append(value);
    all.evidence += fmt::format("; not planned in this profile: {}", text);
  }
  return all;
}

}  // namespace

std::vector<Contrast> ContrastsOf(const Rule::Node& node, const std::vector<Case>& planned,
                                  std::vector<std::string>& left_out) {
  if (node.key.empty()) return {{"", node.a, node.b}};
  std::vector<Contrast> comparisons;
  const bool has_b = !node.b.metric.empty();
  if (!node.is_ordered()) {
    for (const std::string& at : node.at) {
      Contrast comparison = {node.key + "=" + at, AtValue(node.a, node.key, at, planned),
                             has_b ? AtValue(node.b, node.key, at, planned) : node.b};
      if (IsPlanned(comparison.a, planned) && (!has_b || IsPlanned(comparison.b, planned))) {
        comparisons.push_back(std::move(comparison));
      } else {
        left_out.push_back(node.key + "=" + at);
      }
    }
    return comparisons;
  }
  std::vector<std::string> at;
  for (const std::string& value : node.at) {
    (IsPlanned(node.a.At(node.key, value), planned) ? at : left_out).push_back(value);
  }
  for (size_t i = 1; i < at.size(); ++i) {
    const bool rises = node.kind == Kind::kRising;
    const Values low = node.a.At(node.key, at[i - 1]), high = node.a.At(node.key, at[i]);
    comparisons.push_back(
        {fmt::format("{}={} to {}", node.key, at[i - 1], at[i]), rises ? low : high, rises ? high : low});
  }
  return comparisons;
}

ClaimOutcome Rule::Decide(const Results& results) const {
  const std::function<int(const Node&)> count = [&](const Node& node) {
    if (node.kind == Kind::kCustom) return 1;
    int comparisons = 0;
    for (const Rule& part : node.parts) comparisons += count(*part.node_);
    std::vector<std::string> left_out;
    if (node.kind != Kind::kAll) {
      comparisons = static_cast<int>(ContrastsOf(node, results.planned(), left_out).size());
    }
    return std::max(1, comparisons);
  };
  const int comparisons = count(*node_);
  const std::function<ClaimOutcome(const Node&)> decide = [&](const Node& node) -> ClaimOutcome {
    if (node.kind == Kind::kCustom) {
      const std::string why = WhyNotAtThese(node, results);
      return why.empty() ? node.decide(results) : ClaimOutcome{Verdict::kNotTested, why};
    }
    if (node.kind != Kind::kAll) return DecideComparisons(node, results, comparisons, /*is_print=*/false);
    std::vector<ClaimOutcome> outcomes;
    for (const Rule& part : node.parts) outcomes.push_back(decide(*part.node_));
    ClaimOutcome all = harness::All(outcomes);
    all.effect = outcomes.empty() ? "" : outcomes.front().effect;
    return all;
  };
  return decide(*node_);
}

ClaimOutcome Rule::DecideOnPrint(const std::vector<ReportedRow>& reported) const {
  if (!node_->printed.empty()) return node_->printed.front().DecideOnPrint(reported);
  if (!node_->is_of_print) return {Verdict::kNotTested, "the source prints no numbers for it"};
  if (node_->kind != Kind::kAll)
    return DecideComparisons(*node_, PrintedResults(reported), 1, /*is_print=*/true);
  std::vector<ClaimOutcome> outcomes;
  for (const Rule& part : node_->parts) outcomes.push_back(part.DecideOnPrint(reported));
  return harness::All(outcomes);
}

Results PrintedResults(const std::vector<ReportedRow>& reported) {
  std::vector<FinishedCase> finished;
  std::vector<Case> planned;
  for (size_t i = 0; i < reported.size(); ++i) {
    const ReportedRow& row = reported[i];
    if (!row.value || !row.same_as.empty()) continue;
    Case c;
    c.name = "printed/" + std::to_string(i);
    c.dataset = row.key.dataset;
    c.method = row.key.method;
    c.setting = row.key.setting;
    c.deterministic = true;
    planned.push_back(c);
    FinishedCase& f = finished.emplace_back();
    f.c = std::move(c);
    f.record.values.push_back({row.key, *row.value, row.unit});
  }
  Results results(std::move(finished), Profile::kPaper);
  results.SetPlanned(std::move(planned));
  return results;
}

namespace {

// Adds a made-up value for each planned case that the values may come from: the number and up to 4 times the
// noise.
void Believe(const Values& values, double number, double noise, const std::vector<Case>& planned,
             std::map<std::string, FinishedCase>& finished) {
  for (size_t i = 0; i < planned.size(); ++i) {
    const Case& c = planned[i];
    if (!values.MayComeFrom(c)) continue;
    FinishedCase& f = finished[c.Key()];
    f.c = c;
    f.c.origin = DataOrigin::kReal;
    f.c.changed_by_user = false;
    const auto add = [&](const Values& of, double value) {
      RowKey key = {of.table.empty() ? "made up" : of.table, of.dataset.empty() ? c.dataset : of.dataset,
                    of.method.empty() ? c.method : of.method, c.setting, of.metric};
      for (const auto& [name, text] : of.setting.values()) key.setting.Set(name, text);
      f.record.values.push_back({std::move(key), value, ""});
    };
    add(values, number + noise * static_cast<double>(2 * i % 13) / 3 - values.plus);
    if (values.divisor) add(*values.divisor, 1);
  }
}

}  // namespace

ClaimOutcome Rule::DecidePart(size_t part, const Results& results) const {
  for (const Rule& child : node_->parts) {
    if (part < child.num_parts()) return child.DecidePart(part, results);
    part -= child.num_parts();
  }
  return Decide(results);
}

std::optional<Results> Rule::MakeBelieve(size_t part, bool holds, const Results& planned) const {
  if (node_->kind == Kind::kCustom) return std::nullopt;
  if (node_->kind == Kind::kAll) {
    for (const Rule& child : node_->parts) {
      if (part < child.num_parts()) return child.MakeBelieve(part, holds, planned);
      part -= child.num_parts();
    }
    return std::nullopt;
  }
  std::map<std::string, FinishedCase> finished;
  std::vector<std::string> left_out;
  const std::vector<Case>& cases = planned.planned();
  const std::vector<Contrast> comparisons = ContrastsOf(*node_, cases, left_out);
  const double bound = node_->bound;
  const Effect effect = node_->effect.value_or(DefaultEffect(node_->a.metric));
  // Of ordered values: each step, up or down, is larger than the least effect.
  const auto level = [&](size_t i) {
    const bool is_up = (node_->kind == Kind::kRising) == holds;
    const auto steps = static_cast<double>(is_up ? i : comparisons.size() - i);
    return (1000 + 10 * effect.absolute) * std::pow(1.5 / (1 - effect.share), steps);
  };
  for (size_t i = 0; i < comparisons.size(); ++i) {
    const Contrast& comparison = comparisons[i];
    switch (node_->kind) {
      case Kind::kLess:
        Believe(comparison.a,
                holds ? 1000 * (1 - effect.share) - (node_->on_log ? 0 : effect.absolute) : 2000, 1, cases,
                finished);
        Believe(comparison.b, holds ? 2000 : 1000, 1.5, cases, finished);
        break;
      case Kind::kEqual:
        Believe(comparison.a,
                node_->on_log ? holds ? 1 : std::exp(10 * bound + 1)
                : holds ? 0
                              : 10 * bound + 1,
                bound / 1000, cases, finished);
        Believe(comparison.b, node_->on_log ? 1 : 0, bound / 2000, cases, finished);
        break;
      case Kind::kAtMost:
      case Kind::kAtLeast:
        Believe(comparison.a,
                bound + ((node_->kind == Kind::kAtMost) == holds ? -1 : 1) * (1 + std::abs(bound)), 0, cases,
                finished);
        break;
      case Kind::kRising:
      case Kind::kFalling: {
        // Each value once: the first comparison also sets the value it begins with.
        const bool a_is_first = node_->kind == Kind::kRising;
        const Values& first = a_is_first ? comparison.a : comparison.b;
        const Values& second = a_is_first ? comparison.b : comparison.a;
        if (i == 0) Believe(first, level(0), 1e-4 * level(0), cases, finished);
        Believe(second, level(i + 1), 1e-4 * level(i + 1), cases, finished);
        break;
      }
      case Kind::kAll:
      case Kind::kCustom:
        break;
    }
  }
  std::vector<FinishedCase> in_order;
  for (const Case& c : cases) {
    if (const auto found = finished.find(c.Key()); found != finished.end()) in_order.push_back(found->second);
  }
  Results results(std::move(in_order), planned.profile(), planned.settings());
  results.SetPlanned(cases);
  return results;
}

}  // namespace structlab::harness
