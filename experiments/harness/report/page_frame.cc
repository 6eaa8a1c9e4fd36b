#include "experiments/harness/report/page_frame.h"

namespace structlab::harness {

void OpenPage(const std::string& title, HtmlWriter* html) {
  html->Constant("<!DOCTYPE html>\n");
  html->Open("html", {{"lang", "en"}, {"class", "no-script"}}).Open("head");
  html->Void("meta", {{"charset", "utf-8"}});
  html->Void("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html->Void("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  html->Element("title", title);
  html->Open("style").Constant(kPageStyle).Close("style");
  html->Close("head").Open("body");
  html->Element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
}

void ClosePage(HtmlWriter* html) {
  html->Open("script").Constant(kPageScript).Close("script");
  html->Close("body").Close("html");
}

void OpenTable(const TableBox& box, HtmlWriter* html) {
  html->Open("div", {{"class", "table-box"}});
  html->Open("div", {{"class", "tools"}});
  if (box.filter) {
    html->Open("label").Text("Show rows with ");
    html->Void("input", {{"type", "search"}, {"data-filter", box.id}, {"placeholder", "words"}});
    html->Close("label");
  }
  html->Element("button", "Copy as TSV", {{"type", "button"}, {"data-copy", box.id}});
  html->Element("span", "", {{"role", "status"}});
  html->Element("span", "↔ wider than the page: scrolls sideways", {{"class", "wide-hint"}, {"hidden", ""}});
  html->Close("div");
  const std::string caption_id = box.id + "-caption";
  html->Open("div",
             {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-labelledby", caption_id}});
  html->Open("table", {{"id", box.id}, {"class", box.sortable ? "sortable" : "plain"}});
  html->Element("caption", box.caption, {{"id", caption_id}});
}

void CloseTable(const TableBox& box, HtmlWriter* html) {
  html->Close("table").Close("div");
  html->Open("textarea", {{"id", box.id + "-tsv"},
                          {"class", "tsv"},
                          {"readonly", ""},
                          {"hidden", ""},
                          {"aria-label", box.caption + ", tab-separated"}});
  // A line break right after the tag is not part of the content.
  html->Constant("\n").Text(common::FormatTsv(box.copy)).Close("textarea");
  html->Close("div");
}

void WriteHead(const std::vector<std::string>& headings, HtmlWriter* html) {
  html->Open("thead").Open("tr");
  for (const std::string& heading : headings) html->Element("th", heading, {{"scope", "col"}});
  html->Close("tr").Close("thead");
}

void WriteFacts(const std::vector<Fact>& facts, HtmlWriter* html) {
  html->Open("dl");
  for (const Fact& fact : facts) html->Element("dt", fact.name).Element("dd", fact.value);
  html->Close("dl");
}

std::string CommandToPaste(const std::string& command) {
  const std::string_view runs_packages = "bazel run //experiments:reproduce";
  if (command.compare(0, runs_packages.size(), runs_packages) != 0) return command;
  std::string_view flags = std::string_view(command).substr(runs_packages.size());
  if (flags.substr(0, 3) == " --" && (flags.size() == 3 || flags[3] == ' ')) flags.remove_prefix(3);
  return "tools/reproduce" + std::string(flags);
}

void WriteParagraphs(std::string_view text, HtmlWriter* html) {
  while (!text.empty()) {
    const size_t end = text.find("\n\n");
    const std::string_view paragraph = text.substr(0, end);
    if (paragraph.find_first_not_of(" \n\t") != std::string_view::npos) html->Element("p", paragraph);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
}

}  // namespace structlab::harness
