// The sections about figures, departures and cases.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "common/number.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/figure.h"
#include "experiments/harness/report/package_sections.h"
#include "experiments/harness/report/page_frame.h"
#include "experiments/harness/report/panel.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

// Pictures with a side below this are enlarged on most screens: their pixels stay squares.
constexpr int kSmallSide = 200;

void WriteDrawing(const Figure& figure, HtmlWriter* html) {
  if (!HasPoints(figure)) {
    html->Element("p", "Nothing to draw: no point of this figure was computed.");
    return;
  }
  std::string description = figure.title + ". " + figure.caption + " Curves:";
  for (const Series& series : figure.series) description += " " + series.name + ";";
  html->Open("div",
             {{"class", "drawing"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", figure.title}});
  html->Void(
      "img",
      {{"src", FileNameFor(figure.id) + ".svg"}, {"alt", description}, {"width", "760"}, {"height", "520"}});
  html->Close("div");
}

void WritePanel(const Figure& figure, size_t index, HtmlWriter* html) {
  const Panel& panel = figure.panels[index];
  const Picture& picture = panel.picture;
  const std::string file = PanelFileName(figure, index);
  const std::string caption = panel.caption.empty() ? "picture " + std::to_string(index + 1) : panel.caption;
  html->Open("figure", {{"class", "panel"}}).Open("a", {{"href", file}});
  html->Void("img", {{"src", file},
                     {"alt", figure.title + ": " + caption},
                     {"width", std::to_string(picture.width)},
                     {"height", std::to_string(picture.height)},
                     {"class", std::max(picture.width, picture.height) < kSmallSide ? "small" : "large"}});
  html->Close("a").Element("figcaption", caption).Close("figure");
}

void WriteFigure(const Figure& figure, HtmlWriter* html) {
  const std::string file = FileNameFor(figure.id);
  // Two pictures stand side by side in the room of a drawing.
  const bool is_wide = figure.panels.size() > 2;
  html->Open("figure", {{"id", FigureAnchor(figure.id)}, {"class", is_wide ? "wide" : "narrow"}});
  if (HasDrawing(figure)) WriteDrawing(figure, html);
  if (!figure.panels.empty()) {
    html->Open("div", {{"class", "panels"}});
    for (size_t i = 0; i < figure.panels.size(); ++i) WritePanel(figure, i, html);
    html->Close("div");
  }
  html->Open("figcaption").Element("b", figure.title).Text(figure.caption);
  if (HasDrawing(figure)) {
    html->Void("br");
    if (HasPoints(figure)) {
      html->Element("a", "SVG", {{"href", file + ".svg"}}).Text(" · ");
      html->Element("a", "PNG", {{"href", file + ".png"}}).Text(" · ");
    }
    html->Element("a", "numbers (TSV)", {{"href", file + ".tsv"}});
  }
  html->Close("figcaption").Close("figure");
}

common::Table CasesTable(const PackageReport& package) {
  common::Table table;
  table.columns = {"case",        "state",    "seconds", "cpu_seconds",
                   "peak_rss_mb", "finished", "command", "message"};
  for (const CaseRow& row : package.cases) {
    table.rows.push_back({row.key, MarkOf(row.state), common::FormatDouble(row.seconds),
                          common::FormatDouble(row.cpu_seconds), common::FormatDouble(row.peak_rss_mb),
                          row.finished, row.command, row.message});
  }
  return table;
}

std::string Megabytes(double megabytes) {
  return megabytes > 0 ? ReadableValue(megabytes, megabytes < 10 ? 0.1 : 1.0) + " MB" : "";
}

void WriteCase(const CaseRow& row, size_t index, HtmlWriter* html) {
  html->Open("tr", {{"id", CaseAnchor(index)}, {"data-line", std::to_string(index)}});
  html->Open("th", {{"scope", "row"}}).Element("code", row.key).Close("th");
  html->Element("td", MarkOf(row.state), {{"class", "mark keep " + ClassOf(row.state)}});
  html->Element("td", ReadableSeconds(row.seconds),
                {{"class", "number"}, {"data-value", common::FormatDouble(row.seconds)}});
  html->Element("td", Megabytes(row.peak_rss_mb),
                {{"class", "number"}, {"data-value", common::FormatDouble(row.peak_rss_mb)}});
  html->Element("td", row.finished, {{"class", "keep"}});
  html->Open("td", {{"class", "words"}}).Element("code", row.command);
  if (!row.message.empty()) html->Void("br").Text(row.message);
  html->Close("td").Close("tr");
}

}  // namespace

std::string RowAnchor(size_t index) { return std::string("row-").append(std::to_string(index)); }

std::string ClaimAnchor(size_t index) { return std::string("claim-").append(std::to_string(index)); }

std::string CaseAnchor(size_t index) { return std::string("case-").append(std::to_string(index)); }

std::string FigureAnchor(const std::string& figure_id) { return "figure-" + FileNameFor(figure_id); }

std::string LinkTo(const std::string& anchor) { return std::string("#").append(anchor); }

void WriteFigures(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "Figures", {{"id", "figures"}});
  if (package.figures.empty()) html->Element("p", "No figures.");
  html->Open("div", {{"class", "figures"}});
  for (const Figure& figure : package.figures) WriteFigure(figure, html);
  html->Close("div");
}

void WriteDepartures(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "Departures from the source", {{"id", "departures"}});
  std::vector<std::string> order;
  std::map<std::string, int> rows_with;
  for (const ResultRow& row : package.rows) {
    for (const std::string& departure : row.departures) {
      if (rows_with[departure]++ == 0) order.push_back(departure);
    }
  }
  if (package.departures.empty() && order.empty()) {
    html->Element("p", "None: everything is done as the source prints it.");
    return;
  }
  html->Open("ul");
  for (const std::string& departure : package.departures) html->Element("li", departure);
  for (const std::string& departure : order) {
    const int count = rows_with[departure];
    html->Open("li").Text(departure + " · ");
    html->Element("span", std::to_string(count) + (count == 1 ? " row" : " rows"), {{"class", "note"}});
    html->Close("li");
  }
  html->Close("ul");
}

void WriteCases(const PackageReport& package, HtmlWriter* html) {
  html->Open("section", {{"id", "cases"}});
  html->Open("details").Element("summary", "Cases, and the exact command of each", {{"class", "wide"}});
  html->Element(
      "p", "A row is the mean over the cases that differ only in the seed. Each command runs its case alone.",
      {{"class", "note"}});
  const TableBox box = {.id = "all-cases",
                        .caption = std::to_string(package.cases.size()) + " cases",
                        .copy = CasesTable(package),
                        .filter = true,
                        .sortable = true};
  OpenTable(box, html);
  WriteHead({"Case", "State", "Time", "Memory", "Finished", "Command"}, html);
  html->Open("tbody");
  for (size_t i = 0; i < package.cases.size(); ++i) WriteCase(package.cases[i], i, html);
  html->Close("tbody");
  CloseTable(box, html);
  html->Close("details").Close("section");
}

}  // namespace structlab::harness
