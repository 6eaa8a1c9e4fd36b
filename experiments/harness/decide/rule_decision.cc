// How rules decide: on our numbers and on the printed ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "common/number.h"
#include "experiments/harness/decide/comparison.h"

namespace structlab::harness {
namespace {

using Kind = Rule::Kind;

// Why the rule cannot be decided at these settings; empty if it can.
std::string WhyNotAtThese(const Rule& rule, const Results& results) {
  if (rule.only_at_paper.empty()) return "";
  const std::vector<Values> read = rule.Reads();
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (c.settings == nullptr) continue;
    if (std::ranges::none_of(read, [&](const Values& values) { return values.FilledBy(c); })) continue;
    for (const std::string& name : rule.only_at_paper) {
      const std::string* value = c.parameters.Find(name);
      if (value == nullptr || !c.settings->DiffersFromPaper(name, *value)) continue;
      return fmt::format("needs {} = {} as in the paper, the cases have {}", name,
                         c.settings->Find(name).paper, *value);
    }
  }
  return "";
}

// The outcome of a rule without parts that is no kCustom.
ClaimOutcome DecideContrasts(const Rule& rule, const Results& results, const Certainty& certainty,
                             const Print* print) {
  std::vector<std::string> left_out;
  std::vector<ClaimOutcome> outcomes;
  for (const Contrast& contrast : ContrastsOf(rule, results.planned(), left_out)) {
    outcomes.push_back(rule.is_bound() ? CompareToBound(rule, contrast, results, certainty, print)
                                       : Compare(rule, contrast, results, certainty, print));
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

// Number of comparisons of which one that fails by chance makes the rule fail. All parts of an Any must fail,
// so that the likeliest one counts.
int ComparisonsOf(const Rule& rule, const Results& results) {
  if (!rule.has_parts()) {
    std::vector<std::string> left_out;
    return std::max(1, static_cast<int>(ContrastsOf(rule, results.planned(), left_out).size()));
  }
  int count = 0;
  for (const Rule& part : rule.parts) {
    const int of_part = ComparisonsOf(part, results);
    count = rule.kind == Kind::kAll ? count + of_part : std::max(count, of_part);
  }
  return count;
}

ClaimOutcome Combine(Kind kind, const std::vector<ClaimOutcome>& outcomes) {
  return kind == Kind::kAll ? All(outcomes) : Any(outcomes);
}

ClaimOutcome DecideRule(const Rule& rule, const Results& results, Certainty certainty) {
  if (!rule.has_parts()) {
    if (std::string why = WhyNotAtThese(rule, results); !why.empty()) {
      return {Verdict::kNotTested, std::move(why)};
    }
    return rule.kind == Kind::kCustom ? rule.decide(results)
                                      : DecideContrasts(rule, results, certainty, nullptr);
  }
  if (rule.kind == Kind::kAny) certainty.alternatives *= std::max(1, static_cast<int>(rule.parts.size()));
  std::vector<ClaimOutcome> outcomes;
  for (const Rule& part : rule.parts) {
    outcomes.push_back(DecideRule(part, results, certainty));
    if (!part.has_parts() && rule.Leaves().size() > 1) {
      outcomes.back().evidence = LabelOf(part) + outcomes.back().evidence;
    }
  }
  return Combine(rule.kind, outcomes);
}

}  // namespace

ClaimOutcome Rule::Decide(const Results& results) const {
  return DecideRule(*this, results, {.comparisons = ComparisonsOf(*this, results)});
}

ClaimOutcome Rule::DecideOnPrint(const std::vector<ReportedRow>& reported, const Results* ours) const {
  if (!printed.empty()) return printed.front().DecideOnPrint(reported, ours);
  if (!is_of_print) return {Verdict::kNotTested, "the source prints no numbers for it"};
  if (kind == Kind::kCustom) return decide(PrintedResults(reported));
  if (!has_parts()) {
    const Print print = {reported, ours};
    return DecideContrasts(*this, PrintedResults(reported), {}, &print);
  }
  std::vector<ClaimOutcome> outcomes;
  for (const Rule& part : parts) {
    outcomes.push_back(part.DecideOnPrint(reported, ours));
    outcomes.back().evidence = LabelOf(part) + outcomes.back().evidence;
  }
  ClaimOutcome all = Combine(kind, outcomes);
  const auto num_printed =
      std::ssize(outcomes) - std::ranges::count(outcomes, Verdict::kNotTested, &ClaimOutcome::verdict);
  if (all.verdict == Verdict::kNotTested && num_printed > 0) {
    all.evidence = fmt::format("printed in part ({} of {}): {}", num_printed, outcomes.size(), all.evidence);
  }
  return all;
}

}  // namespace structlab::harness
