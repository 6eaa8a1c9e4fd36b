#include "experiments/harness/run/columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/harness/run/case.h"
#include "experiments/harness/run/select.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kBeside = "beside ";

bool MatchesOneOf(const std::vector<std::string>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return MatchesGlob(pattern, name); });
}

// As MatchRow (decide/rows.h) decides: what the key says itself, the case's parameters cannot contradict.
bool Agrees(const RowKey& printed, const RowKey& key, const Setting& parameters) {
  const bool is_row = printed.table == key.table && printed.dataset == key.dataset &&
                      printed.method == key.method && printed.metric == key.metric;
  if (!is_row || printed.setting == key.setting) return is_row;
  return printed.setting.Contains(key.setting) && parameters.Agrees(printed.setting);
}

}  // namespace

bool Column::IsFilledBy(const Case& c) const {
  bool is_filled = false;
  for (const std::string& pattern : cases) {
    const bool is_exception = pattern.starts_with('!');
    if (!MatchesGlob(is_exception ? pattern.substr(1) : pattern, c.name)) continue;
    if (is_exception) return false;
    is_filled = true;
  }
  return is_filled;
}

bool Column::IsFilledBy(const Case& c, const std::string& method, const std::string& dataset,
                        const Setting& setting) const {
  if (!IsFilledBy(c)) return false;
  const auto is_one = [](const std::string& asked, const std::string& own,
                         const std::vector<std::string>& others) {
    return asked.empty() || asked == own || MatchesOneOf(others, asked);
  };
  if (!is_one(method, c.method, methods) || !is_one(dataset, c.dataset, datasets)) return false;
  return std::ranges::all_of(setting.values(), [&](const auto& pair) {
    if (std::ranges::find(settings, pair.first) != settings.end()) return true;
    const std::string* value = c.setting.Find(pair.first);
    if (value == nullptr) value = c.parameters.Find(pair.first);
    return value != nullptr && SameValue(*value, pair.second);
  });
}

Effect Percent(double percent) { return {.share = percent / 100}; }
Effect Absolute(double difference) { return {.absolute = difference}; }

Effect LeastEffect(const Column& column) {
  if (column.least_effect) return Absolute(*column.least_effect);
  if (column.unit == "%") return Absolute(0.2);
  if (column.unit == "share") return Absolute(0.002);
  if (column.unit == "exact") return Absolute(0);
  return Percent(column.unit == "energy" ? 0.1 : 1);
}

std::string Beside(const std::string& table) { return std::string(kBeside) + table; }

bool IsTableOrBeside(std::string_view found, std::string_view table) {
  return found == table || (found.starts_with(kBeside) && found.substr(kBeside.size()) == table);
}

Columns::Columns(std::vector<Column> columns, std::vector<PrintedRow> printed)
    : columns_(std::move(columns)), printed_(std::move(printed)) {
  for (auto column = columns_.begin(); column != columns_.end(); ++column) {
    const auto is_same = [&](const Column& other) {
      return other.table == column->table && other.metric == column->metric && other.kind == column->kind;
    };
    const auto first = std::find_if(columns_.begin(), column, is_same);
    if (first == column) continue;
    common::ThrowDataError(
        "columns.tsv", "each column once, with one unit",
        fmt::format("{} '{}' of '{}' twice{}", NameOf(column->kind), column->metric, column->table,
                    first->unit == column->unit ? ""
                                                : fmt::format(", in {} and in {}", common::Quote(first->unit),
                                                              common::Quote(column->unit))));
  }
}

const Column* Columns::Find(std::string_view table, std::string_view metric,
                            std::optional<ColumnKind> kind) const {
  const auto found = std::ranges::find_if(columns_, [&](const Column& column) {
    return IsTableOrBeside(table, column.table) && column.metric == metric && (!kind || column.kind == *kind);
  });
  return found == columns_.end() ? nullptr : &*found;
}

std::string Columns::TableFor(const RowKey& key, ColumnKind kind, const Case& c) const {
  if (c.is_variant()) return key.table;
  const bool is_number = kind == ColumnKind::kValue || kind == ColumnKind::kItems;
  bool is_of_source = false, is_printed = false;
  for (const PrintedRow& row : printed_) {
    if (row.key.table != key.table) continue;
    if (is_number) {
      is_of_source = is_of_source || row.has_number;
      is_printed = is_printed || Agrees(row.key, key, c.parameters);
    } else if (row.key.metric == key.metric) {
      is_of_source = true;
      is_printed =
          is_printed || row.key.dataset.empty() || key.dataset.empty() || row.key.dataset == key.dataset;
    }
  }
  return is_of_source && !is_printed ? Beside(key.table) : key.table;
}

void Columns::Check(const RowKey& key, ColumnKind kind, const Case& c) const {
  const Column* column = Find(key.table, key.metric, kind);
  if (column != nullptr && column->IsFilledBy(c)) return;
  const std::string where = fmt::format("record of {} '{}' of '{}'", NameOf(kind), key.metric, key.table);
  if (column != nullptr) {
    common::ThrowUsageError(where, "a case that its line in columns.tsv names", common::Quote(c.name),
                            "add a pattern for the case to that line");
  }
  std::vector<std::string> metrics;
  for (const Column& other : columns_) {
    if (other.kind == kind && IsTableOrBeside(key.table, other.table)) metrics.push_back(other.metric);
  }
  const std::string nearest =
      metrics.empty()
          ? ""
          : ", of that table " + common::ListNearest(key.metric, metrics, common::kNearestShown, "");
  common::ThrowUsageError(where, "a column of columns.tsv" + nearest, "none of this name and kind",
                          "declare it: table, metric, kind, unit, cases");
}

std::vector<Column> ParseColumns(std::string_view tsv, const std::string& name) {
  if (tsv.empty()) return {};
  using C = Column;
  // clang-format off
  const std::vector<common::TableColumn<C>> columns = {
      {"table", &C::table}, {"metric", &C::metric}, {"kind", &C::kind}, {"unit", &C::unit},
      {"higher_is_better", &C::higher_is_better}, {"least_effect", &C::least_effect}, {"cases", &C::cases},
      {"methods", &C::methods}, {"datasets", &C::datasets}, {"settings", &C::settings}};
  // clang-format on
  return common::ParseRows(columns, tsv, name);
}

}  // namespace structlab::harness
