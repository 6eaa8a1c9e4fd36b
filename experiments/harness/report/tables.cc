#include "experiments/harness/report/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatDouble;
using common::Table;

std::string JoinItems(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    if (item.empty()) continue;
    if (!text.empty()) text += ';';
    for (const char c : item) {
      if (c == ';' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

std::vector<std::string> SplitItems(std::string_view text) {
  std::vector<std::string> items;
  if (text.empty()) return items;
  items.emplace_back();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      items.back() += text[++i];
    } else if (text[i] == ';') {
      items.emplace_back();
    } else {
      items.back() += text[i];
    }
  }
  return items;
}

// The cell of a value, and the value of a cell; an empty cell is no value.
std::string Format(const std::string& text) { return text; }
std::string Format(double number) { return FormatDouble(number); }
std::string Format(int count) { return std::to_string(count); }
std::string Format(bool truth) { return truth ? "true" : "false"; }
std::string Format(const Setting& setting) { return setting.Format(); }
std::string Format(const std::vector<std::string>& items) { return JoinItems(items); }
std::string Format(const std::vector<uint64_t>& seeds) { return fmt::format("{}", fmt::join(seeds, ";")); }
template <typename Word>
requires std::is_enum_v<Word> std::string Format(Word word) { return std::string(NameOf(word)); }
template <typename Value>
std::string Format(const std::optional<Value>& value) {
  return value ? Format(*value) : "";
}

void Parse(const std::string& text, const std::string&, std::string& value) { value = text; }
void Parse(const std::string& text, const std::string& where, double& value) {
  value = common::ParseDouble(text, where);
}
void Parse(const std::string& text, const std::string& where, int& value) {
  const int64_t count = common::ParseInteger(text, where);
  if (count < 0 || count > 1'000'000'000) common::ThrowDataError(where, "a count from 0 to 1000000000", text);
  value = static_cast<int>(count);
}
void Parse(const std::string& text, const std::string& where, bool& value) {
  value = text == "true" || text == "yes";
  if (!value && text != "false" && text != "no") {
    common::ThrowDataError(where, "true, false, yes or no", common::Quote(text));
  }
}
void Parse(const std::string& text, const std::string& where, Setting& value) {
  value = Setting::Parse(text, where);
}
void Parse(const std::string& text, const std::string&, std::vector<std::string>& value) {
  value = SplitItems(text);
}
void Parse(const std::string& text, const std::string& where, std::vector<uint64_t>& value) {
  for (const std::string& item : SplitItems(text)) {
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value.emplace_back());
    if (error != std::errc() || end != item.data() + item.size()) {
      common::ThrowDataError(where, "seeds, joined by ';'", common::Quote(item));
    }
  }
}
template <typename Word>
requires std::is_enum_v<Word>
void Parse(const std::string& text, const std::string& where, Word& value) {
  if (std::is_same_v<Word, Protocol> && text.empty()) return;  // what was not run has none
  constexpr int kCount = std::is_same_v<Word, Verdict> ? 4 : 3;
  std::string known;
  for (int i = 0; i < kCount; ++i) {
    value = static_cast<Word>(i);
    if (NameOf(value) == text) return;
    known += fmt::format("{}{}", i == 0 ? "" : i + 1 == kCount ? " or " : ", ", NameOf(value));
  }
  common::ThrowDataError(where, known, common::Quote(text));
}
template <typename Value>
void Parse(const std::string& text, const std::string& where, std::optional<Value>& value) {
  if (!text.empty()) Parse(text, where, value.emplace());
}

// A column of a table: the cell of a row, and the member of a row from a cell.
template <typename Row>
struct Column {
  const char* name;
  std::function<std::string(const Row&)> format;
  std::function<void(const std::string& text, const std::string& where, Row& row)> parse;
};
template <typename Row, typename Value>
Column<Row> Of(const char* name, Value Row::*member) {
  return {
      name, [=](const Row& row) { return Format(row.*member); },
      [=](const std::string& text, const std::string& where, Row& row) { Parse(text, where, row.*member); }};
}

// clang-format off
std::vector<Column<ResultRow>> ResultColumns() {
  using Row = ResultRow;
  return {
      Of("package", &Row::package), Of("table", &Row::table), Of("dataset", &Row::dataset),
      Of("data", &Row::data), Of("method", &Row::method), Of("setting", &Row::setting),
      Of("metric", &Row::metric), Of("value", &Row::value), Of("std", &Row::std), Of("n", &Row::n),
      Of("unit", &Row::unit), Of("higher_is_better", &Row::higher_is_better), Of("reported", &Row::reported),
      Of("reported_std", &Row::reported_std), Of("protocol", &Row::protocol), Of("departures", &Row::departures),
      Of("profile", &Row::profile), Of("seconds", &Row::seconds), Of("cpu_seconds", &Row::cpu_seconds),
      Of("peak_rss_mb", &Row::peak_rss_mb), Of("seed", &Row::seeds), Of("cases", &Row::cases)};
}

std::vector<Column<ClaimRow>> ClaimColumns() {
  using Row = ClaimRow;
  return {
      Of("id", &Row::id), Of("part", &Row::part), Of("package", &Row::package), Of("data", &Row::data),
      Of("profile", &Row::profile), Of("verdict", &Row::verdict), Of("effect", &Row::effect),
      Of("print", &Row::print), Of("recorded", &Row::recorded), Of("recorded_effect", &Row::recorded_effect),
      Of("evidence", &Row::evidence), Of("statement", &Row::statement)};
}

std::vector<Column<PackageFacts>> PackageColumns() {
  using Row = PackageFacts;
  std::vector<Column<Row>> columns = {
      Of("name", &Row::name), Of("title", &Row::title), Of("source", &Row::source),
      Of("introduction", &Row::introduction), Of("command", &Row::command), Of("commit", &Row::commit),
      Of("date", &Row::date), Of("profile", &Row::profile), Of("from_record", &Row::is_from_record),
      Of("interrupted", &Row::interrupted), Of<Row, double>("seconds", &Row::seconds)};
  for (const auto& [name, count] : CountsOfSummary()) columns.push_back(Of<Row, int>(name, count));
  return columns;
}

std::vector<Column<RecordedBenchmark>> BenchmarkColumns() {
  using Row = RecordedBenchmark;
  return {
      Of("benchmark", &Row::benchmark), Of("value", &Row::value), Of("unit", &Row::unit),
      Of("yardstick", &Row::yardstick), Of("yardstick_value", &Row::yardstick_value), Of("ratio", &Row::ratio),
      Of("target", &Row::target), Of("threads", &Row::threads), Of("note", &Row::note), Of("met", &Row::is_met),
      Of("commit", &Row::commit), Of("date", &Row::date), Of("processor", &Row::processor)};
}
// clang-format on

template <typename Row>
Table FormatRows(const std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
  Table table;
  for (const Column<Row>& column : columns) table.columns.emplace_back(column.name);
  for (const Row& row : rows) {
    auto& cells = table.rows.emplace_back();
    for (const Column<Row>& column : columns) cells.push_back(column.format(row));
  }
  return table;
}

template <typename Row>
std::vector<Row> ParseRows(const std::vector<Column<Row>>& columns, const Table& table) {
  std::vector<Row> rows(table.rows.size());
  for (const Column<Row>& column : columns) {
    const int position = table.Column(column.name);
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string where = fmt::format("{}, column {}", table.Where(i, position), column.name);
      column.parse(table.rows[i][static_cast<size_t>(position)], where, rows[i]);
    }
  }
  return rows;
}

// The interval of the mean of n numbers with this deviation.
std::optional<common::Interval> IntervalOf(const ResultRow& row) {
  if (row.n < 2 || !row.std || !std::isfinite(*row.value) || !std::isfinite(*row.std)) return std::nullopt;
  // Student's interval depends on n, mean and deviation only: any numbers with these have it.
  std::vector<double> numbers(static_cast<size_t>(row.n), *row.value);
  const double step = *row.std * std::sqrt((row.n - 1) / 2.0);
  numbers[0] -= step;
  numbers[1] += step;
  return common::StudentInterval(numbers, 0.95);
}

nlohmann::ordered_json JsonOf(const ResultRow& row, const std::string& date, const std::string& commit) {
  nlohmann::ordered_json object = {{"task", row.package},
                                   {"dataset", row.dataset},
                                   {"method", row.method},
                                   {"metric", row.metric},
                                   {"value", *row.value}};
  object["interval"] = nullptr;
  if (const auto interval = IntervalOf(row)) object["interval"] = {interval->low, interval->high};
  object["data"] = row.data ? NameOf(*row.data) : "";
  object["protocol"] = NameOf(row.protocol);
  object["unit"] = row.unit;
  object["setting"] = nlohmann::ordered_json::object();
  for (const auto& [key, value] : row.setting.values()) object["setting"][key] = value;
  object["date"] = date;
  object["commit"] = commit;
  return object;
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

Table ResultsTable(const std::vector<ResultRow>& rows) {
  Table table = FormatRows(ResultColumns(), rows);
  const auto protocol = static_cast<size_t>(table.Column("protocol"));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].n == 0) table.rows[i][protocol].clear();
  }
  return table;
}
Table ClaimsTable(const std::vector<ClaimRow>& claims) { return FormatRows(ClaimColumns(), claims); }
std::vector<ResultRow> ReadResults(const Table& table) {
  std::vector<ResultRow> rows = ParseRows(ResultColumns(), table);
  for (ResultRow& row : rows) row.is_reported_row = row.reported.has_value();
  return rows;
}
std::vector<ClaimRow> ReadClaims(const Table& table) { return ParseRows(ClaimColumns(), table); }

Table PackageTable(const PackageFacts& facts) { return FormatRows(PackageColumns(), {facts}); }
PackageFacts ReadPackage(const Table& table) {
  if (table.rows.size() != 1) {
    common::ThrowDataError(fmt::format("{}:{}", table.name, table.header_line),
                           "one row below the column names", Counted(std::ssize(table.rows), "row"),
                           "run the package again");
  }
  return ParseRows(PackageColumns(), table).front();
}

std::vector<RecordedBenchmark> ParseBenchmarks(std::string_view tsv, const std::string& name) {
  if (tsv.empty()) return {};
  return ParseRows(BenchmarkColumns(), common::ParseTsv(tsv, name));
}

std::string ResultsJson(const std::vector<DatedResults>& results) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const DatedResults& dated : results) {
    for (const ResultRow& row : dated.rows) {
      if (row.value) array.push_back(JsonOf(row, dated.date, dated.commit));
    }
  }
  // Bytes that are no UTF-8 become U+FFFD.
  return array.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
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
  std::string text = fmt::format(
      "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{l{}}}\n\\toprule\n{}\\midrule\n",
      EscapeLatex(pivot.title), std::string(cells.size() - 1, 'r'), line(cells));
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
