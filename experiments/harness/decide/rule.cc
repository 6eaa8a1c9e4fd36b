#include "experiments/harness/decide/rule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "common/check.h"
#include "common/number.h"

namespace structlab::harness {

using common::FormatShort;

namespace {

using Kind = Rule::Kind;

std::vector<std::string> Texts(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(common::FormatDouble(value));
  return texts;
}

std::string SentenceOf(const Rule& rule) {
  const std::string a = rule.a.Name(), bound = FormatShort(rule.bound);
  switch (rule.kind) {
    case Kind::kLess:
      return fmt::format("{} below {}", a, rule.b.Name());
    case Kind::kEqual:
      return fmt::format("{} within {} of {}", a, bound, rule.b.Name());
    case Kind::kAtMost:
      return fmt::format("{}{} at most {}", rule.over ? "" : "every ", a, bound);
    case Kind::kAtLeast:
      return fmt::format("{}{} at least {}", rule.over ? "" : "every ", a, bound);
    case Kind::kRising:
    case Kind::kFalling:
      return fmt::format("{} {} from each {} to the next of {}", a,
                         rule.kind == Kind::kRising ? "rises" : "falls", rule.key, fmt::join(rule.at, ", "));
    case Kind::kAll:
    case Kind::kAny: {
      std::vector<std::string> sentences;
      for (const Rule& part : rule.parts) sentences.push_back(part.Sentence());
      if (rule.kind == Kind::kAll) return fmt::format("{}", fmt::join(sentences, "; and "));
      return fmt::format("at least one holds, each at the level divided by {}: {}", sentences.size(),
                         fmt::join(sentences, "; or "));
    }
    case Kind::kCustom:
      break;
  }
  return "";
}

// The rule and its parts with this value of a field.
template <typename Field, typename Value>
Rule Changed(const Rule& rule, Field Rule::*field, const Value& value) {
  return rule.With([&](Rule& changed) { changed.*field = value; });
}

}  // namespace

double Rule::EffectFor(double mean) const {
  const Effect least = min_effect();
  if (on_log) return -std::log1p(-std::min(least.share, 1 - 1e-9));  // a at most (1 - share) b
  return least.absolute + least.share * std::abs(mean);
}

Rule Less(Values a, Values b) { return {.kind = Kind::kLess, .a = std::move(a), .b = std::move(b)}; }
Rule Equal(Values a, Values b, double margin) {
  return {.kind = Kind::kEqual, .a = std::move(a), .b = std::move(b), .bound = margin};
}
Rule AtMost(Values values, double bound) {
  return {.kind = Kind::kAtMost, .a = std::move(values), .bound = bound};
}
Rule AtLeast(Values values, double bound) {
  return {.kind = Kind::kAtLeast, .a = std::move(values), .bound = bound};
}
Rule Rising(Values values, const std::string& key, const std::vector<double>& at) {
  return {.kind = Kind::kRising, .a = std::move(values), .key = key, .at = Texts(at)};
}
Rule Falling(Values values, const std::string& key, const std::vector<double>& at) {
  return {.kind = Kind::kFalling, .a = std::move(values), .key = key, .at = Texts(at)};
}
Rule All(std::vector<Rule> rules) { return {.kind = Kind::kAll, .parts = std::move(rules)}; }
Rule Any(std::vector<Rule> rules) { return {.kind = Kind::kAny, .parts = std::move(rules)}; }
Rule Custom(std::string sentence, std::vector<Values> needs,
            std::function<ClaimOutcome(const Results&)> decide) {
  return {.kind = Kind::kCustom,
          .is_of_print = false,
          .text = std::move(sentence),
          .needs = std::move(needs),
          .decide = std::move(decide)};
}

Rule Rule::With(const std::function<void(Rule&)>& change) const {
  Rule changed = *this;
  change(changed);
  for (Rule& part : changed.parts) part = part.With(change);
  return changed;
}

Rule Rule::AtEach(const std::string& setting, const std::vector<std::string>& values) const {
  return With([&](Rule& rule) {
    STRUCTLAB_CHECK(!rule.is_ordered());  // it would lose its own setting
    if (rule.kind == Kind::kCustom) return;
    rule.key = setting;
    rule.at = values;
  });
}
Rule Rule::AtEach(const std::string& setting, const std::vector<double>& values) const {
  return AtEach(setting, Texts(values));
}
Rule Rule::WithEffectsOf(const Columns& columns) const {
  return With([&](Rule& rule) {
    const Column* column = rule.a.metric.empty() ? nullptr : columns.Find(rule.a.table, rule.a.metric);
    if (!rule.effect && column != nullptr) rule.effect = rule.a.divisor ? Percent(1) : LeastEffect(*column);
    for (Rule& other : rule.printed) other = other.WithEffectsOf(columns);
  });
}
Rule Rule::ByAtLeast(Effect least) const { return Changed(*this, &Rule::effect, least); }
Rule Rule::OnLog() const { return Changed(*this, &Rule::on_log, true); }
Rule Rule::OfSplits(double ratio) const { return Changed(*this, &Rule::test_by_training, ratio); }
Rule Rule::Over(Chance chance, const Statistic& of) const {
  return With([&](Rule& rule) {
    STRUCTLAB_CHECK(!rule.is_ordered() && rule.kind != Kind::kCustom);
    STRUCTLAB_CHECK(rule.has_parts() || rule.is_bound() == (chance == Chance::kExactCounts));
    rule.over = chance;
    rule.statistic = of;
  });
}
Rule Rule::OnlyAtPaper(const std::vector<std::string>& settings) const {
  return Changed(*this, &Rule::only_at_paper, settings);
}
Rule Rule::IndependentOfData() const { return Changed(*this, &Rule::is_independent_of_data, true); }
Rule Rule::NotOfPrint() const { return Changed(*this, &Rule::is_of_print, false); }
Rule Rule::InWords(const std::string& sentence) const {
  Rule changed = *this;
  changed.text = sentence;
  return changed;
}
Rule Rule::PrintedAs(const Rule& other) const {
  Rule changed = *this;
  changed.printed = {other};
  return changed;
}

std::string Rule::Sentence() const {
  std::string sentence = text.empty() ? SentenceOf(*this) : text;
  if (!text.empty() || has_parts()) return sentence;
  if (!key.empty() && !is_ordered()) {
    sentence += fmt::format(", at each {} of {}", key, fmt::join(at, ", "));
  }
  const bool has_effect = kind == Kind::kLess || is_ordered();
  const Effect least = min_effect();
  if (has_effect && least.share > 0) {
    sentence += fmt::format(", by at least {}%", FormatShort(100 * least.share));
  } else if (has_effect && least.absolute > 0) {
    sentence += ", by at least " + FormatShort(least.absolute);
  }
  if (on_log) sentence += ", on logarithms";
  if (over) {
    sentence += ", " + Describe(*over);
  } else if (!is_bound()) {
    sentence += fmt::format(", paired over the seeds (95% t interval{})",
                            test_by_training > 0 ? ", corrected for splits of the same examples" : "");
  }
  if (!only_at_paper.empty()) {
    sentence += fmt::format(", at the paper's {}", fmt::join(only_at_paper, ", "));
  }
  return sentence;
}

std::vector<const Rule*> Rule::Leaves() const {
  if (!has_parts()) return {this};
  std::vector<const Rule*> leaves;
  for (const Rule& part : parts) std::ranges::copy(part.Leaves(), std::back_inserter(leaves));
  return leaves;
}

std::vector<Rule> Rule::Parts() const {
  std::vector<Rule> decided;
  for (const Rule* leaf : Leaves()) {
    if (leaf->kind != Kind::kCustom) decided.push_back(*leaf);
  }
  return decided;
}

std::vector<Values> Rule::Reads() const {
  std::vector<Values> read;
  for (const Rule* leaf : Leaves()) {
    read.insert(read.end(), leaf->needs.begin(), leaf->needs.end());
    if (leaf->kind != Kind::kCustom) read.push_back(leaf->a);
    if (leaf->has_b()) read.push_back(leaf->b);
  }
  return read;
}

bool HasSetting(const Case& c, const std::string& name) {
  return c.setting.Find(name) != nullptr || c.parameters.Find(name) != nullptr;
}

bool Rule::Needs(const Case& c) const {
  return std::ranges::any_of(Leaves(), [&](const Rule* leaf) {
    const std::string& name = leaf->key;
    const auto reads = [&](const Values& values) {
      if (name.empty() || values.setting.Find(name) != nullptr) return values.FilledBy(c);
      const bool is_at_one = std::ranges::any_of(
          leaf->at, [&](const std::string& value) { return values.At(name, value).FilledBy(c); });
      // Values that do not depend on the setting are read at each of its values.
      return is_at_one || (!HasSetting(c, name) && !leaf->is_ordered() && values.FilledBy(c));
    };
    return std::ranges::any_of(leaf->Reads(), reads);
  });
}

}  // namespace structlab::harness
