// Claims: the overview in one table, and each in detail with its parts folded.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxStatement = 150;    // letters, in the overview
constexpr size_t kShownComparisons = 4;  // more of them are folded

// `label` stands before a cell on narrow screens, where there is no heading above it.
void WriteVerdict(std::string_view tag, Verdict verdict, Verdict print, std::string_view label,
                  HtmlWriter& html) {
  html.Element(tag, MarkOf(verdict, print),
               {{"class", fmt::format("mark keep {}", ClassOf(verdict, print))}, {"data-label", label}});
}

void WritePrint(std::string_view tag, Verdict print, std::string_view label, HtmlWriter& html) {
  const bool has_numbers = print != Verdict::kNotTested;
  html.Element(tag, MarkOfPrint(print),
               {{"class", has_numbers ? "keep" : "keep none"}, {"data-label", label}});
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

// The verdicts of a claim or part, each behind what it is of.
void WriteVerdicts(const ClaimRow& claim, bool is_from_record, HtmlWriter& html) {
  html.Open("p", {{"class", "verdicts"}});
  const auto verdict = [&](const char* label, Verdict of, const std::string& effect) {
    html.Open("span").Text(label);
    WriteVerdict("b", of, claim.print, "", html);
    html.Text(effect.empty() ? "" : fmt::format(" ({})", effect)).Close("span");
  };
  verdict(is_from_record ? "Recorded run: " : "Here: ", claim.verdict, claim.effect);
  if (claim.recorded && !is_from_record)
    verdict("Recorded at full size: ", *claim.recorded, claim.recorded_effect);
  html.Open("span").Text("The print: ");
  WritePrint("b", claim.print, "", html);
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
  const std::vector<ClaimRow>& claims = package.claims;
  const ClaimRow& claim = claims[group.whole];
  html.Open("section", {{"id", ClaimAnchor(group.whole)}, {"class", "claim"}});
  html.Open("h3").Element("span", claim.id, {{"class", "claim-id"}}).Text(" ").Prose(claim.statement);
  if (!claim.part.empty()) html.Text(fmt::format(" (part: {})", claim.part));
  html.Close("h3");
  WriteVerdicts(claim, package.is_from_record, html);
  if (group.parts.empty()) {
    WriteReasons(claim, html);
  } else {
    std::vector<ClaimRow> parts;
    for (const size_t part : group.parts) parts.push_back(claims[part]);
    html.Open("details").Element(
        "summary", fmt::format("{}: {}", Counted(std::ssize(parts), "part"), WordsOn(CountVerdicts(parts))));
    for (const size_t part : group.parts) {
      html.Open("div", {{"id", ClaimAnchor(part)}, {"class", "claim-part"}}).Element("b", claims[part].part);
      WriteVerdicts(claims[part], package.is_from_record, html);
      WriteReasons(claims[part], html);
      html.Close("div");
    }
    html.Element("div", fmt::format("Rule of the whole: {}.", claim.rule), {{"class", "note"}});
    html.Close("details");
  }
  html.Close("section");
}

}  // namespace

std::vector<ClaimWithParts> GroupParts(const std::vector<ClaimRow>& claims) {
  std::vector<ClaimWithParts> groups;
  const auto whole_of = [&](const ClaimRow& claim) {
    return std::ranges::find_if(claims, [&](const ClaimRow& other) {
      return other.part.empty() && other.id == claim.id && other.package == claim.package;
    });
  };
  for (size_t i = 0; i < claims.size(); ++i) {
    if (!claims[i].part.empty() && whole_of(claims[i]) != claims.end()) continue;
    ClaimWithParts& group = groups.emplace_back(ClaimWithParts{i, {}});
    for (size_t j = 0; claims[i].part.empty() && j < claims.size(); ++j) {
      if (!claims[j].part.empty() && whole_of(claims[j]) == claims.begin() + static_cast<std::ptrdiff_t>(i))
        group.parts.push_back(j);
    }
  }
  return groups;
}

void WriteClaimsOverview(const std::vector<ClaimRow>& claims, const ClaimsOverview& overview,
                         HtmlWriter& html) {
  const bool has_recorded = !overview.is_from_record && std::ranges::any_of(claims, [](const ClaimRow& c) {
    return c.recorded.has_value();
  });
  const std::string here = overview.is_from_record
                               ? "Holds in the recorded run?"
                               : fmt::format("Holds here? ({} run)", NameOf(overview.profile));
  std::vector<std::string> headings = {"Claim", here};
  if (has_recorded) headings.push_back("Recorded at full size");
  headings.insert(headings.end(), {"Does the print support it?", "Effect"});
  const TableBox box = {.id = overview.id, .caption = overview.caption, .headings = headings};
  html.Open("div", {{"class", "claims-table"}});
  OpenTable(box, html);
  for (const ClaimWithParts& group : GroupParts(claims)) {
    const ClaimRow& claim = claims[group.whole];
    html.Open("tr").Open("th", {{"scope", "row"}});
    html.Element("a", claim.id,
                 {{"href", overview.page + LinkTo(ClaimAnchor(group.whole))}, {"class", "claim-id"}});
    html.Text(" ").Open("span", {{"class", "statement"}}).Prose(Shortened(claim.statement, kMaxStatement));
    html.Close("span").Close("th");
    WriteVerdict("td", claim.verdict, claim.print, overview.is_from_record ? "Recorded:" : "Here:", html);
    if (has_recorded && claim.recorded) WriteVerdict("td", *claim.recorded, claim.print, "Full size:", html);
    if (has_recorded && !claim.recorded) {
      html.Element("td", "– not recorded", {{"class", "keep none"}, {"data-label", "Full size:"}});
    }
    WritePrint("td", claim.print, "Print:", html);
    // The effect of this run, or else the recorded one.
    const bool is_here = !claim.effect.empty() || claim.recorded_effect.empty();
    html.Element("td", is_here ? claim.effect : fmt::format("{} (recorded)", claim.recorded_effect),
                 {{"class", is_here ? "effect" : "effect note"}, {"data-label", "Effect:"}});
    html.Close("tr");
  }
  CloseTable(box, html);
  html.Close("div");
}

void WriteClaims(const PackageReport& package, HtmlWriter& html) {
  html.Element("h2", "Claims in detail", {{"id", "claims"}});
  if (package.claims.empty()) {
    html.Element("p", "The package decides no claims.");
    return;
  }
  html.Element(
      "p",
      "A claim holds here if its rule says so on our numbers. The same rule on the source's own printed "
      "numbers tells whether the print supports it. A claim that fails here and in print is marked "
      "“fails, as in print”: our numbers reproduce the printed ones.",
      {{"class", "note"}});
  for (const ClaimWithParts& group : GroupParts(package.claims)) WriteClaim(package, group, html);
}

}  // namespace structlab::harness
