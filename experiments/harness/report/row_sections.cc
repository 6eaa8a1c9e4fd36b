// The sections about results: tables in the source's shape, rows that differ, the long list.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model_names.h"
#include "experiments/harness/report/package_sections.h"
#include "experiments/harness/report/page_frame.h"
#include "experiments/harness/report/pivot.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

enum class TableKind {
  kOfSource,   // with the numbers that it prints
  kOwn,        // beside those
  kOfNoSource  // of a package that has none
};

std::string ClassOf(Agreement agreement) {
  switch (agreement) {
    case Agreement::kNoNumber:
      return "none";
    case Agreement::kOtherData:
    case Agreement::kOtherProtocol:
      return "other";
    case Agreement::kAgrees:
      return "agrees";
    case Agreement::kBetter:
      return "better";
    case Agreement::kWorse:
      return "worse";
    case Agreement::kDiffers:
      return "differs";
  }
  return "";
}

std::string RowClass(const ResultRow& row) { return row.data == DataOrigin::kStandIn ? "stand-in" : "row"; }

// What must stand beside a number that is not from the source's data or protocol.
void WriteFlags(const ResultRow& row, HtmlWriter* html) {
  if (row.data == DataOrigin::kStandIn) {
    html->Element("span", MarkOf(row.data), {{"class", "flag"}});
  } else if (row.data == DataOrigin::kSubstitute) {
    html->Element("span", MarkOf(row.data), {{"class", "other"}});
  }
  if (row.protocol != Protocol::kPaper) {
    html->Element("span", std::string(NameOf(row.protocol)) + " protocol", {{"class", "other"}});
  }
}

void WritePivotCell(const ResultRow& row, HtmlWriter* html) {
  const Comparison comparison = Compare(row);
  html->Open("td", {{"class", RowClass(row)}});
  html->Element("b", row.value ? ReadableOurs(row) : WordsWithoutOurs(row),
                {{"class", row.value ? "ours" : "none"}});
  WriteFlags(row, html);
  if (row.reported) html->Element("span", ReadableTheirs(row) + " reported", {{"class", "theirs"}});
  if (comparison.difference) {
    std::string mark = MarkOf(row, comparison);
    if (comparison.percent) mark += " (" + ReadablePercent(*comparison.percent) + ")";
    html->Element("span", mark, {{"class", "mark " + ClassOf(comparison.agreement)}});
  }
  html->Close("td");
}

// What the cells share, and what stands in them.
std::string CaptionOf(const Pivot& pivot, const std::vector<ResultRow>& rows, TableKind kind) {
  const std::string scope = pivot.scope.empty() ? "" : ": " + pivot.scope;
  if (pivot.is_reported) {
    bool has_reported = false;
    for (const std::vector<size_t>& line : pivot.cells) {
      for (const size_t cell : line) has_reported |= cell != Pivot::kNone && rows[cell].reported.has_value();
    }
    return pivot.table + scope +
           (has_reported ? ". Each cell: ours, then the reported number."
                         : ". Each cell: ours; none is reported.");
  }
  if (kind == TableKind::kOfNoSource) return "Measured here" + scope + ".";
  if (kind == TableKind::kOwn) return "Measured here" + scope + ". The source reports no numbers for it.";
  return pivot.table + ", beyond what the source reports" + scope + ". Each cell: ours.";
}

// The number that stands in every row of a column of our own metrics, if it is one and nothing more.
std::optional<std::string> ConstantOf(const Pivot& pivot, size_t column, const std::vector<ResultRow>& rows) {
  if (pivot.is_reported || pivot.column_axis != "metric" || pivot.methods.size() < 2) return std::nullopt;
  std::set<std::string> numbers;
  for (const std::vector<size_t>& line : pivot.cells) {
    if (line[column] == Pivot::kNone || !rows[line[column]].value) return std::nullopt;
    if (rows[line[column]].std.value_or(0) != 0) return std::nullopt;
    numbers.insert(ReadableValue(*rows[line[column]].value, std::nullopt));
  }
  return numbers.size() == 1 ? std::optional<std::string>(*numbers.begin()) : std::nullopt;
}

// All columns but the constant ones; all if no other is there.
std::vector<bool> ShownColumns(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  std::vector<bool> is_shown;
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    is_shown.push_back(!ConstantOf(pivot, column, rows));
  }
  const bool any = std::find(is_shown.begin(), is_shown.end(), true) != is_shown.end();
  return any ? is_shown : std::vector<bool>(pivot.columns.size(), true);
}

// "In every row: all_converged = 1." for the columns that are not shown.
void WriteConstants(const Pivot& pivot, const std::vector<bool>& is_shown, const std::vector<ResultRow>& rows,
                    HtmlWriter* html) {
  std::string constants;
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    if (is_shown[column]) continue;
    constants +=
        (constants.empty() ? "" : ", ") + pivot.columns[column] + " = " + *ConstantOf(pivot, column, rows);
  }
  if (!constants.empty()) html->Element("p", "In every row: " + constants + ".", {{"class", "note"}});
}

// Below the table, where a reader on a phone and on paper finds it too.
void WriteWhyNotApplicable(const Pivot& pivot, const std::vector<ResultRow>& rows, HtmlWriter* html) {
  const std::vector<std::string> reasons = WhyNotApplicable(pivot, rows);
  if (reasons.empty()) return;
  html->Open("ul", {{"class", "note"}});
  for (const std::string& reason : reasons) html->Element("li", reason);
  html->Close("ul");
}

void WritePivot(const Pivot& pivot, const std::vector<ResultRow>& rows, const std::string& id, TableKind kind,
                HtmlWriter* html) {
  const TableBox box = {.id = id, .caption = CaptionOf(pivot, rows, kind), .copy = PivotTable(pivot, rows)};
  const std::vector<bool> is_shown = ShownColumns(pivot, rows);
  OpenTable(box, html);
  html->Open("thead").Open("tr").Element("th", "Method", {{"scope", "col"}});
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    if (!is_shown[column]) continue;
    html->Open("th", {{"scope", "col"}});
    html->Text(HeadingOf(pivot, column));
    if (!pivot.column_notes[column].empty()) {
      html->Void("br").Element("span", pivot.column_notes[column], {{"class", "note"}});
    }
    html->Close("th");
  }
  html->Close("tr").Close("thead").Open("tbody", {{"class", "pivot"}});
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    html->Open("tr").Element("th", pivot.methods[method], {{"scope", "row"}});
    for (size_t column = 0; column < pivot.columns.size(); ++column) {
      if (!is_shown[column]) continue;
      const size_t cell = pivot.cells[method][column];
      if (cell == Pivot::kNone) {
        html->Element("td", "");
      } else {
        WritePivotCell(rows[cell], html);
      }
    }
    html->Close("tr");
  }
  html->Close("tbody");
  CloseTable(box, html);
  WriteConstants(pivot, is_shown, rows, html);
  WriteWhyNotApplicable(pivot, rows, html);
}

void WriteMetric(const ResultRow& row, HtmlWriter* html) {
  html->Open("td", {{"class", "metric"}}).Text(row.metric);
  if (!row.unit.empty() && row.unit != row.metric) html->Text(" (" + row.unit + ")");
  if (row.higher_is_better) {
    html->Void("br").Element("span", *row.higher_is_better ? "↑ higher is better" : "↓ lower is better",
                             {{"class", "note keep"}});
  }
  html->Close("td");
}

// With spaces, so that a long one may be broken between its pairs.
std::string ReadableSetting(const Setting& setting) {
  std::string text;
  for (const auto& [key, value] : setting.values()) {
    if (!text.empty()) text += "; ";
    text += key + "=" + value;
  }
  return text;
}

void WriteNumberCell(const std::string& readable, const std::string& exact, HtmlWriter* html) {
  html->Element("td", readable, {{"class", "number"}, {"data-value", exact}});
}

std::string Exact(const std::optional<double>& value) { return value ? common::FormatDouble(*value) : ""; }

// Position of each case in the list of cases.
using CasePositions = std::map<std::string, size_t>;

// Why the row is what it is, and the commands that made it; closed until asked for.
void WriteBackground(const PackageReport& package, const ResultRow& row, const CasePositions& positions,
                     HtmlWriter* html) {
  const bool is_explained = row.explanation.kind != ExplanationKind::kNone || !row.explanation.text.empty();
  const bool empty = !is_explained && row.departures.empty() && row.reported_note.empty() &&
                     row.cases.empty() && row.missing.empty();
  if (empty) return;
  html->Open("details").Element("summary", is_explained ? "Explanation, background" : "Background");
  html->Open("ul");
  if (is_explained) html->Element("li", "Why it differs: " + ReadableExplanation(row.explanation));
  if (!row.missing.empty()) html->Element("li", "Why there is no result: " + row.missing);
  for (const std::string& departure : row.departures) html->Element("li", "Departure: " + departure);
  if (!row.reported_note.empty()) html->Element("li", "Beside the reported number: " + row.reported_note);
  for (const std::string& key : row.cases) {
    html->Open("li").Text("Case ");
    const auto found = positions.find(key);
    if (found == positions.end()) {
      html->Element("code", key);
    } else {
      const CaseRow& made_by = package.cases[found->second];
      html->Open("a", {{"href", LinkTo(CaseAnchor(found->second))}}).Element("code", key).Close("a");
      // One command shows how; those of the other seeds stand in the list of cases.
      const bool is_first = &key == &row.cases.front();
      if (is_first && !made_by.command.empty()) html->Text(": ").Element("code", made_by.command);
    }
    html->Close("li");
  }
  html->Close("ul").Close("details");
}

void WriteRow(const PackageReport& package, size_t index, size_t line, const CasePositions& positions,
              HtmlWriter* html) {
  const ResultRow& row = package.rows[index];
  const Comparison comparison = Compare(row);
  html->Open("tr", {{"id", RowAnchor(index)}, {"data-line", std::to_string(line)}, {"class", RowClass(row)}});
  html->Element("td", row.table);
  html->Element("th", row.method, {{"scope", "row"}});
  html->Element("td", ReadableSetting(row.setting), {{"class", "setting"}});
  WriteMetric(row, html);
  html->Open("td", {{"class", "data"}}).Text(row.dataset);
  if (row.data) {
    html->Void("br").Element("span", MarkOf(row.data),
                             {{"class", row.data == DataOrigin::kStandIn ? "flag" : "note keep"}});
  }
  html->Close("td");
  WriteNumberCell(ReadableOurs(row), Exact(row.value), html);
  WriteNumberCell(row.n > 0 ? std::to_string(row.n) : "", std::to_string(row.n), html);
  WriteNumberCell(ReadableTheirs(row), Exact(row.reported), html);
  WriteNumberCell(comparison.difference ? ReadableDifference(*comparison.difference, *row.reported) : "",
                  Exact(comparison.difference), html);
  WriteNumberCell(comparison.percent ? ReadablePercent(*comparison.percent) : "", Exact(comparison.percent),
                  html);
  html->Open("td");
  const std::string mark = MarkOf(row, comparison);
  if (!row.value && !row.figure.empty() && row.figure != kNotDrawn) {
    html->Element("a", mark, {{"href", LinkTo(FigureAnchor(row.figure))}});
  } else {
    html->Element("span", mark, {{"class", "mark " + ClassOf(comparison.agreement)}});
  }
  html->Close("td");
  html->Element("td", row.n > 0 ? NameOf(row.protocol) : "");
  html->Open("td", {{"class", "words"}});
  WriteBackground(package, row, positions, html);
  html->Close("td").Close("tr");
}

}  // namespace

void WriteTables(const PackageReport& package, HtmlWriter* html) {
  std::vector<SourceTable> reported, own;
  for (SourceTable& table : GroupByTable(package.rows)) {
    const bool is_reported = std::any_of(table.rows.begin(), table.rows.end(),
                                         [&](size_t row) { return package.rows[row].is_reported_row; });
    (is_reported ? reported : own).push_back(std::move(table));
  }
  size_t written = 0;
  const auto write_table = [&](const SourceTable& table, TableKind kind) {
    const std::vector<Pivot> pivots = MakePivots(package.rows, table);
    if (!pivots.empty() && kind == TableKind::kOfSource) html->Element("h3", table.name);
    for (const Pivot& pivot : pivots) {
      WritePivot(pivot, package.rows, "pivot-" + std::to_string(written++), kind, html);
    }
  };
  if (package.reported_rows == 0) {
    html->Element("h2", "Tables", {{"id", "tables"}});
    for (const SourceTable& table : own) write_table(table, TableKind::kOfNoSource);
    html->Open("p").Text("All rows stand in the ").Element("a", "list of all rows", {{"href", "#rows"}});
    html->Text(".").Close("p");
    return;
  }
  html->Element("h2", "Tables, as the source prints them", {{"id", "tables"}});
  html->Element("p", AgreementRule(), {{"class", "note"}});
  for (const SourceTable& table : reported) write_table(table, TableKind::kOfSource);
  if (written == 0) html->Element("p", "No rows stand side by side here: see the list of all rows.");
  html->Element("h2", "Further measurements", {{"id", "further"}});
  size_t further = 0;
  for (const SourceTable& table : own) {
    further += table.rows.size();
    write_table(table, TableKind::kOwn);
  }
  html->Open("p").Text(further == 0 ? "None: every row is of a table of the source."
                                    : "The source prints none of these " + std::to_string(further) +
                                          " rows; all of them stand in the ");
  if (further > 0) html->Element("a", "list of all rows", {{"href", "#rows"}}).Text(".");
  html->Close("p");
}

void WriteDifferingRows(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "Rows that differ", {{"id", "differences"}});
  std::vector<ResultRow> differing;
  for (const ResultRow& row : package.rows) {
    if (IsDifference(Compare(row).agreement)) differing.push_back(row);
  }
  if (differing.empty()) {
    html->Element("p", "No compared row differs from the reported number.");
    return;
  }
  const TableBox box = {.id = "differing",
                        .caption = std::to_string(differing.size()) +
                                   (differing.size() == 1 ? " row that differs" : " rows that differ") +
                                   ", and why",
                        .copy = ResultsTable(differing)};
  OpenTable(box, html);
  WriteHead({"Row", "Ours", "Reported", "Difference", "Mark", "Why"}, html);
  html->Open("tbody");
  for (const ResultRow& row : differing) {
    const Comparison comparison = Compare(row);
    html->Open("tr").Open("th", {{"scope", "row"}});
    html->Text(row.table + ", " + row.method + ", " + row.metric).Void("br");
    html->Element("span", ReadableSetting(row.setting), {{"class", "note"}}).Close("th");
    html->Element("td", ReadableOurs(row), {{"class", "number"}});
    html->Element("td", ReadableTheirs(row), {{"class", "number"}});
    std::string difference = ReadableDifference(*comparison.difference, *row.reported);
    if (comparison.percent) difference += " (" + ReadablePercent(*comparison.percent) + ")";
    html->Element("td", difference, {{"class", "number"}});
    html->Element("td", MarkOf(row, comparison), {{"class", "mark " + ClassOf(comparison.agreement)}});
    html->Element("td", ReadableExplanation(row.explanation), {{"class", "words"}});
    html->Close("tr");
  }
  html->Close("tbody");
  CloseTable(box, html);
}

void WriteAllRows(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "All rows", {{"id", "rows"}});
  if (package.rows.empty()) {
    html->Element("p", "No rows.");
    return;
  }
  CasePositions positions;
  for (size_t i = 0; i < package.cases.size(); ++i) positions.emplace(package.cases[i].key, i);
  std::vector<size_t> order;
  for (const SourceTable& table : GroupByTable(package.rows)) {
    order.insert(order.end(), table.rows.begin(), table.rows.end());
  }
  std::vector<ResultRow> ordered;
  for (const size_t index : order) ordered.push_back(package.rows[index]);
  const TableBox box = {
      .id = "all-rows",
      .caption = "All " + std::to_string(order.size()) + " rows, in the order of the source",
      .copy = ResultsTable(ordered),
      .filter = true,
      .sortable = true};
  OpenTable(box, html);
  WriteHead({"Table", "Method", "Setting", "Metric", "Data", "Ours", "n", "Reported", "Difference", "Percent",
             "Mark", "Protocol", "Background"},
            html);
  html->Open("tbody");
  for (size_t line = 0; line < order.size(); ++line) WriteRow(package, order[line], line, positions, html);
  html->Close("tbody");
  CloseTable(box, html);
}

}  // namespace structlab::harness
