// Tables in the source's shape, and as LaTeX.
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

// A row, by its position, with its value on each axis.
struct Member {
  size_t row;
  std::string method;
  std::map<std::string, std::string> values;

  std::string At(const std::string& axis) const {
    const auto found = values.find(axis);
    return found == values.end() ? "" : found->second;
  }
};

Member MemberOf(const std::vector<ResultRow>& rows, size_t position) {
  const ResultRow& row = rows[position];
  Member member = {position, row.method, row.setting.values()};
  member.values[kDataset] = row.dataset;
  const std::string unit = ShownUnit(row.unit);
  member.values[kMetric] = unit.empty() ? row.metric : fmt::format("{} ({})", row.metric, unit);
  return member;
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
};

// The axis with most values wins; then a key of the setting before the metric before the data set.
Axes ChooseAxes(const std::vector<Member>& members, const std::string& preferred) {
  std::map<std::string, std::set<std::string>> values_on;
  for (const Member& member : members) {
    for (const auto& [axis, value] : member.values) values_on[axis];
  }
  for (auto& [axis, values] : values_on) {
    for (const Member& member : members) values.insert(member.At(axis));
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
    const bool is_decided = std::ranges::all_of(members, [&, &axis = axis](const Member& member) {
      const std::string value = member.At(axis);
      return decided.try_emplace(member.At(axes.column), value).first->second == value;
    });
    (is_decided ? axes.with_column : axes.others).push_back(axis);
  }
  return axes;
}

// The values on the axes that `is_named` accepts, the metric first: "passes; OCR letters; epsilon=0.1".
template <typename IsNamed>
std::string Describe(const Member& member, IsNamed is_named) {
  std::string text;
  const auto add = [&](const std::string& axis, const std::string& value) {
    if (value.empty() || !is_named(axis)) return;
    text.append(text.empty() ? "" : "; ").append(IsNamedByValue(axis) ? value : axis + "=" + value);
  };
  for (const char* axis : {kMetric, kDataset}) add(axis, member.At(axis));
  for (const auto& [axis, value] : member.values) {
    if (!IsNamedByValue(axis)) add(axis, value);
  }
  return text;
}

// Fills the cells; false where two rows share one or the pivot is too wide or too small.
bool Fill(const std::vector<Member>& members, const Axes& axes, Pivot& pivot) {
  for (const Member& member : members) {
    PositionOrAppend(pivot.columns, member.At(axes.column));
    PositionOrAppend(pivot.methods, member.method);
  }
  if (pivot.columns.size() > kMaxColumns || members.size() < 2) return false;
  SortNumbers(pivot.columns);
  pivot.cells.assign(pivot.methods.size(), std::vector<size_t>(pivot.columns.size(), Pivot::kNone));
  pivot.column_notes.assign(pivot.columns.size(), "");
  for (const Member& member : members) {
    const size_t column = PositionOrAppend(pivot.columns, member.At(axes.column));
    size_t& cell = pivot.cells[PositionOrAppend(pivot.methods, member.method)][column];
    if (cell != Pivot::kNone) return false;
    cell = member.row;
    pivot.column_notes[column] = Describe(
        member, [&](const std::string& axis) { return std::ranges::count(axes.with_column, axis) > 0; });
  }
  if (IsNamedByValue(axes.column)) return true;
  for (std::string& column : pivot.columns) column = fmt::format("{} = {}", axes.column, column);
  return true;
}

// Adds the pivots of the rows at these positions, with the preferred column axis if that varies, and returns
// the positions that are in none.
std::vector<size_t> Arrange(const std::vector<ResultRow>& rows, const std::vector<size_t>& positions,
                            const std::string& preferred, std::vector<Pivot>& pivots) {
  std::vector<Member> members;
  for (const size_t position : positions) members.push_back(MemberOf(rows, position));
  const Axes axes = ChooseAxes(members, preferred);
  // One part for each combination of the other axes, in order of first appearance.
  std::vector<std::vector<std::string>> combinations;
  std::vector<std::vector<Member>> parts;
  for (const Member& member : members) {
    std::vector<std::string> combination;
    for (const std::string& axis : axes.others) combination.push_back(member.At(axis));
    const size_t part = PositionOrAppend(combinations, combination);
    parts.resize(combinations.size());
    parts[part].push_back(member);
  }
  if (parts.size() > kMaxPivots) return positions;
  std::vector<size_t> left;
  for (const std::vector<Member>& part : parts) {
    const std::string scope = Describe(part.front(), [&](const std::string& axis) {
      return axis != axes.column && std::ranges::count(axes.with_column, axis) == 0;
    });
    const std::string& table = rows[part.front().row].table;
    Pivot pivot;
    pivot.title = scope.empty() ? table : fmt::format("{}: {}", table, scope);
    pivot.column_axis = axes.column;
    pivot.has_printed = std::ranges::any_of(
        part, [&](const Member& member) { return rows[member.row].reported.has_value(); });
    if (Fill(part, axes, pivot)) {
      pivots.push_back(std::move(pivot));
    } else {
      for (const Member& member : part) left.push_back(member.row);
    }
  }
  return left;
}

std::string EscapeLatex(std::string_view text) {
  // clang-format off
  static constexpr std::pair<std::string_view, std::string_view> kCommands[] = {
      {"&", "\\&"}, {"%", "\\%"}, {"$", "\\$"}, {"#", "\\#"}, {"_", "\\_"}, {"{", "\\{"}, {"}", "\\}"},
      {"~", "\\textasciitilde{}"}, {"^", "\\textasciicircum{}"}, {"\\", "\\textbackslash{}"},
      {"<", "\\textless{}"}, {">", "\\textgreater{}"}, {"|", "\\textbar{}"}, {"\n", " "}, {"\t", " "},
      {"\u2212", "$-$"}, {"\u00b1", "$\\pm$"}, {"\u00d7", "$\\times$"}};
  // clang-format on
  std::string escaped;
  while (!text.empty()) {
    const auto command =
        std::ranges::find_if(kCommands, [&](const auto& c) { return text.starts_with(c.first); });
    if (command == std::end(kCommands)) {
      escaped += text.front();
      text.remove_prefix(1);
    } else {
      escaped += command->second;
      text.remove_prefix(command->first.size());
    }
  }
  return escaped;
}

}  // namespace

std::vector<SourceTable> GroupByTable(const std::vector<ResultRow>& rows) {
  std::vector<SourceTable> tables;
  for (size_t i = 0; i < rows.size(); ++i) {
    auto table = std::ranges::find(tables, rows[i].table, &SourceTable::name);
    if (table == tables.end()) table = tables.insert(table, {rows[i].table, {}});
    table->rows.push_back(i);
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
  const std::string axis = pivots.empty() ? "" : pivots.front().column_axis;
  const std::vector<size_t> left = Arrange(rows, beside, axis, pivots);
  // Rows that have a single column that way stand side by side another way.
  if (!axis.empty()) Arrange(rows, left, "", pivots);
  return pivots;
}

std::string LatexTable(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (size_t i = 0; i < cells.size(); ++i) text.append(i == 0 ? "" : " & ").append(EscapeLatex(cells[i]));
    return text.append(" \\\\\n");
  };
  std::vector<std::string> cells = {"Method"};
  for (const std::string& heading : pivot.columns) {
    cells.push_back(pivot.has_printed ? heading + ", ours" : heading);
    if (pivot.has_printed) cells.push_back(heading + ", printed");
  }
  std::string title = pivot.title;
  const auto is_other = [&](size_t cell) {
    return cell != Pivot::kNone && rows[cell].value &&
           (rows[cell].protocol != Protocol::kPaper || rows[cell].data != DataOrigin::kReal);
  };
  if (std::ranges::any_of(pivot.cells,
                          [&](const auto& line_of) { return std::ranges::any_of(line_of, is_other); })) {
    title += " (ours in part by another protocol or data: not to compare)";
  }
  std::string text = fmt::format(
      "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{l{}}}\n\\toprule\n{}\\midrule\n",
      EscapeLatex(title), std::string(cells.size() - 1, 'r'), line(cells));
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    cells = {pivot.methods[method]};
    for (const size_t cell : pivot.cells[method]) {
      const ResultRow row = cell == Pivot::kNone ? ResultRow() : rows[cell];
      cells.push_back(ReadableOurs(row));
      if (pivot.has_printed) cells.push_back(ReadableTheirs(row));
    }
    text += line(cells);
  }
  return text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

}  // namespace structlab::harness
