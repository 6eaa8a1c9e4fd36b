// What packages and runs have as text: about.md, tables, results.json.
#include "experiments/harness/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/statistics.h"
#include "experiments/harness/report/quotes.h"

namespace structlab::harness {
namespace {

using common::Table;
using common::TableColumn;

// clang-format off
std::vector<TableColumn<ResultRow>> ResultColumns() {
  using Row = ResultRow;
  constexpr auto kOptional = TableColumn<Row>::kOptional;  // tables of an older version do not have them
  return {
      {"package", &Row::package}, {"table", &Row::table}, {"dataset", &Row::dataset}, {"data", &Row::data},
      {"method", &Row::method}, {"setting", &Row::setting}, {"metric", &Row::metric}, {"value", &Row::value},
      {"std", &Row::std}, {"n", &Row::n}, {"unit", &Row::unit}, {"higher_is_better", &Row::higher_is_better},
      {"reported", &Row::reported}, {"reported_std", &Row::reported_std}, {"protocol", &Row::protocol},
      {"departures", &Row::departures}, {"profile", &Row::profile}, {"seconds", &Row::seconds},
      {"cpu_seconds", &Row::cpu_seconds}, {"peak_rss_mb", &Row::peak_rss_mb}, {"seed", &Row::seeds},
      {"cases", &Row::cases}, {"min", &Row::min, kOptional}, {"max", &Row::max, kOptional},
      {"is_lower_bound", &Row::reported_is_lower_bound, kOptional}, {"is_fact", &Row::is_fact, kOptional}};
}

std::vector<TableColumn<ClaimRow>> ClaimColumns() {
  using Row = ClaimRow;
  return {
      {"id", &Row::id}, {"part", &Row::part}, {"package", &Row::package}, {"data", &Row::data},
      {"profile", &Row::profile}, {"verdict", &Row::verdict}, {"effect", &Row::effect}, {"print", &Row::print},
      {"recorded", &Row::recorded}, {"recorded_effect", &Row::recorded_effect}, {"evidence", &Row::evidence},
      {"statement", &Row::statement}, {"question", &Row::question}, {"stricter", &Row::stricter},
      {"stricter_words", &Row::stricter_words}, {"untested", &Row::untested},
      {"recorded_stricter", &Row::recorded_stricter}};
}

std::vector<TableColumn<PackageFacts>> PackageColumns() {
  using Row = PackageFacts;
  std::vector<TableColumn<Row>> columns = {
      {"name", &Row::name}, {"title", &Row::title}, {"source", &Row::source}, {"introduction", &Row::introduction},
      {"command", &Row::command}, {"commit", &Row::commit}, {"date", &Row::date}, {"profile", &Row::profile},
      {"from_record", &Row::is_from_record}, {"interrupted", &Row::interrupted}, {"cpu_seconds", &Row::cpu_seconds}};
  for (const auto& [name, count] : CountsOfSummary()) columns.push_back({name, count});
  return columns;
}

std::vector<TableColumn<RecordedBenchmark>> BenchmarkColumns() {
  using Row = RecordedBenchmark;
  return {
      {"benchmark", &Row::benchmark}, {"value", &Row::value}, {"unit", &Row::unit}, {"yardstick", &Row::yardstick},
      {"yardstick_value", &Row::yardstick_value}, {"ratio", &Row::ratio}, {"target", &Row::target},
      {"threads", &Row::threads}, {"note", &Row::note}, {"met", &Row::is_met}, {"commit", &Row::commit},
      {"date", &Row::date}, {"processor", &Row::processor}};
}
// clang-format on

// The interval of the mean of n numbers with this deviation.
std::optional<common::Interval> IntervalOf(const ResultRow& row) {
  if (row.n < 2 || !row.std || !std::isfinite(*row.value) || !std::isfinite(*row.std)) return std::nullopt;
  return common::StudentInterval(row.n, *row.value, *row.std, 0.95);
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

// The lines, without blanks around them.
std::vector<std::string> TrimmedLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t begin = line.find_first_not_of(" \t\r");
    lines.emplace_back(begin == line.npos ? ""
                                          : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

const About::Caption* About::Find(const std::string& figure_id) const {
  const auto found = std::ranges::find(figures, figure_id, &Caption::id);
  return found == figures.end() ? nullptr : &*found;
}

About ParseAbout(std::string_view markdown, const std::string& name) {
  About about;
  std::set<std::string> sections;
  // The next line belongs to the paragraphs of one or to the items of the other.
  std::string* text = nullptr;
  std::vector<std::string>* items = nullptr;
  bool in_figures = false, is_behind_gap = false;
  size_t number = 0;
  const auto expect = [&](bool holds, const char* what, const std::string& line) {
    if (holds) return;
    common::ThrowDataError(fmt::format("{}:{}", name, number), what,
                           line.empty() ? "the end" : common::Quote(line));
  };
  for (const std::string& line : TrimmedLines(markdown)) {
    ++number;
    if (line.empty()) {
      is_behind_gap = true;
      continue;
    }
    const bool begins_paragraph = std::exchange(is_behind_gap, false);
    for (std::string& quote : ReadQuotes(line, fmt::format("{}:{}", name, number))) {
      about.quotes.push_back({std::move(quote), number});
    }
    if (about.title.empty()) {
      expect(line.starts_with("# "), "a title, '# Title'", line);
      about.title = line.substr(2);
      text = &about.source;
    } else if (in_figures && line.starts_with("### ")) {
      const size_t colon = line.find(": ");
      expect(colon != line.npos && colon > 4, "'### figure_id: Title'", line);
      const std::string id = line.substr(4, colon - 4);
      expect(about.Find(id) == nullptr, "each figure once", line);
      about.figures.push_back({id, line.substr(colon + 2), ""});
      text = &about.figures.back().text;
    } else if (line.starts_with("#")) {
      const std::string heading = line.substr(std::min(line.find(' ') + 1, line.size()));
      text = heading == "Introduction" ? &about.introduction : nullptr;
      items = heading == "Conclusions"  ? &about.conclusions
              : heading == "Departures" ? &about.departures
              : heading == "Left out"   ? &about.left_out
                                        : nullptr;
      in_figures = heading == "Figures";
      expect(line.starts_with("## ") && (text != nullptr || items != nullptr || in_figures),
             "## Introduction, Conclusions, Departures, Left out or Figures", line);
      expect(sections.insert(heading).second, "each section once", line);
    } else if (items != nullptr) {
      const bool is_new = line.starts_with("- ");
      expect(is_new || (!items->empty() && !begins_paragraph), "a list item, '- text'", line);
      if (is_new) items->emplace_back();
      items->back().append(items->back().empty() ? "" : " ").append(line.substr(is_new ? 2 : 0));
    } else {
      expect(text != nullptr, "'### figure_id: Title'", line);
      text->append(text->empty() ? "" : begins_paragraph ? "\n\n" : " ").append(line);
    }
  }
  ++number;
  expect(!about.title.empty(), "a title, '# Title'", "");
  return about;
}

Table ResultsTable(const std::vector<ResultRow>& rows) {
  Table table = common::FormatRows(ResultColumns(), rows);
  const auto protocol = static_cast<size_t>(table.Column("protocol"));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].n == 0) table.rows[i][protocol].clear();
  }
  return table;
}
Table ClaimsTable(const std::vector<ClaimRow>& claims) { return common::FormatRows(ClaimColumns(), claims); }
std::vector<ResultRow> ReadResults(Table table) {
  const auto protocol = static_cast<size_t>(table.Column("protocol"));
  for (std::vector<std::string>& cells : table.rows) {
    if (cells[protocol].empty()) cells[protocol] = NameOf(ResultRow().protocol);
  }
  std::vector<ResultRow> rows = common::ParseRows(ResultColumns(), table);
  for (ResultRow& row : rows) row.is_reported_row = row.reported.has_value();
  return rows;
}
std::vector<ClaimRow> ReadClaims(const Table& table) { return common::ParseRows(ClaimColumns(), table); }

Table PackageTable(const PackageFacts& facts) { return common::FormatRows(PackageColumns(), {facts}); }
PackageFacts ReadPackage(const Table& table) {
  if (table.rows.size() != 1) {
    common::ThrowDataError(fmt::format("{}:{}", table.name, table.header_line),
                           "one row below the column names", Counted(std::ssize(table.rows), "row"),
                           "run the package again");
  }
  return common::ParseRows(PackageColumns(), table).front();
}

std::vector<RecordedBenchmark> ParseBenchmarks(std::string_view tsv, const std::string& name) {
  return common::ParseRows(BenchmarkColumns(), tsv, name);
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

}  // namespace structlab::harness
