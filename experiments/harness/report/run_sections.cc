// The sections about what a run made beside rows and claims: figures, benchmarks, departures, failures,
// cases.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/quantity.h"
#include "common/readable_number.h"
#include "common/safe_text.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

// Pictures with a side below this are enlarged on most screens: their pixels stay squares.
constexpr int kMinSmoothSide = 200;

void WriteDrawing(const Figure& figure, HtmlWriter& html) {
  if (!common::HasPoints(figure)) {
    html.Element("p", "Nothing to draw: no point of this figure was computed.");
    return;
  }
  std::string description = fmt::format("{}. {} Curves:", figure.title, figure.caption);
  for (const Series& series : figure.series) description += fmt::format(" {};", series.name);
  html.Open("div",
            {{"class", "drawing"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", figure.title}});
  html.Void("img", {{"src", fmt::format("{}.svg", common::FileNameFor(figure.id))},
                    {"alt", description},
                    {"width", "760"},
                    {"height", "520"}});
  html.Close("div");
}

void WritePanel(const Figure& figure, size_t index, HtmlWriter& html) {
  const Panel& panel = figure.panels[index];
  const Picture& picture = panel.picture;
  const std::string file = common::PanelFileName(figure, index);
  const std::string caption = panel.caption.empty() ? fmt::format("picture {}", index + 1) : panel.caption;
  html.Open("figure", {{"class", "panel"}}).Open("a", {{"href", file}});
  html.Void("img", {{"src", file},
                    {"alt", fmt::format("{}: {}", figure.title, caption)},
                    {"width", std::to_string(picture.width)},
                    {"height", std::to_string(picture.height)},
                    {"class", std::max(picture.width, picture.height) < kMinSmoothSide ? "small" : "large"}});
  html.Close("a").Element("figcaption", caption).Close("figure");
}

void WriteContent(const Figure& figure, HtmlWriter& html) {
  if (common::HasDrawing(figure)) WriteDrawing(figure, html);
  if (figure.panels.empty()) return;
  html.Open("div", {{"class", "panels"}});
  for (size_t i = 0; i < figure.panels.size(); ++i) WritePanel(figure, i, html);
  html.Close("div");
}

void WriteFigure(const Figure& figure, HtmlWriter& html) {
  const std::string file = common::FileNameFor(figure.id);
  // Two pictures stand side by side in the width of a drawing.
  const bool is_wide = figure.panels.size() > 2;
  html.Open("figure", {{"id", FigureAnchor(figure.id)}, {"class", is_wide ? "wide" : "narrow"}});
  WriteContent(figure, html);
  html.Open("figcaption").Element("b", figure.title).Prose(figure.caption);
  if (!figure.is_complete) html.Text(" Not complete: this run did not make every line.");
  if (common::HasDrawing(figure)) {
    html.Void("br");
    if (common::HasPoints(figure)) {
      html.Link(file + ".svg", "SVG").Text(" · ").Link(file + ".png", "PNG").Text(" · ");
    }
    html.Link(file + ".tsv", "numbers (TSV)");
  }
  html.Close("figcaption").Close("figure");
}

void WriteCase(const CaseRow& row, size_t index, HtmlWriter& html) {
  html.Open("tr", {{"id", Anchor("case", index)}});
  html.Open("th", {{"scope", "row"}}).Element("code", row.key).Close("th");
  html.Element("td", MarkOf(row.state), {{"class", fmt::format("mark keep {}", ClassOf(row.state))}});
  WriteNumberCell(common::ReadableSeconds(row.seconds), row.seconds, html);
  WriteNumberCell(fmt::format("{:.0f} MB", row.peak_rss_mb), row.peak_rss_mb, html);
  html.Element("td", row.finished, {{"class", "keep"}});
  html.Open("td", {{"class", "words"}}).Element("code", row.command);
  if (!row.message.empty()) html.Void("br").Text(row.message);
  html.Close("td").Close("tr");
}

// A folded list of links to what ended in the same way.
struct Folded {
  std::string text, one;                                        // name of one entry: "case"
  std::vector<std::pair<std::string, std::string>> links = {};  // anchor and words
};

void WriteBenchmark(const RecordedBenchmark& row, HtmlWriter& html) {
  const auto number = [&](const std::optional<double>& value, const std::string& unit) {
    WriteNumberCell(value ? fmt::format("{} {}", common::ReadableNumber(*value), unit) : "", value, html);
  };
  html.Open("tr").Open("th", {{"scope", "row"}}).Element("code", row.benchmark).Close("th");
  number(row.value, row.unit);
  html.Element("td", row.yardstick, {{"class", "words"}});
  number(row.yardstick_value, row.unit);
  number(row.ratio, "×");
  const bool is_met = row.is_met.value_or(true);
  const std::string target =
      !row.is_met ? "–" : fmt::format("{}{}", is_met ? "✓ " : "✗ missed: ", row.target);
  html.Element("td", target, {{"class", is_met ? "mark holds" : "mark fails"}});
  html.Element("td", std::to_string(row.threads), {{"class", "number"}});
  html.Element("td", row.note, {{"class", "words"}});
  html.Element("td", fmt::format("{}, {}, {}", row.date, row.commit.substr(0, 10), row.processor),
               {{"class", "words"}});
  html.Close("tr");
}

}  // namespace

const Figure* FirstFigure(const PackageReport& package) {
  const auto has_content = [](const Figure& figure) {
    return common::HasPoints(figure) || !figure.panels.empty();
  };
  for (const About::Caption& caption : package.about.figures) {
    const auto found = std::ranges::find(package.figures, caption.id, &Figure::id);
    if (found != package.figures.end() && has_content(*found)) return &*found;
  }
  return nullptr;
}

void WriteFirstFigure(const Figure& figure, HtmlWriter& html) {
  html.Open("figure", {{"class", "first"}});
  WriteContent(figure, html);
  html.Open("figcaption").Link(LinkTo(FigureAnchor(figure.id)), figure.title);
  html.Text(". ").Prose(figure.caption).Close("figcaption").Close("figure");
}

void WriteFigures(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Figures", {{"id", "figures"}});
  if (package.figures.empty()) html.Element("p", "No figures.");
  html.Open("div", {{"class", "figures"}});
  for (const Figure& figure : package.figures) WriteFigure(figure, html);
  html.Close("div");
}

void WriteDepartures(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Departures from the source", {{"id", "departures"}});
  std::vector<std::string> departures = package.about.departures;
  std::map<std::string, int> rows_with;
  for (const ResultRow& row : package.rows) {
    for (const std::string& departure : row.departures) ++rows_with[departure];
  }
  for (const auto& [departure, rows] : rows_with) {
    departures.push_back(fmt::format("{} ({})", departure, Counted(rows, "row")));
  }
  if (departures.empty()) departures = {"None: everything is done as the source prints it."};
  WriteList(departures, html);
  html.Element("h2", "Left out", {{"id", "left_out"}});
  if (package.about.left_out.empty()) html.Element("p", "Nothing of the source's experiments is left out.");
  WriteList(package.about.left_out, html);
}

void WriteCases(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Cases and commands", {{"id", "cases"}});
  html.Open("details").Element("summary", Counted(std::ssize(package.cases), "case"));
  WriteNote("A row is the mean over the cases that differ only in the seed. Each command runs only its case.",
            html);
  const TableBox box = {.id = "all-cases",
                        .caption = Counted(std::ssize(package.cases), "case"),
                        .headings = {"Case", "State", "Time", "Memory", "Finished", "Command"},
                        .filter = true,
                        .sortable = true};
  OpenTable(box, html);
  for (size_t i = 0; i < package.cases.size(); ++i) WriteCase(package.cases[i], i, html);
  CloseTable(box, html);
  html.Close("details");
}

void WriteWhatIsMissing(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "What failed or was not run", {{"id", "missing"}});
  std::vector<Folded> lists;
  const auto add = [&](const std::string& text, const char* one, const std::string& anchor,
                       const std::string& words) {
    auto list = std::ranges::find(lists, text, &Folded::text);
    if (list == lists.end()) list = lists.insert(list, {text, one});
    list->links.emplace_back(anchor, words);
  };
  for (size_t i = 0; i < package.cases.size(); ++i) {
    const CaseRow& row = package.cases[i];
    if (row.state == CaseState::kDone) continue;
    add(fmt::format("{}{}{}", MarkOf(row.state), row.message.empty() ? "" : ": ", row.message), "case",
        Anchor("case", i), row.key);
  }
  for (size_t i = 0; i < package.rows.size(); ++i) {
    const ResultRow& row = package.rows[i];
    if (!row.is_reported_row || row.is_regenerated()) continue;
    add(fmt::format("{}{}", row.is_applicable ? "– no result: " : "⊘ not applicable: ", row.missing),
        "printed row", Anchor("row", i), Describe(row));
  }
  for (const Folded& list : lists) {
    html.Open("details", {{"class", "missing"}});
    html.Element("summary", fmt::format("{} ({})", list.text, Counted(std::ssize(list.links), list.one)))
        .Open("ul");
    for (const auto& [anchor, words] : list.links) {
      html.Open("li").Link(LinkTo(anchor), words).Close("li");
    }
    html.Close("ul").Close("details");
  }
  if (lists.empty()) html.Element("p", "Nothing: every case is done and every printed row has a result.");
}

void WriteBenchmarks(const PackageReport& package, HtmlWriter& html) {
  const std::vector<RecordedBenchmark>& rows = package.benchmarks;
  if (rows.empty()) return;
  html.Element("h2", "Speed and memory", {{"id", "speed"}});
  WriteNote(
      "Kept from an earlier run of tools/bench, which measures ours beside the yardstick. The ratio tells "
      "how many times better ours is.",
      html);
  const TableBox box = {.id = "benchmarks",
                        .caption = Counted(std::ssize(rows), "benchmark"),
                        .headings = {"Benchmark", "Ours", "Yardstick", "Its value", "Ratio", "Target",
                                     "Threads", "Note", "Measured"},
                        .sortable = true};
  OpenTable(box, html);
  for (const RecordedBenchmark& row : rows) WriteBenchmark(row, html);
  CloseTable(box, html);
}

}  // namespace structlab::harness
