// The section about what has no result: cases by what became of them, reported rows by why and by table.
#include <algorithm>
#include <string>
#include <vector>

#include "experiments/harness/report/package_sections.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

// Positions of rows or cases that share a text, in order of first appearance.
struct Group {
  std::string text;
  std::vector<size_t> members;
};

void AddTo(std::vector<Group>* groups, const std::string& text, size_t member) {
  auto found =
      std::find_if(groups->begin(), groups->end(), [&](const Group& group) { return group.text == text; });
  if (found == groups->end()) found = groups->insert(found, Group{text, {}});
  found->members.push_back(member);
}

std::string Counted(size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// What became of the cases that are not done: the same end and message once, with the cases folded.
bool WriteCasesNotDone(const PackageReport& package, HtmlWriter* html) {
  std::vector<Group> groups;
  for (size_t i = 0; i < package.cases.size(); ++i) {
    const CaseRow& row = package.cases[i];
    if (row.state == CaseState::kDone) continue;
    AddTo(&groups, MarkOf(row.state) + "\n" + row.message, i);
  }
  for (const Group& group : groups) {
    const CaseRow& first = package.cases[group.members.front()];
    html->Open("details", {{"class", "missing"}}).Open("summary");
    html->Element("span", MarkOf(first.state), {{"class", "mark " + ClassOf(first.state)}});
    html->Text(": " + Counted(group.members.size(), "case"));
    if (!first.message.empty()) html->Text(". " + first.message);
    html->Close("summary").Open("ul");
    for (const size_t member : group.members) {
      html->Open("li").Open("a", {{"href", LinkTo(CaseAnchor(member))}});
      html->Element("code", package.cases[member].key).Close("a").Close("li");
    }
    html->Close("ul").Close("details");
  }
  return !groups.empty();
}

void WriteRowsOfReason(const PackageReport& package, const Group& reason, HtmlWriter* html) {
  const bool is_applicable = package.rows[reason.members.front()].is_applicable;
  html->Open("p").Text(is_applicable ? "– no result: " : "⊘ not applicable: ");
  html->Text(Counted(reason.members.size(), "reported row") + ". ");
  html->Element("span", reason.text, {{"class", "note"}}).Close("p");
  std::vector<Group> tables;
  for (const size_t member : reason.members) AddTo(&tables, package.rows[member].table, member);
  for (const Group& table : tables) {
    html->Open("details", {{"class", "missing"}});
    html->Element("summary", table.text + ": " + Counted(table.members.size(), "row")).Open("ul");
    for (const size_t member : table.members) {
      const ResultRow& row = package.rows[member];
      html->Open("li").Element("a", row.method + ", " + row.metric, {{"href", LinkTo(RowAnchor(member))}});
      if (!row.setting.empty()) html->Text(" (" + row.setting.Format() + ")");
      html->Close("li");
    }
    html->Close("ul").Close("details");
  }
}

}  // namespace

void WriteWhatIsMissing(const PackageReport& package, HtmlWriter* html) {
  html->Element("h2", "What failed, and what was not run", {{"id", "missing"}});
  bool anything = WriteCasesNotDone(package, html);
  std::vector<Group> reasons;
  for (size_t i = 0; i < package.rows.size(); ++i) {
    const ResultRow& row = package.rows[i];
    if (!row.is_reported_row || IsRegenerated(package, row)) continue;
    AddTo(&reasons, row.missing, i);
  }
  for (const Group& reason : reasons) WriteRowsOfReason(package, reason, html);
  anything = anything || !reasons.empty();
  if (!anything) html->Element("p", "Nothing: every case is done and every reported row has a result.");
}

}  // namespace structlab::harness
