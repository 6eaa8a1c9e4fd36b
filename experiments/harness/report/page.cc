#include "experiments/harness/report/page.h"

#include <fmt/format.h>

#include "common/number.h"
#include "common/safe_text.h"
#include "experiments/harness/report/page_files.h"

namespace structlab::harness {

std::string PageAround(std::string_view body, std::string_view title, std::string_view more_style) {
  return fmt::format(fmt::runtime(kPage), fmt::arg("title", common::EscapeMarkup(title)),
                     fmt::arg("style", fmt::format("{}{}", kPageStyle, more_style)), fmt::arg("body", body),
                     fmt::arg("script", kPageScript));
}

void OpenTable(const TableBox& box, HtmlWriter& html) {
  html.Open("div", {{"class", "table-box"}});
  html.Open("div", {{"class", "tools"}});
  if (box.filter) {
    html.Open("label").Text("Show rows with ");
    html.Void("input", {{"type", "search"}, {"data-filter", box.id}, {"placeholder", "words"}});
    html.Close("label");
  }
  html.Element("button", "Copy as TSV", {{"type", "button"}, {"data-copy", box.id}});
  if (!box.latex.empty()) {
    html.Element("button", "Copy as LaTeX", {{"type", "button"}, {"data-copy-text", box.id + "-latex"}});
  }
  html.Element("span", "", {{"role", "status"}});
  html.Element("span", "↔ wider than the page: scrolls sideways", {{"class", "wide-hint"}, {"hidden", ""}});
  html.Close("div");
  const std::string caption_id = fmt::format("{}-caption", box.id);
  html.Open("div",
            {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-labelledby", caption_id}});
  html.Open("table", {{"id", box.id}, {"class", box.sortable ? "sortable" : "plain"}});
  html.Element("caption", box.caption, {{"id", caption_id}});
  if (box.headings.empty()) return;
  html.Open("thead").Open("tr");
  for (const std::string& heading : box.headings) html.Element("th", heading, {{"scope", "col"}});
  html.Close("tr").Close("thead").Open("tbody");
}

void CloseTable(const TableBox& box, HtmlWriter& html) {
  html.Close("tbody").Close("table").Close("div");
  if (!box.latex.empty()) {
    html.Open("textarea", {{"id", box.id + "-latex"},
                           {"class", "copy"},
                           {"readonly", ""},
                           {"hidden", ""},
                           {"aria-label", fmt::format("{}, as LaTeX", box.caption)}});
    // A line break right after the tag is not part of the content.
    html.Text("\n").Text(box.latex).Close("textarea");
  }
  html.Close("div");
}

void WriteNumberCell(const std::string& readable, const std::optional<double>& exact, HtmlWriter& html) {
  html.Element("td", readable, {{"class", "number"}, {"data-value", Exact(exact)}});
}

void WriteFacts(const char* id, const char* heading, const std::vector<Fact>& facts, HtmlWriter& html) {
  html.Element("h2", heading, {{"id", id}}).Open("dl");
  for (const Fact& fact : facts) html.Element("dt", fact.name).Element("dd", fact.value);
  html.Close("dl");
}

void WriteList(const std::vector<std::string>& items, HtmlWriter& html) {
  if (items.empty()) return;
  html.Open("ul");
  for (const std::string& item : items) html.Open("li").Prose(item).Close("li");
  html.Close("ul");
}

void WriteNote(std::string_view text, HtmlWriter& html) { html.Element("p", text, {{"class", "note"}}); }

void WriteLegendNote(std::string_view text, HtmlWriter& html) {
  html.Open("p", {{"class", "note"}}).Text(text).Text(" See ");
  html.Link("../index.html#legend", "how to read the report").Text(".").Close("p");
}

void WriteSummary(const Summary& summary, const std::string& run, HtmlWriter& html) {
  html.Open("ul", {{"class", "facts"}});
  html.Element("li", fmt::format("{} ({})", StateOf(summary), run),
               {{"class", summary.failed > 0 ? "bad" : "state"}});
  for (const std::string& words : WordsOn(summary)) {
    html.Element("li", words, {{"class", words.starts_with("⚠") ? "flagged" : "count"}});
  }
  html.Close("ul");
}

void WriteCommand(const std::string& command, HtmlWriter& html) {
  constexpr std::string_view kRunsPackages = "bazel run //experiments:reproduce";
  std::string shown = command;
  if (command.starts_with(kRunsPackages)) {
    std::string_view flags = std::string_view(command).substr(kRunsPackages.size());
    if (flags == " --" || flags.starts_with(" -- ")) flags.remove_prefix(3);
    shown = std::string("tools/reproduce").append(flags);
  }
  html.Open("pre").Element("code", shown).Close("pre");
}

std::string Exact(const std::optional<double>& value) { return value ? common::FormatDouble(*value) : ""; }

std::string Anchor(std::string_view kind, size_t position) { return fmt::format("{}-{}", kind, position); }
std::string FigureAnchor(const std::string& figure_id) {
  return fmt::format("figure-{}", common::FileNameFor(figure_id));
}
std::string LinkTo(const std::string& anchor) { return fmt::format("#{}", anchor); }

}  // namespace structlab::harness
