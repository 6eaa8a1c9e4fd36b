// The section about claims: a row for each claim, its parts folded into it.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report/package_sections.h"
#include "experiments/harness/report/page_frame.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

// Comparisons stand one below the other; many of them are folded.
void WriteEvidence(const std::string& evidence, HtmlWriter* html) {
  const std::vector<std::string_view> comparisons = SplitEvidence(evidence);
  if (comparisons.size() == 1) {
    html->Text(evidence);
    return;
  }
  const bool fold = comparisons.size() > kShownComparisons;
  if (fold) html->Open("details").Element("summary", std::to_string(comparisons.size()) + " comparisons");
  html->Open("ul");
  for (const std::string_view comparison : comparisons) html->Element("li", comparison);
  html->Close("ul");
  if (fold) html->Close("details");
}

void WriteVerdict(const ClaimRow& claim, std::string_view tag, HtmlWriter* html) {
  html->Element(tag, MarkOf(claim.verdict), {{"class", "mark keep " + ClassOf(claim.verdict)}});
}

void WriteData(const ClaimRow& claim, std::string_view tag, HtmlWriter* html) {
  if (!claim.data) return;
  html->Element(tag, MarkOf(claim.data), {{"class", claim.data == DataOrigin::kStandIn ? "flag" : "keep"}});
}

// Why parts are not tested, where all of them have one reason; otherwise "".
std::string OneReasonNotTested(const std::vector<ClaimRow>& claims, const std::vector<size_t>& parts) {
  std::set<std::string_view> reasons;
  for (const size_t part : parts) {
    if (claims[part].verdict == Verdict::kNotTested) reasons.insert(claims[part].evidence);
  }
  return reasons.size() == 1 ? std::string(*reasons.begin()) : "";
}

// "✔ holds 3, ✘ fails 1": how many parts have which verdict, and why those that are not tested are not.
std::string CountOfVerdicts(const std::vector<ClaimRow>& claims, const std::vector<size_t>& parts) {
  std::string text;
  for (const Verdict verdict : {Verdict::kHolds, Verdict::kFails, Verdict::kUndecided, Verdict::kNotTested}) {
    int count = 0;
    for (const size_t part : parts) count += claims[part].verdict == verdict;
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    text += MarkOf(verdict) + " " + std::to_string(count);
  }
  const std::string reason = OneReasonNotTested(claims, parts);
  constexpr size_t kLongestReason = 160;  // a longer one stands in the part
  if (!reason.empty() && reason.size() <= kLongestReason) text += ": " + reason;
  return text;
}

void WritePart(const ClaimRow& claim, size_t index, HtmlWriter* html) {
  html->Open("div", {{"id", ClaimAnchor(index)}, {"class", "claim-part"}});
  WriteVerdict(claim, "span", html);
  html->Text(" ").Element("b", claim.part).Open("div");
  WriteEvidence(claim.evidence, html);
  html->Close("div");
  html->Open("div", {{"class", "note"}}).Text("Rule: " + claim.rule);
  if (claim.data && claim.data != DataOrigin::kReal) {
    html->Text(" ");
    WriteData(claim, "span", html);
  }
  html->Close("div").Close("div");
}

// A claim is its row, or its parts where it has some, and the row of the whole.
struct ClaimWithParts {
  size_t whole;
  std::vector<size_t> parts;
};

// In the order of the rows. Parts without a whole are claims by themselves.
std::vector<ClaimWithParts> GroupParts(const std::vector<ClaimRow>& claims) {
  std::vector<ClaimWithParts> groups;
  std::set<size_t> grouped;
  for (size_t i = 0; i < claims.size(); ++i) {
    if (!claims[i].part.empty()) continue;
    ClaimWithParts group{i, {}};
    for (size_t j = 0; j < claims.size(); ++j) {
      if (claims[j].id != claims[i].id || claims[j].part.empty() || grouped.count(j) > 0) continue;
      group.parts.push_back(j);
      grouped.insert(j);
    }
    groups.push_back(group);
  }
  for (size_t j = 0; j < claims.size(); ++j) {
    if (!claims[j].part.empty() && grouped.count(j) == 0) groups.push_back({j, {}});
  }
  return groups;
}

void WriteClaim(const std::vector<ClaimRow>& claims, const ClaimWithParts& group, HtmlWriter* html) {
  const ClaimRow& claim = claims[group.whole];
  std::string lines = std::to_string(group.whole);
  for (const size_t part : group.parts) lines.append(" ").append(std::to_string(part));
  html->Open("tr", {{"id", ClaimAnchor(group.whole)}, {"data-line", lines}});
  html->Element("th", claim.id, {{"scope", "row"}, {"class", "keep"}});
  WriteVerdict(claim, "td", html);
  html->Open("td", {{"class", "words"}}).Element("b", claim.statement);
  if (!claim.part.empty()) html->Void("br").Text("part: " + claim.part);
  html->Close("td").Open("td", {{"class", "words evidence"}});
  if (group.parts.empty()) {
    WriteEvidence(claim.evidence, html);
    html->Element("div", "Rule: " + claim.rule, {{"class", "note"}});
  } else {
    html->Open("details").Element("summary", std::to_string(group.parts.size()) +
                                                 (group.parts.size() == 1 ? " part: " : " parts: ") +
                                                 CountOfVerdicts(claims, group.parts));
    html->Element("div", "Rule: " + claim.rule, {{"class", "note"}});
    for (const size_t part : group.parts) WritePart(claims[part], part, html);
    html->Close("details");
  }
  html->Close("td").Open("td");
  WriteData(claim, "span", html);
  html->Close("td").Close("tr");
}

}  // namespace

void WriteClaims(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "Claims", {{"id", "claims"}});
  if (package.claims.empty()) {
    html->Element("p", "The package decides no claims.");
    return;
  }
  const std::vector<ClaimWithParts> groups = GroupParts(package.claims);
  const TableBox box = {.id = "all-claims",
                        .caption = "What is claimed, and whether it holds here",
                        .copy = ClaimsTable(package.claims),
                        .filter = groups.size() > 5,
                        .sortable = true};
  OpenTable(box, html);
  WriteHead({"Claim", "Verdict", "What is claimed", "Evidence and rule", "Data"}, html);
  html->Open("tbody");
  for (const ClaimWithParts& group : groups) WriteClaim(package.claims, group, html);
  html->Close("tbody");
  CloseTable(box, html);
}

}  // namespace structlab::harness
