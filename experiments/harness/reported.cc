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

}  // namespace

std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name) {
  std::vector<ReportedRow> rows;
  if (tsv.empty()) return rows;
  const common::Table table = common::ParseTsv(tsv, name);
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const auto cell = [&](const char* column) -> const std::string& {
      return table.rows[i][static_cast<size_t>(table.Column(column))];
    };
    const std::string where = table.Where(i);
    rows.push_back({.key = {.table = cell("table"),
                            .dataset = cell("dataset"),
                            .method = cell("method"),
                            .setting = Setting::Parse(cell("setting"), where),
                            .metric = cell("metric")},
                    .value = ParseOptionalNumber(cell("value"), where),
                    .std = ParseOptionalNumber(cell("std"), where),
                    .unit = cell("unit"),
                    .higher_is_better = ParseOptionalTruth(cell("higher_is_better"), where),
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

}  // namespace structlab::harness
