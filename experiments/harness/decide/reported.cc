#include "experiments/harness/decide/reported.h"

#include <algorithm>

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
  if (text != "true" && text != "false") {
    common::ThrowDataError(where, "true, false or nothing", common::Quote(text));
  }
  return text == "true";
}

// The cell of a column that a table may lack.
std::string OptionalCell(const common::Table& table, size_t row, const std::string& column) {
  const auto found = std::ranges::find(table.columns, column);
  return found == table.columns.end() ? ""
                                      : table.rows[row][static_cast<size_t>(found - table.columns.begin())];
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
         .note = cell("note"),
         .figure = OptionalCell(table, i, "figure"),
         .same_as = OptionalCell(table, i, "same_as")});
  }
  return rows;
}

std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name) {
  std::vector<ReportedClaim> claims;
  if (tsv.empty()) return claims;
  const common::Table table = common::ParseTsv(tsv, name);
  const auto id = static_cast<size_t>(table.Column("id"));
  const auto statement = static_cast<size_t>(table.Column("statement"));
  for (size_t i = 0; i < table.rows.size(); ++i) {
    claims.push_back({.id = table.rows[i][id],
                      .statement = table.rows[i][statement],
                      .not_tested = OptionalCell(table, i, "not_tested")});
  }
  return claims;
}

RowMatch MatchRow(const RowKey& key, const Setting& parameters, const std::vector<ReportedRow>& reported,
                  bool exact_only) {
  RowMatch match;
  for (size_t i = 0; i < reported.size(); ++i) {
    const RowKey& row = reported[i].key;
    const bool is_candidate = row.table == key.table && row.dataset == key.dataset &&
                              row.method == key.method && row.metric == key.metric;
    if (!is_candidate) continue;
    if (row.setting == key.setting) return {.row = i};
    if (exact_only || !row.setting.Contains(key.setting) || !parameters.Agrees(row.setting)) continue;
    if (match.row) match.is_ambiguous = true;
    match.row = i;
  }
  if (match.is_ambiguous) match.row.reset();
  return match;
}

}  // namespace structlab::harness
