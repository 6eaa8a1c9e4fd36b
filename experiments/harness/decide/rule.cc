#include "experiments/harness/decide/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/check.h"
#include "common/number.h"
#include "experiments/harness/decide/rule_node.h"

namespace structlab::harness {
namespace {

using Kind = Rule::Node::Kind;
using common::FormatShort;

constexpr const char* kPrinted = "printed/";  // names of the cases of PrintedResults

Rule::Node With(const std::shared_ptr<const Rule::Node>& node) { return *node; }
Rule Made(Rule::Node node) { return Rule(std::make_shared<const Rule::Node>(std::move(node))); }

std::vector<std::string> Texts(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(common::FormatDouble(value));
  return texts;
}

std::string Listed(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text.append(text.empty() ? "" : ", ").append(item);
  return text;
}

// Does the case have each pair, among what tells its rows apart or what it read?
bool Has(const Case& c, const Setting& pairs) {
  return std::ranges::all_of(pairs.values(), [&](const auto& pair) {
    const std::string* value = c.setting.Find(pair.first);
    if (value == nullptr) value = c.parameters.Find(pair.first);
    return value != nullptr && SameValue(*value, pair.second);
  });
}

// May the values come from this case, as far as its name and what it changes tell?
bool IsAskedFor(const Values& values, const Case& c) {
  if (!c.name.starts_with(kPrinted) && !c.name.starts_with(values.cases)) return false;
  return std::ranges::all_of(
      c.overrides, [&](const std::string& changed) { return values.setting.Find(changed) != nullptr; });
}

bool IsOf(const Values& values, const RowKey& key, const Setting& parameters) {
  if (key.metric != values.metric || (!values.table.empty() && key.table != values.table)) return false;
  if (!values.method.empty() && key.method != values.method) return false;
  if (!values.dataset.empty() && key.dataset != values.dataset) return false;
  return std::ranges::all_of(values.setting.values(), [&](const auto& pair) {
    const std::string* text = key.setting.Find(pair.first);
    if (text == nullptr) text = parameters.Find(pair.first);
    return text != nullptr && SameValue(*text, pair.second);
  });
}

// The divisor of a value: of the same case, or, of a printed number, the printed row with the same keys.
std::optional<double> DivisorOf(const Values& divisor, const RowKey& key, const FinishedCase& finished,
                                const Results& results) {
  const auto in = [&](const FinishedCase& other) -> std::optional<double> {
    for (const RecordedValue& value : other.record.values) {
      const bool is_same = value.key.metric == divisor.metric && value.key.method == key.method &&
                           value.key.dataset == key.dataset && value.key.setting.Agrees(key.setting);
      if (is_same && (divisor.table.empty() || value.key.table == divisor.table)) return value.value;
    }
    return std::nullopt;
  };
  if (!finished.c.name.starts_with(kPrinted)) return in(finished);
  for (const FinishedCase& other : results.cases()) {
    if (const std::optional<double> value = in(other)) return value;
  }
  return std::nullopt;
}

std::string EffectText(const Rule::Node& node) {
  const Effect effect = node.effect.value_or(DefaultEffect(node.a.metric));
  if (effect.share > 0) return fmt::format("by at least {}%", FormatShort(100 * effect.share));
  if (effect.absolute > 0) return fmt::format("by at least {}", FormatShort(effect.absolute));
  return "";
}

std::string SentenceOf(const Rule::Node& node) {
  switch (node.kind) {
    case Kind::kLess:
      return fmt::format("{} below {}", node.a.Name(), node.b.Name());
    case Kind::kEqual:
      return fmt::format("{} within {} of {}", node.a.Name(), FormatShort(node.bound), node.b.Name());
    case Kind::kAtMost:
      return fmt::format("every {} at most {}", node.a.Name(), FormatShort(node.bound));
    case Kind::kAtLeast:
      return fmt::format("every {} at least {}", node.a.Name(), FormatShort(node.bound));
    case Kind::kRising:
      return fmt::format("{} rises from each {} to the next of {}", node.a.Name(), node.key, Listed(node.at));
    case Kind::kFalling:
      return fmt::format("{} falls from each {} to the next of {}", node.a.Name(), node.key, Listed(node.at));
    case Kind::kAll: {
      std::string text;
      for (const Rule& part : node.parts) text.append(text.empty() ? "" : "; and ").append(part.Sentence());
      return text;
    }
    case Kind::kCustom:
      return node.text;
  }
  return "";
}

}  // namespace

Values Values::Of(std::string method_name) const {
  Values values = *this;
  values.method = std::move(method_name);
  return values;
}
Values Values::At(const std::string& key, const std::string& value) const {
  Values values = *this;
  values.setting.Set(key, value);
  if (divisor) values.divisor = std::make_shared<const Values>(divisor->At(key, value));
  return values;
}
Values Values::At(const std::string& key, double value) const { return At(key, common::FormatDouble(value)); }
Values Values::Plus(double constant) const {
  Values values = *this;
  values.plus += constant;
  return values;
}
Values Values::Over(Values other) const {
  Values values = *this;
  values.divisor = std::make_shared<const Values>(std::move(other));
  return values;
}

std::string Values::Name() const {
  std::string name = metric;
  if (divisor) name += " over " + divisor->metric;
  if (!method.empty()) name += " of " + method;
  if (!dataset.empty()) name += " on " + dataset;
  if (!setting.empty()) name += " at " + setting.Format();
  if (plus != 0) name += " + " + FormatShort(plus);
  return name;
}

bool Values::MayComeFrom(const Case& c) const {
  if (!method.empty() && c.method != method) return false;
  if (!dataset.empty() && !c.dataset.empty() && c.dataset != dataset) return false;
  return IsAskedFor(*this, c) && Has(c, setting);
}

std::vector<std::pair<const FinishedCase*, double>> Values::In(const Results& results) const {
  std::vector<std::pair<const FinishedCase*, double>> found;
  for (const FinishedCase& finished : results.cases()) {
    if (!IsAskedFor(*this, finished.c)) continue;
    const auto& values = finished.record.values;
    const auto value = std::ranges::find_if(
        values, [&](const RecordedValue& v) { return IsOf(*this, v.key, finished.c.parameters); });
    if (value == values.end()) continue;
    double number = value->value;
    if (divisor) {
      const std::optional<double> other = DivisorOf(*divisor, value->key, finished, results);
      if (!other) continue;
      number /= *other;
    }
    found.emplace_back(&finished, number + plus);
  }
  return found;
}

Effect Percent(double percent) { return {.share = percent / 100}; }
Effect Absolute(double difference) { return {.absolute = difference}; }

Effect DefaultEffect(const std::string& metric) {
  const auto has = [&](const char* word) { return metric.find(word) != metric.npos; };
  if (has("energy")) return Percent(0.1);
  for (const char* word : {"accuracy", "error", "loss", "f1", "F1", "precision", "recall"}) {
    if (has(word)) return Absolute(0.002);
  }
  return Percent(1);
}

Rule Less(Values a, Values b) { return Made({.kind = Kind::kLess, .a = std::move(a), .b = std::move(b)}); }
Rule Equal(Values a, Values b, double margin) {
  return Made({.kind = Kind::kEqual, .a = std::move(a), .b = std::move(b), .bound = margin});
}
Rule AtMost(Values values, double bound) {
  return Made({.kind = Kind::kAtMost, .a = std::move(values), .bound = bound});
}
Rule AtLeast(Values values, double bound) {
  return Made({.kind = Kind::kAtLeast, .a = std::move(values), .bound = bound});
}
Rule Rising(Values values, const std::string& key, const std::vector<double>& at) {
  return Made({.kind = Kind::kRising, .a = std::move(values), .key = key, .at = Texts(at)});
}
Rule Falling(Values values, const std::string& key, const std::vector<double>& at) {
  return Made({.kind = Kind::kFalling, .a = std::move(values), .key = key, .at = Texts(at)});
}
Rule All(std::vector<Rule> rules) { return Made({.kind = Kind::kAll, .parts = std::move(rules)}); }
Rule Custom(std::string sentence, std::vector<Values> needs,
            std::function<ClaimOutcome(const Results&)> decide) {
  return Made({.kind = Kind::kCustom,
               .is_of_print = false,
               .text = std::move(sentence),
               .needs = std::move(needs),
               .decide = std::move(decide)});
}

// A modifier of several rules changes each of them.
namespace {

Rule Changed(const std::shared_ptr<const Rule::Node>& node, const std::function<void(Rule::Node&)>& change,
             const std::function<Rule(const Rule&)>& of_part) {
  Rule::Node changed = With(node);
  change(changed);
  for (Rule& part : changed.parts) part = of_part(part);
  return Made(std::move(changed));
}

}  // namespace

Rule Rule::AtEach(const std::string& key, const std::vector<std::string>& values) const {
  STRUCTLAB_CHECK(!node_->is_ordered());  // it would lose its own setting
  return Changed(
      node_,
      [&](Node& node) {
        node.key = key;
        node.at = values;
      },
      [&](const Rule& part) { return part.AtEach(key, values); });
}
Rule Rule::AtEach(const std::string& key, const std::vector<double>& values) const {
  return AtEach(key, Texts(values));
}
Rule Rule::ByAtLeast(Effect effect) const {
  return Changed(
      node_, [&](Node& node) { node.effect = effect; },
      [&](const Rule& part) { return part.ByAtLeast(effect); });
}
Rule Rule::OnLog() const {
  return Changed(
      node_, [](Node& node) { node.on_log = true; }, [](const Rule& part) { return part.OnLog(); });
}
Rule Rule::OnlyAtPaper(std::vector<std::string> settings) const {
  return Changed(
      node_, [&](Node& node) { node.only_at_paper = settings; },
      [&](const Rule& part) { return part.OnlyAtPaper(settings); });
}
Rule Rule::IndependentOfData() const {
  return Changed(
      node_, [](Node& node) { node.is_independent_of_data = true; },
      [](const Rule& part) { return part.IndependentOfData(); });
}
Rule Rule::NotOfPrint() const {
  return Changed(
      node_, [](Node& node) { node.is_of_print = false; },
      [](const Rule& part) { return part.NotOfPrint(); });
}

Rule Rule::PrintedAs(const Rule& other) const {
  Node changed = With(node_);
  changed.printed = {other};
  return Made(std::move(changed));
}

bool Rule::is_independent_of_data() const { return node_->is_independent_of_data; }

std::string Rule::Sentence() const {
  std::string text = SentenceOf(*node_);
  if (node_->kind == Kind::kAll || node_->kind == Kind::kCustom) return text;
  if (!node_->key.empty() && !node_->is_ordered()) {
    text += fmt::format(", at each {} of {}", node_->key, Listed(node_->at));
  }
  const bool has_effect = node_->kind == Kind::kLess || node_->is_ordered();
  if (has_effect && !EffectText(*node_).empty()) text += ", " + EffectText(*node_);
  if (node_->on_log) text += ", on logarithms";
  if (has_effect || node_->kind == Kind::kEqual) text += ", paired over the seeds (95% t interval)";
  if (!node_->only_at_paper.empty()) text += fmt::format(", at the paper's {}", Listed(node_->only_at_paper));
  return text;
}

bool Rule::Needs(const Case& c) const {
  if (std::ranges::any_of(node_->parts, [&](const Rule& part) { return part.Needs(c); })) return true;
  if (std::ranges::any_of(node_->needs, [&](const Values& values) { return values.MayComeFrom(c); }))
    return true;
  if (node_->kind == Kind::kAll || node_->kind == Kind::kCustom) return false;
  const std::string& key = node_->key;
  const bool has_key = c.setting.Find(key) != nullptr || c.parameters.Find(key) != nullptr;
  const auto reads = [&](const Values& values) {
    if (key.empty() || values.setting.Find(key) != nullptr) return values.MayComeFrom(c);
    // Values that do not depend on the setting are read at each of its values.
    if (!has_key) return !node_->is_ordered() && values.MayComeFrom(c);
    return std::ranges::any_of(node_->at,
                               [&](const std::string& at) { return values.At(key, at).MayComeFrom(c); });
  };
  return reads(node_->a) || (!node_->b.metric.empty() && reads(node_->b));
}

size_t Rule::num_parts() const {
  if (node_->kind == Kind::kCustom) return 0;
  if (node_->kind != Kind::kAll) return 1;
  size_t count = 0;
  for (const Rule& part : node_->parts) count += part.num_parts();
  return count;
}

}  // namespace structlab::harness
