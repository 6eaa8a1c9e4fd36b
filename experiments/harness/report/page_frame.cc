// What every page has: head, style, script, and the boxes of tables.
#include <fmt/format.h>

#include "common/number.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/page_files.h"

namespace structlab::harness {
void OpenPage(const std::string& title, HtmlWriter& html) {
  html.Constant("<!DOCTYPE html>\n");
  html.Open("html", {{"lang", "en"}, {"class", "no-script"}}).Open("head");
  html.Void("meta", {{"charset", "utf-8"}});
  html.Void("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html.Void("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  html.Element("title", title);
  html.Open("style").Constant(kPageStyle).Close("style");
  html.Close("head").Open("body");
  html.Element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
}

void ClosePage(HtmlWriter& html) {
  html.Open("script").Constant(kPageScript).Close("script");
  html.Close("body").Close("html");
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
    html.Constant("\n").Text(box.latex).Close("textarea");
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

void WriteParagraphs(std::string_view text, HtmlWriter& html) {
  while (!text.empty()) {
    const size_t end = text.find("\n\n");
    const std::string_view paragraph = text.substr(0, end);
    if (paragraph.find_first_not_of(" \n\t") != paragraph.npos) html.Open("p").Prose(paragraph).Close("p");
    text = end == text.npos ? std::string_view() : text.substr(end + 2);
  }
}

void WriteList(const std::vector<std::string>& items, HtmlWriter& html) {
  if (items.empty()) return;
  html.Open("ul");
  for (const std::string& item : items) html.Open("li").Prose(item).Close("li");
  html.Close("ul");
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

void WriteNotice(const std::string& text, HtmlWriter& html) {
  html.Element("p", text, {{"class", "notice"}, {"role", "note"}});
}

std::string Exact(const std::optional<double>& value) { return value ? common::FormatDouble(*value) : ""; }

std::string CommandToPaste(const std::string& command) {
  constexpr std::string_view kRunsPackages = "bazel run //experiments:reproduce";
  if (!command.starts_with(kRunsPackages)) return command;
  std::string_view flags = std::string_view(command).substr(kRunsPackages.size());
  if (flags == " --" || flags.starts_with(" -- ")) flags.remove_prefix(3);
  return std::string("tools/reproduce").append(flags);
}

std::string RowAnchor(size_t index) { return fmt::format("row-{}", index); }
std::string ClaimAnchor(size_t index) { return fmt::format("claim-{}", index); }
std::string CaseAnchor(size_t index) { return fmt::format("case-{}", index); }
std::string FigureAnchor(const std::string& figure_id) {
  return fmt::format("figure-{}", FileNameFor(figure_id));
}
std::string LinkTo(const std::string& anchor) { return fmt::format("#{}", anchor); }

}  // namespace structlab::harness
