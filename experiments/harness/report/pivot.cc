#include "experiments/harness/report/pivot.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

constexpr size_t kMostColumns = 12;
constexpr size_t kMostPivots = 12;

// What tells the rows of a table apart besides the method: names of axes and, for a row, its values on them.
constexpr const char* kDataset = "data set";
constexpr const char* kMetric = "metric";

// A row's value on each axis.
using Coordinates = std::map<std::string, std::string>;

std::string MetricWithUnit(const ResultRow& row) {
  return row.unit.empty() ? row.metric : row.metric + " (" + row.unit + ")";
}

Coordinates CoordinatesOf(const ResultRow& row) {
  Coordinates coordinates = row.setting.values();
  coordinates[kDataset] = row.dataset;
  coordinates[kMetric] = MetricWithUnit(row);
  return coordinates;
}

std::string At(const Coordinates& coordinates, const std::string& axis) {
  const auto found = coordinates.find(axis);
  return found == coordinates.end() ? "" : found->second;
}

std::optional<double> AsNumber(const std::string& text) {
  try {
    return common::ParseDouble(text, "");
  } catch (const common::Error&) {
    return std::nullopt;
  }
}

// Ascending if all are numbers; otherwise as they are.
void SortNumbers(std::vector<std::string>* values) {
  std::vector<std::pair<double, std::string>> numbers;
  for (const std::string& value : *values) {
    const std::optional<double> number = AsNumber(value);
    if (!number) return;
    numbers.emplace_back(*number, value);
  }
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < numbers.size(); ++i) (*values)[i] = numbers[i].second;
}

template <typename Value>
size_t PositionOrAppend(std::vector<Value>* values, const Value& value) {
  const auto found = std::find(values->begin(), values->end(), value);
  if (found != values->end()) return static_cast<size_t>(found - values->begin());
  values->push_back(value);
  return values->size() - 1;
}

// Axis to the values that occur on it; only those with several.
std::map<std::string, std::set<std::string>> VaryingAxes(const std::vector<Coordinates>& coordinates) {
  std::set<std::string> axes;
  for (const auto& one : coordinates) {
    for (const auto& [axis, value] : one) axes.insert(axis);
  }
  std::map<std::string, std::set<std::string>> varying;
  for (const std::string& axis : axes) {
    std::set<std::string> values;
    for (const auto& one : coordinates) values.insert(At(one, axis));
    if (values.size() > 1) varying[axis] = values;
  }
  return varying;
}

// Whether the value on the column axis decides the value on the other.
bool ChangesWithColumn(const std::vector<Coordinates>& coordinates, const std::string& column_axis,
                       const std::string& axis) {
  std::map<std::string, std::string> decided;
  for (const Coordinates& one : coordinates) {
    const auto [found, is_new] = decided.try_emplace(At(one, column_axis), At(one, axis));
    if (!is_new && found->second != At(one, axis)) return false;
  }
  return true;
}

// Most values wins; then a key of the setting before the metric before the data set.
std::string ColumnAxis(const std::map<std::string, std::set<std::string>>& varying) {
  const auto rank = [](const std::string& axis) { return axis == kDataset ? 0 : axis == kMetric ? 1 : 2; };
  std::string best = kMetric;
  size_t most = 0;
  for (const auto& [axis, values] : varying) {
    if (values.size() > most || (values.size() == most && rank(axis) > rank(best))) {
      best = axis;
      most = values.size();
    }
  }
  return best;
}

// What the cells of one pivot share, metric first.
std::string Scope(const Coordinates& coordinates, const std::string& column_axis,
                  const std::vector<std::string>& with_column) {
  std::string scope;
  const auto add = [&](const std::string& text) {
    if (text.empty()) return;
    if (!scope.empty()) scope += "; ";
    scope += text;
  };
  const auto is_shared = [&](const std::string& axis) {
    return axis != column_axis &&
           std::find(with_column.begin(), with_column.end(), axis) == with_column.end();
  };
  if (is_shared(kMetric)) add(At(coordinates, kMetric));
  if (is_shared(kDataset)) add(At(coordinates, kDataset));
  for (const auto& [axis, value] : coordinates) {
    if (axis != kMetric && axis != kDataset && is_shared(axis)) add(axis + "=" + value);
  }
  return scope;
}

// "kappa2=0.9"
std::string ColumnNote(const Coordinates& coordinates, const std::vector<std::string>& with_column) {
  std::string note;
  for (const std::string& axis : with_column) {
    const std::string value = At(coordinates, axis);
    if (value.empty()) continue;
    if (!note.empty()) note += "; ";
    note += axis == kMetric || axis == kDataset ? value : axis + "=" + value;
  }
  return note;
}

// Fills the cells; false where two rows share one or the pivot is too wide or too small.
bool Fill(const std::vector<ResultRow>& rows, const std::vector<size_t>& members,
          const std::vector<std::string>& with_column, Pivot* pivot) {
  for (const size_t member : members) {
    PositionOrAppend(&pivot->columns, At(CoordinatesOf(rows[member]), pivot->column_axis));
    PositionOrAppend(&pivot->methods, rows[member].method);
  }
  if (pivot->columns.size() > kMostColumns || members.size() < 2) return false;
  SortNumbers(&pivot->columns);
  pivot->cells.assign(pivot->methods.size(), std::vector<size_t>(pivot->columns.size(), Pivot::kNone));
  pivot->column_notes.assign(pivot->columns.size(), "");
  for (const size_t member : members) {
    const size_t column =
        PositionOrAppend(&pivot->columns, At(CoordinatesOf(rows[member]), pivot->column_axis));
    const size_t method = PositionOrAppend(&pivot->methods, rows[member].method);
    size_t& cell = pivot->cells[method][column];
    if (cell != Pivot::kNone) return false;
    cell = member;
    pivot->column_notes[column] = ColumnNote(CoordinatesOf(rows[member]), with_column);
  }
  return true;
}

// Pivots of the rows at these positions, and the positions that are in none.
struct Arrangement {
  std::vector<Pivot> pivots;
  std::vector<size_t> left;
};

// With the preferred columns if it is not empty and varies; otherwise with those that vary most.
Arrangement Arrange(const std::vector<ResultRow>& rows, const std::vector<size_t>& members,
                    const std::string& preferred_axis) {
  std::vector<Coordinates> coordinates;
  for (const size_t member : members) coordinates.push_back(CoordinatesOf(rows[member]));
  const std::map<std::string, std::set<std::string>> varying = VaryingAxes(coordinates);
  const std::string column_axis = varying.count(preferred_axis) > 0 ? preferred_axis : ColumnAxis(varying);

  std::vector<std::string> with_column, others;
  for (const auto& [axis, values] : varying) {
    if (axis == column_axis) continue;
    (ChangesWithColumn(coordinates, column_axis, axis) ? with_column : others).push_back(axis);
  }

  // One part for each combination of the other axes, in order of first appearance.
  std::vector<std::vector<std::string>> combinations;
  std::vector<std::vector<size_t>> parts;
  for (size_t i = 0; i < members.size(); ++i) {
    std::vector<std::string> combination;
    for (const std::string& axis : others) combination.push_back(At(coordinates[i], axis));
    const size_t part = PositionOrAppend(&combinations, combination);
    if (part == parts.size()) parts.emplace_back();
    if (parts.size() > kMostPivots) return {{}, members};
    parts[part].push_back(members[i]);
  }

  Arrangement arrangement;
  for (const std::vector<size_t>& part : parts) {
    Pivot pivot;
    pivot.column_axis = column_axis;
    pivot.scope = Scope(CoordinatesOf(rows[part.front()]), column_axis, with_column);
    if (Fill(rows, part, with_column, &pivot)) {
      arrangement.pivots.push_back(std::move(pivot));
    } else {
      arrangement.left.insert(arrangement.left.end(), part.begin(), part.end());
    }
  }
  return arrangement;
}

}  // namespace

std::vector<SourceTable> GroupByTable(const std::vector<ResultRow>& rows) {
  std::vector<SourceTable> tables;
  std::map<std::string, size_t> positions;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto [found, is_new] = positions.try_emplace(rows[i].table, tables.size());
    if (is_new) tables.push_back({rows[i].table, {}});
    tables[found->second].rows.push_back(i);
  }
  return tables;
}

std::vector<Pivot> MakePivots(const std::vector<ResultRow>& rows, const SourceTable& table) {
  std::vector<size_t> reported, beside;
  for (const size_t row : table.rows) {
    if (!rows[row].value && !rows[row].reported) continue;
    (rows[row].is_reported_row ? reported : beside).push_back(row);
  }
  std::vector<Pivot> pivots = Arrange(rows, reported, "").pivots;
  for (Pivot& pivot : pivots) pivot.is_reported = true;
  const std::string axis = pivots.empty() ? "" : pivots.front().column_axis;
  Arrangement others = Arrange(rows, beside, axis);
  // What has a single column that way stands side by side another way.
  Arrangement rest = Arrange(rows, axis.empty() ? std::vector<size_t>() : others.left, "");
  for (std::vector<Pivot>* more : {&others.pivots, &rest.pivots}) {
    std::move(more->begin(), more->end(), std::back_inserter(pivots));
  }
  for (Pivot& pivot : pivots) pivot.table = table.name;
  return pivots;
}

std::string HeadingOf(const Pivot& pivot, size_t column) {
  const std::string& value = pivot.columns[column];
  const bool is_named = pivot.column_axis == kMetric || pivot.column_axis == kDataset;
  return is_named ? value : pivot.column_axis + " = " + value;
}

std::vector<std::string> WhyNotApplicable(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  std::vector<std::string> reasons, cells;
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    for (size_t column = 0; column < pivot.columns.size(); ++column) {
      const size_t cell = pivot.cells[method][column];
      if (cell == Pivot::kNone || rows[cell].is_applicable) continue;
      const size_t reason = PositionOrAppend(&reasons, rows[cell].missing);
      if (reason == cells.size()) cells.emplace_back();
      std::string& of = cells[reason];
      of.append(of.empty() ? "" : "; ").append(pivot.methods[method]).append(", ");
      of.append(HeadingOf(pivot, column));
    }
  }
  for (size_t i = 0; i < reasons.size(); ++i) reasons[i].insert(0, cells[i] + ": ");
  return reasons;
}

common::Table PivotTable(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  common::Table table;
  table.columns = {"method"};
  for (const std::string& column : pivot.columns) {
    const std::string name = pivot.column_axis + "=" + column;
    table.columns.insert(table.columns.end(), {name + " ours", name + " std", name + " reported"});
  }
  const auto number = [](const std::optional<double>& value) {
    return value ? common::FormatDouble(*value) : "";
  };
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    std::vector<std::string> cells = {pivot.methods[method]};
    for (const size_t cell : pivot.cells[method]) {
      if (cell == Pivot::kNone) {
        cells.insert(cells.end(), {"", "", ""});
      } else {
        const ResultRow& row = rows[cell];
        cells.insert(cells.end(), {number(row.value), number(row.std), number(row.reported)});
      }
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace structlab::harness
