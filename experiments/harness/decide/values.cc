// Values: which recorded numbers a rule or figure is about, and from which cases they come.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::harness {
namespace {

constexpr const char* kPrinted = "printed/";  // names of the cases of PrintedResults

bool IsPrinted(const std::string& case_name) { return case_name.starts_with(kPrinted); }

// Does `setting`, or else `parameters`, have each of the pairs?
bool HasPairs(const Setting& setting, const Setting& parameters, const Setting& pairs) {
  return std::ranges::all_of(pairs.values(), [&](const auto& pair) {
    const std::string* value = setting.Find(pair.first);
    if (value == nullptr) value = parameters.Find(pair.first);
    return value != nullptr && SameValue(*value, pair.second);
  });
}

bool IsAsked(const Values& values, const std::string& case_name) {
  return IsPrinted(case_name) || case_name.starts_with(values.cases);
}

// Is the case asked, as far as its name and what it changes tell?
bool IsAsked(const Values& values, const Case& c) {
  return IsAsked(values, c.name) && std::ranges::all_of(c.overrides, [&](const std::string& changed) {
           return values.setting.Find(changed) != nullptr;
         });
}

bool AreMeant(const Values& values, const RowKey& key, const Setting& parameters) {
  const auto is_meant = [](const std::string& asked, const std::string& found) {
    return asked.empty() || asked == found;
  };
  return key.metric == values.metric && (values.table.empty() || IsTableOrBeside(key.table, values.table)) &&
         is_meant(values.method, key.method) && is_meant(values.dataset, key.dataset) &&
         HasPairs(key.setting, parameters, values.setting);
}

// Do the sides fix a setting at different values? Others may then change with it, as kappa2 = 1 - kappa1
// does.
bool AreSteps(const Values& a, const Values& b) {
  return std::ranges::any_of(a.setting.values(), [&](const auto& pair) {
    const std::string* other = b.setting.Find(pair.first);
    return other != nullptr && !SameValue(*other, pair.second);
  });
}

// The keys of the case that neither side fixes.
Setting OpenSetting(const Case& c, const Values& a, const Values& b) {
  Setting open;
  for (const auto& [name, value] : c.setting.values()) {
    if (a.setting.Find(name) == nullptr && b.setting.Find(name) == nullptr) open.Set(name, value);
  }
  return open;
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
  return values;
}
Values Values::At(const std::string& key, double value) const { return At(key, common::FormatDouble(value)); }
Values Values::Plus(double constant) const {
  Values values = *this;
  values.plus += constant;
  return values;
}
Values Values::Margin(double constant) const {
  Values values = Plus(constant);
  values.margin += constant;
  return values;
}
Values Values::Over(const Values& other) const {
  const bool has_more = !other.method.empty() || !other.dataset.empty() || !other.setting.empty() ||
                        !other.cases.empty() || other.plus != 0 || other.divisor != nullptr;
  if (has_more) {
    common::ThrowUsageError(
        "divisor of " + Name(),
        "a table and a metric only, as it is of the same case, method, data set and setting", other.Name());
  }
  Values values = *this;
  values.divisor = std::make_shared<const Values>(other);
  return values;
}

std::string Values::Name() const {
  std::string name = metric;
  if (divisor) name += " over " + divisor->metric;
  if (!method.empty()) name += " of " + method;
  if (!dataset.empty()) name += " on " + dataset;
  if (!setting.empty()) name += " at " + setting.Format();
  if (plus != 0) name += (plus < 0 ? " - " : " + ") + common::FormatShort(std::abs(plus));
  return name;
}

bool Values::Contain(const RowKey& key, const Case& c) const {
  return IsAsked(*this, c) && AreMeant(*this, key, c.parameters);
}

std::optional<double> Values::NumberOf(const RecordedValue& recorded, const FinishedCase& finished,
                                       const Results& results) const {
  if (!divisor) return recorded.value + plus;
  // A printed number is alone in its case: its divisor is in another one.
  const std::span<const FinishedCase> cases_of_divisor =
      IsPrinted(finished.c.name) ? std::span(results.cases()) : std::span(&finished, 1);
  for (const FinishedCase& other : cases_of_divisor) {
    for (const RecordedValue& value : other.record.values) {
      const bool is_divisor = AreMeant(*divisor, value.key, {}) && value.key.method == recorded.key.method &&
                              value.key.dataset == recorded.key.dataset &&
                              value.key.setting.Agrees(recorded.key.setting);
      if (is_divisor) return recorded.value / value.value + plus;
    }
  }
  return std::nullopt;
}

bool Values::FilledBy(const Case& c) const {
  if (!IsAsked(*this, c)) return false;
  if (c.columns == nullptr) {
    const bool records_others = c.method.empty();  // under keys of several methods, which it may add to
    return (method.empty() || records_others || c.method == method) &&
           (dataset.empty() || c.dataset.empty() || c.dataset == dataset) &&
           (records_others ? c.setting.Agrees(setting) && c.parameters.Agrees(setting)
                           : HasPairs(c.setting, c.parameters, setting));
  }
  return std::ranges::any_of(c.columns->all(), [&](const Column& column) {
    return column.metric == metric && (table.empty() || IsTableOrBeside(table, column.table)) &&
           column.IsFilledBy(c, method, dataset, setting);
  });
}

Found Values::In(const Results& results) const {
  Found found;
  for (const FinishedCase& finished : results.cases()) {
    const RecordedValue* first = nullptr;
    for (const RecordedValue& value : finished.record.values) {
      if (!Contain(value.key, finished.c)) continue;
      if (first != nullptr) {
        common::ThrowUsageError(Name(), "one value a case",
                                fmt::format("several in {}: {} and {}", finished.c.Key(),
                                            Describe(first->key), Describe(value.key)),
                                "say of which table, method, data set and setting");
      }
      first = &value;
    }
    if (first == nullptr) continue;
    if (const auto number = NumberOf(*first, finished, results)) found.emplace_back(&finished, *number);
  }
  return found;
}

Pairs Paired(const Found& a, const Found& b, const Values& of_a, const Values& of_b) {
  if (a.empty() || b.empty()) return {};
  const auto is_one_case = [](const Found& found) {
    return std::ranges::all_of(found,
                               [&](const auto& f) { return f.first->c.name == found.front().first->c.name; });
  };
  const bool is_data_fixed = !of_a.dataset.empty() && !of_b.dataset.empty();
  const bool by_seed_only = is_one_case(a) && is_one_case(b);
  if (by_seed_only) {
    const Case &x = a.front().first->c, &y = b.front().first->c;
    const bool is_same_data =
        is_data_fixed || x.dataset.empty() || y.dataset.empty() || x.dataset == y.dataset;
    const bool is_same_setting =
        AreSteps(of_a, of_b) || OpenSetting(x, of_a, of_b).Agrees(OpenSetting(y, of_a, of_b));
    if (!is_same_data || !is_same_setting) return {};
  }
  using Key = std::pair<std::string, Setting>;
  const auto key_of = [&](const Case& c) -> Key {
    if (by_seed_only) return {};
    return {is_data_fixed ? "" : c.dataset, OpenSetting(c, of_a, of_b)};
  };
  std::map<Key, Found> group_of;  // the values of b with this key
  std::map<std::tuple<Key, uint64_t, bool>, int> count;
  for (const auto& found : b) group_of[key_of(found.first->c)].push_back(found);
  for (const Found* side : {&a, &b}) {
    for (const auto& [finished, value] : *side) ++count[{key_of(finished->c), finished->c.seed, side == &a}];
  }
  Pairs pairs;
  for (const auto& [x, value] : a) {
    const Key key = key_of(x->c);
    for (const auto& [y, partner] : group_of[key]) {
      const bool is_pair = x->c.seed == y->c.seed || x->c.deterministic != y->c.deterministic;
      if (!is_pair || count[{key, x->c.seed, true}] > 1 || count[{key, y->c.seed, false}] > 1) continue;
      pairs.a.push_back(value);
      pairs.b.push_back(partner);
    }
  }
  return pairs;
}

Case PrintedCase(const ReportedRow& row) {
  return {.name = kPrinted,
          .dataset = row.key.dataset,
          .method = row.key.method,
          .setting = row.key.setting,
          .deterministic = true};
}

Results PrintedResults(const std::vector<ReportedRow>& reported) {
  std::vector<FinishedCase> finished;
  for (size_t i = 0; i < reported.size(); ++i) {
    const ReportedRow& row = reported[i];
    if (!row.value || !row.same_as.empty()) continue;
    FinishedCase& one = finished.emplace_back(FinishedCase{.c = PrintedCase(row)});
    one.c.name += std::to_string(i);
    one.record.values.push_back({row.key, *row.value, row.unit});
  }
  return AllFinished(std::move(finished));
}

}  // namespace structlab::harness
