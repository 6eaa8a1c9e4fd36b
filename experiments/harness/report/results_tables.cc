#include "experiments/harness/report/results_tables.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

using common::FormatDouble;
using common::Table;

constexpr std::array<const char*, 22> kResultColumns = {
    "package",     "table",        "dataset",  "data",       "method",  "setting",
    "metric",      "value",        "std",      "n",          "unit",    "higher_is_better",
    "reported",    "reported_std", "protocol", "departures", "profile", "seconds",
    "cpu_seconds", "peak_rss_mb",  "seed",     "cases"};
constexpr std::array<const char*, 8> kClaimColumns = {"id",      "part",    "package",  "data",
                                                      "profile", "verdict", "evidence", "statement"};

std::string FormatNumber(const std::optional<double>& value) { return value ? FormatDouble(*value) : ""; }

std::string FormatTruth(const std::optional<bool>& value) {
  if (!value) return "";
  return *value ? "true" : "false";
}

std::string FormatOrigin(const std::optional<DataOrigin>& data) {
  return data ? std::string(NameOf(*data)) : "";
}

std::string JoinList(const std::vector<std::string>& items) {
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

std::vector<std::string> SplitList(std::string_view text) {
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

std::string JoinSeeds(const std::vector<uint64_t>& seeds) {
  std::string text;
  for (const uint64_t seed : seeds) {
    if (!text.empty()) text += ';';
    text += std::to_string(seed);
  }
  return text;
}

// One row of a table of text, its cells by name.
class CellReader {
 public:
  explicit CellReader(const Table& table) : table_(table) {}

  void NextRow() { ++row_; }
  const std::string& Text(const char* column) const {
    return table_.rows[static_cast<size_t>(row_)][static_cast<size_t>(table_.Column(column))];
  }
  std::string Where(const char* column) const {
    return table_.Where(static_cast<size_t>(row_), table_.Column(column)) + ", column " + column;
  }
  double Number(const char* column) const { return common::ParseDouble(Text(column), Where(column)); }
  std::optional<double> NumberOrNone(const char* column) const {
    if (Text(column).empty()) return std::nullopt;
    return Number(column);
  }
  int Integer(const char* column) const {
    const int64_t value = common::ParseInteger(Text(column), Where(column));
    if (value < 0 || value > 1'000'000'000) {
      common::ThrowDataError(Where(column), "a count from 0 to 1000000000", Text(column));
    }
    return static_cast<int>(value);
  }
  std::optional<bool> TruthOrNone(const char* column) const {
    const std::string& text = Text(column);
    if (text.empty()) return std::nullopt;
    if (text == "true") return true;
    if (text == "false") return false;
    common::ThrowDataError(Where(column), "true, false or nothing", common::Quote(text));
  }
  std::optional<DataOrigin> OriginOrNone(const char* column) const {
    if (Text(column).empty()) return std::nullopt;
    return ParseDataOrigin(Text(column), Where(column));
  }
  std::vector<uint64_t> Seeds(const char* column) const {
    std::vector<uint64_t> seeds;
    for (const std::string& item : SplitList(Text(column))) {
      uint64_t seed = 0;
      const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), seed);
      if (error != std::errc() || end != item.data() + item.size()) {
        common::ThrowDataError(Where(column), "seeds, joined by ';'", common::Quote(item));
      }
      seeds.push_back(seed);
    }
    return seeds;
  }

 private:
  const Table& table_;
  int64_t row_ = -1;
};

}  // namespace

Table ResultsTable(const std::vector<ResultRow>& rows) {
  Table table;
  table.columns.assign(kResultColumns.begin(), kResultColumns.end());
  table.rows.reserve(rows.size());
  for (const ResultRow& row : rows) {
    table.rows.push_back({row.package,
                          row.table,
                          row.dataset,
                          FormatOrigin(row.data),
                          row.method,
                          row.setting.Format(),
                          row.metric,
                          FormatNumber(row.value),
                          FormatNumber(row.std),
                          std::to_string(row.n),
                          row.unit,
                          FormatTruth(row.higher_is_better),
                          FormatNumber(row.reported),
                          FormatNumber(row.reported_std),
                          row.n > 0 ? std::string(NameOf(row.protocol)) : "",
                          JoinList(row.departures),
                          std::string(NameOf(row.profile)),
                          FormatDouble(row.seconds),
                          FormatDouble(row.cpu_seconds),
                          FormatDouble(row.peak_rss_mb),
                          JoinSeeds(row.seeds),
                          JoinList(row.cases)});
  }
  return table;
}

Table ClaimsTable(const std::vector<ClaimRow>& claims) {
  Table table;
  table.columns.assign(kClaimColumns.begin(), kClaimColumns.end());
  table.rows.reserve(claims.size());
  for (const ClaimRow& claim : claims) {
    table.rows.push_back({claim.id, claim.part, claim.package, FormatOrigin(claim.data),
                          std::string(NameOf(claim.profile)), std::string(NameOf(claim.verdict)),
                          claim.evidence, claim.statement});
  }
  return table;
}

std::vector<ResultRow> ReadResults(const Table& table) {
  std::vector<ResultRow> rows(table.rows.size());
  CellReader cell(table);
  for (ResultRow& row : rows) {
    cell.NextRow();
    row.package = cell.Text("package");
    row.table = cell.Text("table");
    row.dataset = cell.Text("dataset");
    row.data = cell.OriginOrNone("data");
    row.method = cell.Text("method");
    row.setting = Setting::Parse(cell.Text("setting"), cell.Where("setting"));
    row.metric = cell.Text("metric");
    row.value = cell.NumberOrNone("value");
    row.std = cell.NumberOrNone("std");
    row.n = cell.Integer("n");
    row.unit = cell.Text("unit");
    row.higher_is_better = cell.TruthOrNone("higher_is_better");
    row.reported = cell.NumberOrNone("reported");
    row.reported_std = cell.NumberOrNone("reported_std");
    row.is_reported_row = row.reported.has_value();
    if (row.n > 0) row.protocol = ParseProtocol(cell.Text("protocol"), cell.Where("protocol"));
    row.departures = SplitList(cell.Text("departures"));
    row.profile = ParseProfile(cell.Text("profile"), cell.Where("profile"));
    row.seconds = cell.Number("seconds");
    row.cpu_seconds = cell.Number("cpu_seconds");
    row.peak_rss_mb = cell.Number("peak_rss_mb");
    row.seeds = cell.Seeds("seed");
    row.cases = SplitList(cell.Text("cases"));
  }
  return rows;
}

std::vector<ClaimRow> ReadClaims(const Table& table) {
  std::vector<ClaimRow> claims(table.rows.size());
  CellReader cell(table);
  for (ClaimRow& claim : claims) {
    cell.NextRow();
    claim.id = cell.Text("id");
    claim.part = cell.Text("part");
    claim.package = cell.Text("package");
    claim.data = cell.OriginOrNone("data");
    claim.profile = ParseProfile(cell.Text("profile"), cell.Where("profile"));
    claim.verdict = ParseVerdict(cell.Text("verdict"), cell.Where("verdict"));
    claim.evidence = cell.Text("evidence");
    claim.statement = cell.Text("statement");
  }
  return claims;
}

}  // namespace structlab::harness
