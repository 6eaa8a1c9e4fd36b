// The page of one package: its first screen, its claims and its prose.
#include <fmt/format.h>

#include <algorithm>

#include "common/safe_text.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/report.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxStatement = 150;    // letters, in the overview
constexpr size_t kShownComparisons = 4;  // more of them are folded

// `label` stands before a cell on narrow screens, where there is no heading above it.
void WriteVerdict(std::string_view tag, Verdict verdict, bool as_print, std::string_view label,
                  HtmlWriter& html) {
  html.Element(tag, MarkOf(verdict, as_print),
               {{"class", fmt::format("mark keep {}", ClassOf(verdict, as_print))}, {"data-label", label}});
}

void WritePrint(std::string_view tag, Verdict print, HtmlWriter& html) {
  const bool has_numbers = print != Verdict::kNotTested;
  html.Element(tag, MarkOfPrint(print),
               {{"class", has_numbers ? "keep" : "keep none"}, {"data-label", "Print:"}});
}

// The comparisons of an evidence, which stand between semicolons, one below the other; many are folded.
void WriteEvidence(const char* label, std::string_view evidence, HtmlWriter& html) {
  std::vector<std::string> comparisons;
  for (size_t end = 0; !evidence.empty(); evidence.remove_prefix(std::min(end + 2, evidence.size()))) {
    end = std::min(evidence.find("; "), evidence.size());
    comparisons.emplace_back(evidence.substr(0, end));
  }
  if (comparisons.empty()) return;
  html.Open("div", {{"class", "evidence"}}).Element("b", label).Text(" ");
  if (comparisons.size() == 1) {
    html.Text(comparisons.front()).Close("div");
    return;
  }
  html.Open("details", {{comparisons.size() > kShownComparisons ? "class" : "open", ""}});
  html.Element("summary", Counted(std::ssize(comparisons), "comparison"));
  WriteList(comparisons, html);
  html.Close("details").Close("div");
}

// The verdicts of a claim or part, each behind the name of the run that it is about.
void WriteVerdicts(const PackageReport& package, const ClaimWithParts& group, HtmlWriter& html) {
  const ClaimRow& claim = package.claims[group.whole];
  html.Open("p", {{"class", "verdicts"}});
  const auto verdict = [&](const std::string& label, Verdict of, const std::string& effect, bool recorded) {
    html.Open("span").Text(label);
    WriteVerdict("b", of, FailsAsPrint(package.claims, group, recorded), "", html);
    html.Text(effect.empty() ? "" : fmt::format(" ({})", effect)).Close("span");
  };
  const std::string_view of = claim.part.empty() ? "as stated, " : "";
  verdict(package.is_from_record ? fmt::format("Recorded run: {}", of) : fmt::format("Here: {}", of),
          claim.verdict, claim.effect, false);
  if (claim.recorded && !package.is_from_record) {
    verdict("Recorded at full size: ", *claim.recorded, claim.recorded_effect, true);
  }
  if (!claim.untested.empty()) {
    html.Element("span", fmt::format("Not tested, so that it does not decide: {}", claim.untested));
  }
  if (claim.stricter) {
    html.Open("span").Text("More strictly: ");
    WriteVerdict("b", *claim.stricter, false, "", html);
    html.Text(fmt::format(" ({})", claim.stricter_words)).Close("span");
  }
  html.Open("span").Text("The print: ");
  WritePrint("b", claim.print, html);
  html.Close("span");
  if (claim.data && claim.data != DataOrigin::kReal) {
    html.Element("span", fmt::format("{} data", MarkOf(claim.data)), {{"class", "flag"}});
  }
  html.Close("p");
}

void WriteReasons(const ClaimRow& claim, HtmlWriter& html) {
  WriteEvidence("Evidence:", claim.evidence, html);
  if (claim.print != Verdict::kNotTested) WriteEvidence("Printed numbers:", claim.print_evidence, html);
  if (!claim.rule.empty()) html.Element("div", fmt::format("Rule: {}.", claim.rule), {{"class", "note"}});
}

void WriteClaim(const PackageReport& package, const ClaimWithParts& group, HtmlWriter& html) {
  const ClaimRow& claim = package.claims[group.whole];
  html.Open("section", {{"id", Anchor("claim", group.whole)}, {"class", "claim"}});
  html.Open("h3").Element("span", claim.id, {{"class", "claim-id"}}).Text(" ").Prose(claim.statement);
  if (!claim.part.empty()) html.Text(fmt::format(" (part: {})", claim.part));
  html.Close("h3");
  WriteVerdicts(package, group, html);
  if (group.parts.empty()) {
    WriteReasons(claim, html);
    html.Close("section");
    return;
  }
  std::vector<ClaimRow> parts;
  for (const size_t part : group.parts) parts.push_back(package.claims[part]);
  html.Open("details").Element(
      "summary", fmt::format("{}: {}", Counted(std::ssize(parts), "part"), WordsOn(CountVerdicts(parts))));
  for (size_t i = 0; i < parts.size(); ++i) {
    html.Open("div", {{"id", Anchor("claim", group.parts[i])}, {"class", "claim-part"}});
    html.Element("b", parts[i].part);
    if (!parts[i].question.empty()) html.Text(fmt::format(" (more strictly: {})", parts[i].question));
    WriteVerdicts(package, {group.parts[i], {}}, html);
    WriteReasons(parts[i], html);
    html.Close("div");
  }
  html.Element("div", fmt::format("Rule of the whole: {}.", claim.rule), {{"class", "note"}});
  html.Close("details").Close("section");
}

void WriteClaims(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Claims in detail", {{"id", "claims"}});
  if (package.claims.empty()) {
    html.Element("p", "The package decides no claims.");
    return;
  }
  WriteLegendNote(
      "A rule decides each claim as the source states it, on our numbers and on its own printed ones. Where "
      "we ask for more (a correct rival, another decoder), a second verdict stands beside it.",
      html);
  for (const ClaimWithParts& group : GroupParts(package.claims)) WriteClaim(package, group, html);
}

void WriteNotices(const PackageReport& package, const Summary& summary, HtmlWriter& html) {
  const auto notice = [&](bool applies, const char* text) {
    if (applies) html.Element("p", text, {{"class", "notice"}, {"role", "note"}});
  };
  notice(package.is_from_record,
         "From the record: nothing was run for this page. Its numbers come from the folder record.");
  notice(package.interrupted,
         "◐ This run was interrupted. The same command, without --fresh, continues from there.");
  notice(summary.stand_in > 0,
         "⚠ Rows marked stand-in come from generated data: the source's data is not there.");
  notice(summary.substitute > 0,
         "◑ Rows marked substitute come from other real data of the same kind as the source's.");
}

void WriteFirstScreen(const PackageReport& package, HtmlWriter& html) {
  const Figure* figure = FirstFigure(package);
  const bool has_both = figure != nullptr && !package.claims.empty();
  html.Open("div", {{"class", has_both ? "first-screen" : "first-screen single"}});
  if (!package.claims.empty()) {
    html.Open("div");
    WriteClaimsOverview(package.claims,
                        {.id = "claims-overview",
                         .caption = "What the source claims, and what came out",
                         .profile = package.profile,
                         .is_from_record = package.is_from_record},
                        html);
    html.Close("div");
  }
  if (figure != nullptr) WriteFirstFigure(*figure, html);
  html.Close("div");
}

void WriteConclusions(const PackageReport& package, HtmlWriter& html) {
  if (package.about.conclusions.empty()) return;
  html.Element("h2", "Conclusions", {{"id", "conclusions"}});
  if (package.profile != Profile::kPaper && !package.is_from_record) {
    WriteNote(fmt::format("They are about a full run, not about this {} run.", NameOf(package.profile)),
              html);
  }
  WriteList(package.about.conclusions, html);
}

void WriteIntroduction(const PackageReport& package, const PackageFacts& facts, HtmlWriter& html) {
  html.Element("h2", "Introduction", {{"id", "introduction"}});
  for (std::string_view text = package.about.introduction; !text.empty();) {
    const size_t end = text.find("\n\n");
    html.Open("p").Prose(text.substr(0, end)).Close("p");
    text = end == text.npos ? "" : text.substr(end + 2);
  }
  WriteSummary(facts, facts.run(), html);
  WriteNote("The list of cases has a command that runs each again. This command drew the page:", html);
  WriteCommand(package.command, html);
}

// The verdict of the stricter parts, with their words; of the record where this run has none.
void WriteStricter(const ClaimRow& claim, HtmlWriter& html) {
  if (!claim.stricter) {
    html.Element("td", "", {{"class", "keep none"}, {"data-label", "More strictly:"}});
    return;
  }
  const bool is_here = *claim.stricter != Verdict::kNotTested || !claim.recorded_stricter;
  const Verdict verdict = is_here ? *claim.stricter : *claim.recorded_stricter;
  html.Open("td", {{"class", "stricter"}, {"data-label", "More strictly:"}});
  html.Element("span", MarkOf(verdict, false),
               {{"class", fmt::format("mark keep {}", ClassOf(verdict, false))}});
  html.Void("br")
      .Element("span", is_here ? claim.stricter_words : "recorded", {{"class", "note"}})
      .Close("td");
}

}  // namespace

void WriteClaimsOverview(const std::vector<ClaimRow>& claims, const ClaimsOverview& overview,
                         HtmlWriter& html) {
  const bool has_recorded = !overview.is_from_record && std::ranges::any_of(claims, [](const ClaimRow& c) {
    return c.recorded.has_value();
  });
  const std::string here = overview.is_from_record
                               ? "Holds as stated, in the recorded run?"
                               : fmt::format("Holds as stated? ({} run)", NameOf(overview.profile));
  const bool has_stricter =
      std::ranges::any_of(claims, [](const ClaimRow& c) { return c.stricter.has_value(); });
  std::vector<std::string> headings = {"Claim", here};
  if (has_recorded) headings.push_back("Recorded at full size");
  if (has_stricter) headings.push_back("More strictly");
  headings.insert(headings.end(), {"Does the print support it?", "Effect"});
  const TableBox box = {.id = overview.id, .caption = overview.caption, .headings = headings};
  html.Open("div", {{"class", "claims-table"}});
  OpenTable(box, html);
  for (const ClaimWithParts& group : GroupParts(claims)) {
    const ClaimRow& claim = claims[group.whole];
    html.Open("tr").Open("th", {{"scope", "row"}});
    html.Element("a", claim.id,
                 {{"href", overview.page + LinkTo(Anchor("claim", group.whole))}, {"class", "claim-id"}});
    html.Text(" ")
        .Open("span", {{"class", "statement"}})
        .Prose(common::Shortened(claim.statement, kMaxStatement));
    html.Close("span").Close("th");
    WriteVerdict("td", claim.verdict, FailsAsPrint(claims, group),
                 overview.is_from_record ? "Recorded:" : "Here:", html);
    if (has_recorded && claim.recorded) {
      WriteVerdict("td", *claim.recorded, FailsAsPrint(claims, group, /*recorded=*/true), "Full size:", html);
    }
    if (has_recorded && !claim.recorded) {
      html.Element("td", "– not recorded", {{"class", "keep none"}, {"data-label", "Full size:"}});
    }
    if (has_stricter) WriteStricter(claim, html);
    WritePrint("td", claim.print, html);
    // The effect of this run, or else the recorded one.
    const bool is_here = !claim.effect.empty() || claim.recorded_effect.empty();
    html.Element("td", is_here ? claim.effect : fmt::format("{} (recorded)", claim.recorded_effect),
                 {{"class", is_here ? "effect" : "effect note"}, {"data-label", "Effect:"}});
    html.Close("tr");
  }
  CloseTable(box, html);
  html.Close("div");
}

std::string PackagePage(const PackageReport& package) {
  const PackageFacts facts = PackageFactsOf(package);
  HtmlWriter html;
  html.Open("header").Link("../index.html", "← All packages");
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
  WriteFacts("provenance", "Provenance", package.provenance, html);
  html.Close("main");
  return PageAround(html.TakeText(), fmt::format("{} · Structlab", facts.title));
}

}  // namespace structlab::harness
