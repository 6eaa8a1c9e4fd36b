// Made-up results under which a rule holds or fails.
#include <algorithm>
#include <cmath>

#include "common/check.h"
#include "experiments/harness/decide/comparison.h"

namespace structlab::harness {

using Kind = Rule::Kind;

namespace {

constexpr size_t kMadeUpItems = 12;
constexpr double kTrials = 10;  // over the smaller probability

// Items of two a group, whose statistic is about this number; of exact counts one item, all hits or none.
RecordedItems MadeUpItems(const Rule& rule, const RowKey& row, double number, double noise, size_t c) {
  RecordedItems made = {row, {}, {}};
  if (rule.is_bound()) {
    const double trials = std::ceil(kTrials / std::min(rule.bound, 1 - rule.bound));
    made.items.ids = NumberedItems(1);
    made.parts = {{number > rule.bound ? trials : 0}, {trials}};
    return made;
  }
  made.items.ids = NumberedItems(kMadeUpItems);
  made.items.groups.emplace_back();
  made.parts.resize(rule.statistic.num_parts);
  for (size_t item = 0; item < kMadeUpItems; ++item) {
    made.items.groups[0].push_back("group " + std::to_string(item / 2));
    const std::vector<double> parts =
        rule.statistic.parts_of(number + noise * static_cast<double>((2 * c + 5 * item) % 13) / 3);
    for (size_t part = 0; part < parts.size(); ++part) made.parts[part].push_back(parts[part]);
  }
  return made;
}

}  // namespace

Results Rule::MakeBelieve(bool holds, const Results& planned) const {
  STRUCTLAB_CHECK(!has_parts() && kind != Kind::kCustom);
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
  const auto add_items = [&](const RowKey& row, double number, double noise, size_t c, Record& record) {
    if (std::ranges::find(record.items, row, &RecordedItems::key) != record.items.end()) return;
    record.items.push_back(MadeUpItems(*this, row, number, noise, c));
  };
  for (size_t i = 0; i < planned.planned().size(); ++i) {
    FinishedCase made = {.c = planned.planned()[i]};
    made.c.origin = DataOrigin::kReal;
    made.c.changed_by_user = false;
    for (const auto& [values, number, noise] : believed) {
      if (!values.FilledBy(planned.planned()[i])) continue;
      RowKey row = {values.table, values.dataset.empty() ? made.c.dataset : values.dataset,
                    values.method.empty() ? made.c.method : values.method, made.c.setting, values.metric};
      for (const auto& [name, value] : values.setting.values()) row.setting.Set(name, value);
      if (over) {
        add_items(row, number - values.plus, noise, i, made.record);
        continue;
      }
      const auto& so_far = made.record.values;
      if (std::ranges::find(so_far, row, &RecordedValue::key) != so_far.end()) continue;  // two comparisons
      made.record.values.push_back({row, number + noise * static_cast<double>(2 * i % 13) / 3 - values.plus});
      if (!values.divisor) continue;
      row.table = values.divisor->table;
      row.metric = values.divisor->metric;
      made.record.values.push_back({std::move(row), 1});
    }
    if (!made.record.values.empty() || !made.record.items.empty()) finished.push_back(std::move(made));
  }
  return Results(std::move(finished), planned.profile(), planned.settings(), planned.planned());
}

}  // namespace structlab::harness
