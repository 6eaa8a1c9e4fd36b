#include "experiments/harness/reported.h"

#include "common/error.h"
#include "common/number.h"
#include "common/table.h"

namespace structlab::harness {
namespace {

std::optional<double> ParseOptionalNumber(const std::string& text, const std::string& where) {
  if (text.empty()) return std::nullopt;
  return common::ParseDouble(text, where);
}

std::optional<bool> ParseOptionalTruth(const std::string& text, const std::string& where) {
  if (text.empty()) return std::nullopt;
  if (text != "true" && text != "false")
    common::ThrowDataError(where, "true, false or nothing", "'" + text + "'");
  return text == "true";
}

int ParseThreads(const std::string& text, const std::string& where) {
  const int64_t threads = common::ParseInteger(text, where);
  if (threads < 1 || threads > 1'000'000) common::ThrowDataError(where, "threads: 1 to 1000000", text);
  return static_cast<int>(threads);
}

}  // namespace

std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name) {
  std::vector<ReportedRow> rows;
  if (tsv.empty()) return rows;
  const common::Table table = common::ParseTsv(tsv, name);
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const auto cell = [&](const char* column) -> const std::string& {
      return table.rows[i][static_cast<size_t>(table.Column(column))];
    };
    const auto where = [&](const char* column) { return table.Where(i, table.Column(column)); };
    rows.push_back(
        {.key = {.table = cell("table"),
                 .dataset = cell("dataset"),
                 .method = cell("method"),
                 .setting = Setting::Parse(cell("setting"), where("setting")),
                 .metric = cell("metric")},
         .value = ParseOptionalNumber(cell("value"), where("value")),
         .std = ParseOptionalNumber(cell("std"), where("std")),
         .unit = cell("unit"),
         .higher_is_better = ParseOptionalTruth(cell("higher_is_better"), where("higher_is_better")),
         .note = cell("note")});
  }
  return rows;
}

std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name) {
  std::vector<ReportedClaim> claims;
  if (tsv.empty()) return claims;
  const common::Table table = common::ParseTsv(tsv, name);
  const auto id = static_cast<size_t>(table.Column("id"));
  const auto statement = static_cast<size_t>(table.Column("statement"));
  for (const auto& row : table.rows) claims.push_back({.id = row[id], .statement = row[statement]});
  return claims;
}

std::vector<RecordedBenchmark> ParseBenchmarks(std::string_view tsv, const std::string& name) {
  std::vector<RecordedBenchmark> rows;
  if (tsv.empty()) return rows;
  const common::Table table = common::ParseTsv(tsv, name);
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const auto cell = [&](const char* column) -> const std::string& {
      return table.rows[i][static_cast<size_t>(table.Column(column))];
    };
    const auto where = [&](const char* column) { return table.Where(i, table.Column(column)); };
    const std::string& met = cell("met");
    if (!met.empty() && met != "yes" && met != "no") {
      common::ThrowDataError(where("met"), "met: yes, no or nothing", "'" + met + "'");
    }
    rows.push_back({.benchmark = cell("benchmark"),
                    .value = common::ParseDouble(cell("value"), where("value")),
                    .unit = cell("unit"),
                    .yardstick = cell("yardstick"),
                    .yardstick_value = ParseOptionalNumber(cell("yardstick_value"), where("yardstick_value")),
                    .ratio = ParseOptionalNumber(cell("ratio"), where("ratio")),
                    .target = cell("target"),
                    .is_met = met.empty() ? std::nullopt : std::optional<bool>(met == "yes"),
                    .threads = ParseThreads(cell("threads"), where("threads")),
                    .note = cell("note"),
                    .commit = cell("commit"),
                    .date = cell("date"),
                    .processor = cell("processor")});
  }
  return rows;
}

}  // namespace structlab::harness
