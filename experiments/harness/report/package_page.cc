// The page of one package.
#include <fmt/format.h>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/report.h"

namespace structlab::harness {
namespace {

void WriteNotices(const PackageReport& package, const Summary& summary, HtmlWriter& html) {
  std::string origins;
  for (const Fact& origin : package.record_origins) {
    const char* before = origins.empty() ? ", recorded at commit " : "; ";
    origins += fmt::format("{}{} ({})", before, origin.name.substr(0, 10), origin.value);
  }
  if (package.is_from_record) {
    WriteNotice(
        fmt::format("From the record: nothing was run for this page. Its numbers come from record.tsv{}.",
                    origins),
        html);
  }
  if (package.interrupted) {
    WriteNotice("◐ This run was interrupted. The same command, without --fresh, continues from there.", html);
  }
  if (summary.stand_in > 0) {
    WriteNotice("⚠ Rows marked stand-in come from generated data: the source's data is not there.", html);
  }
  if (summary.substitute > 0) {
    WriteNotice("◑ Rows marked substitute come from other real data of the same kind as the source's.", html);
  }
}

void WriteFirstScreen(const PackageReport& package, HtmlWriter& html) {
  const Figure* figure = FirstFigure(package);
  html.Open("div", {{"class",
                     figure != nullptr && !package.claims.empty() ? "first-screen" : "first-screen single"}});
  if (!package.claims.empty()) {
    const ClaimsOverview overview = {.id = "claims-overview",
                                     .caption = "What the source claims, and what came out",
                                     .profile = package.profile,
                                     .is_from_record = package.is_from_record};
    html.Open("div");
    WriteClaimsOverview(package.claims, overview, html);
    html.Close("div");
  }
  if (figure != nullptr) WriteFirstFigure(*figure, html);
  html.Close("div");
}

void WriteConclusions(const PackageReport& package, HtmlWriter& html) {
  if (package.about.conclusions.empty()) return;
  html.Element("h2", "Conclusions", {{"id", "conclusions"}});
  if (package.profile != Profile::kPaper && !package.is_from_record) {
    html.Element(
        "p",
        fmt::format("They are about the recorded full run, not about this {} run.", NameOf(package.profile)),
        {{"class", "note"}});
  }
  WriteList(package.about.conclusions, html);
}

void WriteIntroduction(const PackageReport& package, const PackageFacts& facts, HtmlWriter& html) {
  html.Element("h2", "Introduction", {{"id", "introduction"}});
  WriteParagraphs(package.about.introduction, html);
  WriteSummary(facts, facts.run(), html);
  html.Element("p", "The list of cases has a command that runs each again. This command drew the page:",
               {{"class", "note"}});
  html.Open("pre").Element("code", CommandToPaste(package.command)).Close("pre");
}

}  // namespace

std::string PackagePage(const PackageReport& package) {
  const PackageFacts facts = PackageFactsOf(package);
  HtmlWriter html;
  OpenPage(fmt::format("{} · Structlab", facts.title), html);
  html.Open("header").Element("a", "← All packages", {{"href", "../index.html"}});
  html.Open("h1").Prose(facts.title).Close("h1");
  html.Open("p", {{"class", "source"}}).Prose(facts.source).Close("p");
  html.Close("header").Open("main", {{"id", "content"}});
  WriteFirstScreen(package, html);
  // The script fills it with links to the sections.
  html.Open("nav", {{"class", "sections"}, {"aria-label", "Sections of this page"}}).Close("nav");
  WriteNotices(package, facts, html);
  WriteConclusions(package, html);
  WriteIntroduction(package, facts, html);
  WriteClaims(package, html);
  WriteTables(package, html);
  WriteFigures(package, html);
  WriteBenchmarks(package, html);
  WriteDifferingRows(package, html);
  WriteDepartures(package, html);
  WriteWhatIsMissing(package, html);
  WriteAllRows(package, html);
  WriteCases(package, html);
  WriteFacts("settings", "Settings", package.settings, html);
  std::vector<Fact> provenance = package.provenance;
  for (const Fact& origin : package.record_origins) {
    provenance.push_back({"recorded at", fmt::format("{}: {}", origin.name, origin.value)});
  }
  WriteFacts("provenance", "Provenance", provenance, html);
  html.Close("main");
  ClosePage(html);
  return html.TakeText();
}

}  // namespace structlab::harness
