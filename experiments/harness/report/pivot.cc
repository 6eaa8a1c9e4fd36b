// Tables in the source's shape.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxColumns = 12;
constexpr size_t kMaxPivots = 12;

// What tells the rows of a table apart besides the method: these axes, and the keys of the settings.
constexpr const char* kDataset = "data set";
constexpr const char* kMetric = "metric";

bool IsNamedByValue(const std::string& axis) { return axis == kMetric || axis == kDataset; }

// A row's value on each axis.
using Coordinates = std::map<std::string, std::string>;

Coordinates CoordinatesOf(const ResultRow& row) {
  Coordinates coordinates = row.setting.values();
  coordinates[kDataset] = row.dataset;
  coordinates[kMetric] = row.unit.empty() ? row.metric : fmt::format("{} ({})", row.metric, row.unit);
  return coordinates;
}

std::string At(const Coordinates& coordinates, const std::string& axis) {
  const auto found = coordinates.find(axis);
  return found == coordinates.end() ? "" : found->second;
}

// Ascending if all are numbers; otherwise as they are.
void SortNumbers(std::vector<std::string>& values) {
  std::vector<std::pair<double, std::string>> numbers;
  try {
    for (const std::string& value : values) numbers.emplace_back(common::ParseDouble(value, ""), value);
  } catch (const common::Error&) {
    return;
  }
  std::ranges::stable_sort(numbers, {}, [](const auto& number) { return number.first; });
  std::ranges::transform(numbers, values.begin(), [](const auto& number) { return number.second; });
}

template <typename Value>
size_t PositionOrAppend(std::vector<Value>& values, const Value& value) {
  const auto found = std::ranges::find(values, value);
  if (found != values.end()) return static_cast<size_t>(found - values.begin());
  values.push_back(value);
  return values.size() - 1;
}

// The axes on which rows differ: the one across, those that it decides, and the others.
struct Axes {
  std::string column = kMetric;
  std::vector<std::string> with_column = {}, others = {};

  bool Share(const std::string& axis) const {
    return axis != column && !std::ranges::count(with_column, axis);
  }
};

// Most values wins; then a key of the setting before the metric before the data set.
Axes ChooseAxes(const std::vector<Coordinates>& rows, const std::string& preferred) {
  std::map<std::string, std::set<std::string>> values_on;
  for (const Coordinates& row : rows) {
    for (const auto& [axis, value] : row) values_on[axis];
  }
  for (auto& [axis, values] : values_on) {
    for (const Coordinates& row : rows) values.insert(At(row, axis));
  }
  std::erase_if(values_on, [](const auto& axis) { return axis.second.size() < 2; });
  Axes axes;
  const auto rank = [&](const std::string& axis) {
    const int kind = axis == kDataset ? 0 : axis == kMetric ? 1 : 2;
    return std::pair(values_on.contains(axis) ? values_on.at(axis).size() : 0, kind);
  };
  for (const auto& [axis, values] : values_on) {
    if (rank(axis) > rank(axes.column)) axes.column = axis;
  }
  if (values_on.contains(preferred)) axes.column = preferred;
  for (const auto& [axis, values] : values_on) {
    if (axis == axes.column) continue;
    std::map<std::string, std::string> decided;
    const bool is_decided = std::ranges::all_of(rows, [&](const Coordinates& row) {
      return decided.try_emplace(At(row, axes.column), At(row, axis)).first->second == At(row, axis);
    });
    (is_decided ? axes.with_column : axes.others).push_back(axis);
  }
  return axes;
}

// "total_passes (passes); OCR letters; epsilon=0.1": of the axes that `is_named` accepts, the metric first.
template <typename IsNamed>
std::string Describe(const Coordinates& row, IsNamed is_named) {
  std::string text;
  const auto add = [&](const std::string& axis, const std::string& value) {
    if (value.empty() || !is_named(axis)) return;
    text.append(text.empty() ? "" : "; ").append(IsNamedByValue(axis) ? value : axis + "=" + value);
  };
  for (const char* axis : {kMetric, kDataset}) add(axis, At(row, axis));
  for (const auto& [axis, value] : row) {
    if (!IsNamedByValue(axis)) add(axis, value);
  }
  return text;
}

// Fills the cells; false where two rows share one or the pivot is too wide or too small.
bool Fill(const std::vector<ResultRow>& rows, const std::vector<size_t>& members, const Axes& axes,
          Pivot& pivot) {
  const auto column_of = [&](size_t member) { return At(CoordinatesOf(rows[member]), axes.column); };
  for (const size_t member : members) {
    PositionOrAppend(pivot.columns, column_of(member));
    PositionOrAppend(pivot.methods, rows[member].method);
  }
  if (pivot.columns.size() > kMaxColumns || members.size() < 2) return false;
  SortNumbers(pivot.columns);
  pivot.cells.assign(pivot.methods.size(), std::vector<size_t>(pivot.columns.size(), Pivot::kNone));
  pivot.column_notes.assign(pivot.columns.size(), "");
  for (const size_t member : members) {
    const size_t column = PositionOrAppend(pivot.columns, column_of(member));
    size_t& cell = pivot.cells[PositionOrAppend(pivot.methods, rows[member].method)][column];
    if (cell != Pivot::kNone) return false;
    cell = member;
    pivot.column_notes[column] = Describe(CoordinatesOf(rows[member]), [&](const std::string& axis) {
      return std::ranges::count(axes.with_column, axis) > 0;
    });
  }
  return true;
}

// Adds the pivots of the rows at these positions, with the preferred column axis if that varies, and returns
// the positions that are in none.
std::vector<size_t> Arrange(const std::vector<ResultRow>& rows, const std::vector<size_t>& members,
                            const std::string& preferred, std::vector<Pivot>& pivots) {
  std::vector<Coordinates> coordinates;
  for (const size_t member : members) coordinates.push_back(CoordinatesOf(rows[member]));
  const Axes axes = ChooseAxes(coordinates, preferred);
  // One part for each combination of the other axes, in order of first appearance.
  std::vector<std::vector<std::string>> combinations;
  std::vector<std::vector<size_t>> parts;
  for (size_t i = 0; i < members.size(); ++i) {
    std::vector<std::string> combination;
    for (const std::string& axis : axes.others) combination.push_back(At(coordinates[i], axis));
    const size_t part = PositionOrAppend(combinations, combination);
    if (part == parts.size()) parts.emplace_back();
    parts[part].push_back(members[i]);
  }
  if (parts.size() > kMaxPivots) return members;
  std::vector<size_t> left;
  for (const std::vector<size_t>& part : parts) {
    Pivot pivot;
    pivot.table = rows[part.front()].table;
    pivot.column_axis = axes.column;
    pivot.scope = Describe(CoordinatesOf(rows[part.front()]),
                           [&](const std::string& axis) { return axes.Share(axis); });
    if (Fill(rows, part, axes, pivot)) {
      pivots.push_back(std::move(pivot));
    } else {
      left.insert(left.end(), part.begin(), part.end());
    }
  }
  return left;
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
    if (rows[row].value || rows[row].reported) (rows[row].is_reported_row ? reported : beside).push_back(row);
  }
  std::vector<Pivot> pivots;
  Arrange(rows, reported, "", pivots);
  for (Pivot& pivot : pivots) pivot.is_reported = true;
  const std::string axis = pivots.empty() ? "" : pivots.front().column_axis;
  const std::vector<size_t> left = Arrange(rows, beside, axis, pivots);
  // What has a single column that way stands side by side another way.
  if (!axis.empty()) Arrange(rows, left, "", pivots);
  return pivots;
}

std::string HeadingOf(const Pivot& pivot, size_t column) {
  const std::string& value = pivot.columns[column];
  return IsNamedByValue(pivot.column_axis) ? value : fmt::format("{} = {}", pivot.column_axis, value);
}

common::Table PivotTable(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  const bool has_theirs = HasPrinted(pivot, rows);
  common::Table table;
  table.columns = {"Method"};
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    const std::string heading = HeadingOf(pivot, column);
    table.columns.push_back(has_theirs ? heading + ", ours" : heading);
    if (has_theirs) table.columns.push_back(heading + ", printed");
  }
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    auto& cells = table.rows.emplace_back(1, pivot.methods[method]);
    for (const size_t cell : pivot.cells[method]) {
      cells.push_back(cell == Pivot::kNone ? "" : ReadableOurs(rows[cell]));
      if (has_theirs) cells.push_back(cell == Pivot::kNone ? "" : ReadableTheirs(rows[cell]));
    }
  }
  return table;
}

bool HasPrinted(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  const auto is_printed = [&](size_t cell) { return cell != Pivot::kNone && rows[cell].reported; };
  return std::ranges::any_of(
      pivot.cells, [&](const std::vector<size_t>& line) { return std::ranges::any_of(line, is_printed); });
}

}  // namespace structlab::harness
