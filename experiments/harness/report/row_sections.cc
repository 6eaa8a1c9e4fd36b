// The sections about results: tables in the source's shape, rows that differ, the long list.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "common/readable_number.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

std::string RowClass(const ResultRow& row) { return row.data == DataOrigin::kStandIn ? "stand-in" : "row"; }

// "▼ worse (+12.3%)"
void WriteMark(const ResultRow& row, const Comparison& comparison, HtmlWriter& html) {
  const std::string percent =
      comparison.percent ? fmt::format(" ({})", common::ReadablePercent(*comparison.percent)) : "";
  html.Element("span", MarkOf(row, comparison) + percent,
               {{"class", fmt::format("mark {}", ClassOf(comparison.agreement))}});
}

void WritePivotCell(const ResultRow& row, HtmlWriter& html) {
  const Comparison comparison = Compare(row);
  // The exact numbers, to copy.
  const std::string exact = fmt::format("{}\t{}\t{}", Exact(row.value), Exact(row.std), Exact(row.reported));
  html.Open("td", {{"class", RowClass(row)}, {"data-tsv", exact}});
  html.Element("b", row.value ? ReadableOurs(row) : MarkOf(row, comparison),
               {{"class", row.value ? "ours" : "none"}});
  if (row.data && row.data != DataOrigin::kReal) {
    html.Element("span", MarkOf(row.data), {{"class", row.data == DataOrigin::kStandIn ? "flag" : "other"}});
  }
  if (row.protocol != Protocol::kPaper) {
    html.Element("span", fmt::format("{} protocol", NameOf(row.protocol)), {{"class", "other"}});
  }
  if (row.reported) {
    html.Element("span", fmt::format("{} printed", ReadableTheirs(row)), {{"class", "theirs"}});
  }
  if (row.value && row.reported && row.data == DataOrigin::kReal) WriteMark(row, comparison, html);
  html.Close("td");
}

void WritePivot(const Pivot& pivot, const std::vector<ResultRow>& rows, const std::string& id,
                HtmlWriter& html) {
  const TableBox box = {
      .id = id,
      .caption = fmt::format("{}. Each cell: ours{}.", pivot.title,
                             pivot.has_printed ? ", then the printed number" : "; none is printed"),
      .latex = LatexTable(pivot, rows)};
  OpenTable(box, html);
  html.Open("thead").Open("tr").Element("th", "Method", {{"scope", "col"}});
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    const std::string copied = fmt::format("{0}, ours\t{0}, std\t{0}, printed", pivot.columns[column]);
    html.Open("th", {{"scope", "col"}, {"data-tsv", copied}}).Text(pivot.columns[column]);
    if (!pivot.column_notes[column].empty()) {
      html.Void("br").Element("span", pivot.column_notes[column], {{"class", "note"}});
    }
    html.Close("th");
  }
  html.Close("tr").Close("thead").Open("tbody", {{"class", "pivot"}});
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    html.Open("tr").Element("th", pivot.methods[method], {{"scope", "row"}});
    for (const size_t cell : pivot.cells[method]) {
      if (cell == Pivot::kNone) {
        html.Element("td", "", {{"data-tsv", "\t\t"}});
      } else {
        WritePivotCell(rows[cell], html);
      }
    }
    html.Close("tr");
  }
  CloseTable(box, html);
}

// With spaces, so that a long one may be broken between its pairs.
std::string ReadableSetting(const Setting& setting) {
  std::string text = setting.Format();
  for (size_t at = text.find(';'); at != text.npos; at = text.find(';', at + 1)) text.insert(at + 1, 1, ' ');
  return text;
}

// Why the row is what it is, and the cases that made it; folded.
void WriteBackground(const ResultRow& row, const std::map<std::string, size_t>& positions, HtmlWriter& html) {
  const bool is_empty = row.comment.empty() && row.departures.empty() && row.reported_note.empty() &&
                        row.cases.empty() && row.missing.empty();
  if (is_empty) return;
  html.Open("details").Element("summary", row.comment.empty() ? "Background" : "Comment, background");
  html.Open("ul");
  const auto item = [&](const char* label, const std::string& text) {
    if (!text.empty()) html.Open("li").Text(label).Prose(text).Close("li");
  };
  item("Comment: ", row.comment);
  item("Why there is no result: ", row.missing);
  for (const std::string& departure : row.departures) item("Departure: ", departure);
  item("Beside the printed number: ", row.reported_note);
  for (const std::string& key : row.cases) {
    html.Open("li").Text("Case ");
    const auto found = positions.find(key);
    if (found != positions.end()) html.Open("a", {{"href", LinkTo(Anchor("case", found->second))}});
    html.Element("code", key);
    if (found != positions.end()) html.Close("a");
    html.Close("li");
  }
  html.Close("ul").Close("details");
}

// Cells: ours, printed, mark.
void WriteComparison(const ResultRow& row, HtmlWriter& html) {
  const Comparison comparison = Compare(row);
  WriteNumberCell(ReadableOurs(row), row.value, html);
  WriteNumberCell(ReadableTheirs(row), row.reported, html);
  html.Open("td");
  if (!row.value && row.is_regenerated()) {
    html.Link(LinkTo(FigureAnchor(row.figure)), "see the figure");
  } else {
    WriteMark(row, comparison, html);
  }
  html.Close("td");
}

void WriteRow(const PackageReport& package, size_t index, const std::map<std::string, size_t>& positions,
              HtmlWriter& html) {
  const ResultRow& row = package.rows[index];
  html.Open("tr", {{"id", Anchor("row", index)}, {"class", RowClass(row)}});
  html.Element("td", row.table);
  html.Element("th", row.method, {{"scope", "row"}});
  html.Element("td", ReadableSetting(row.setting), {{"class", "setting"}});
  html.Open("td", {{"class", "metric"}}).Text(row.metric);
  const std::string unit = ShownUnit(row.unit);
  if (!unit.empty() && unit != row.metric) html.Text(fmt::format(" ({})", unit));
  if (row.higher_is_better) html.Text(*row.higher_is_better ? " ↑ higher is better" : " ↓ lower is better");
  html.Close("td");
  html.Open("td", {{"class", "data"}}).Text(row.dataset);
  if (row.data) {
    html.Void("br").Element("span", MarkOf(row.data),
                            {{"class", row.data == DataOrigin::kStandIn ? "flag" : "note keep"}});
  }
  html.Close("td");
  WriteNumberCell(row.n > 0 ? std::to_string(row.n) : "", row.n, html);
  WriteComparison(row, html);
  html.Element("td", row.n > 0 ? NameOf(row.protocol) : "");
  html.Open("td", {{"class", "words"}});
  WriteBackground(row, positions, html);
  html.Close("td").Close("tr");
}

}  // namespace

void WriteTables(const PackageReport& package, HtmlWriter& html) {
  const std::vector<SourceTable> tables = GroupByTable(package.rows);
  size_t written = 0;
  const auto write = [&](bool printed) {
    const size_t before = written;
    for (const SourceTable& table : tables) {
      const bool is_printed =
          std::ranges::any_of(table.rows, [&](size_t row) { return package.rows[row].is_reported_row; });
      if (is_printed != printed) continue;
      const std::vector<Pivot> pivots = MakePivots(package.rows, table);
      if (!pivots.empty()) html.Element("h3", table.name);
      for (const Pivot& pivot : pivots) WritePivot(pivot, package.rows, Anchor("pivot", written++), html);
    }
    html.Open("p").Text(written == before ? "No rows stand side by side here. " : "");
    html.Text("All rows are in the ").Link("#rows", "list of all rows").Text(".").Close("p");
  };
  html.Element("h2", "Tables, as the source prints them", {{"id", "tables"}});
  WriteLegendNote("When do two numbers agree?", html);
  write(/*printed=*/true);
  html.Element("h2", "Further measurements", {{"id", "further"}});
  WriteNote("What we measured beyond the source, which prints no numbers for it.", html);
  write(/*printed=*/false);
}

void WriteDifferingRows(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Rows that differ", {{"id", "differences"}});
  std::vector<ResultRow> differing;
  std::ranges::copy_if(package.rows, std::back_inserter(differing),
                       [](const ResultRow& row) { return IsDifference(Compare(row).agreement); });
  if (differing.empty()) {
    html.Element("p", "No compared row differs from the printed number.");
    return;
  }
  const TableBox box = {.id = "differing",
                        .caption = Counted(std::ssize(differing), "differing row"),
                        .headings = {"Row", "Ours", "Printed", "Mark", "Comment"},
                        .sortable = true};
  OpenTable(box, html);
  for (const ResultRow& row : differing) {
    html.Open("tr").Open("th", {{"scope", "row"}});
    html.Text(fmt::format("{}, {}, {}", row.table, row.method, row.metric)).Void("br");
    html.Element("span", ReadableSetting(row.setting), {{"class", "note"}}).Close("th");
    WriteComparison(row, html);
    html.Open("td", {{"class", "words"}}).Prose(row.comment).Close("td").Close("tr");
  }
  CloseTable(box, html);
}

void WriteAllRows(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "All rows", {{"id", "rows"}});
  if (package.rows.empty()) {
    html.Element("p", "No rows.");
    return;
  }
  std::map<std::string, size_t> positions;  // of cases in their list
  for (size_t i = 0; i < package.cases.size(); ++i) positions.emplace(package.cases[i].key, i);
  const TableBox box = {
      .id = "all-rows",
      .caption = fmt::format("All {}, in the order of the source", Counted(std::ssize(package.rows), "row")),
      .headings = {"Table", "Method", "Setting", "Metric", "Data", "n", "Ours", "Printed", "Mark", "Protocol",
                   "Background"},
      .filter = true,
      .sortable = true};
  html.Open("details", {{"open", ""}}).Element("summary", "The long list");
  OpenTable(box, html);
  for (const SourceTable& table : GroupByTable(package.rows)) {
    for (const size_t row : table.rows) WriteRow(package, row, positions, html);
  }
  CloseTable(box, html);
  html.Close("details");
}

}  // namespace structlab::harness
