// The section about what has no result: cases by what became of them, reported rows by why and by table.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "experiments/harness/report/model_names.h"
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

std::string LowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<std::string> PartsOfKey(const std::string& key) {
  std::vector<std::string> parts(1);
  for (const char c : key) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Whether the case's key names the row's method, and none of its settings has another value in the key.
bool MayMake(const CaseRow& made_by, const ResultRow& row) {
  bool names_method = false;
  for (const std::string& part : PartsOfKey(made_by.key)) {
    names_method = names_method || part == LowerCase(row.method);
    const size_t equals = part.find('=');
    if (equals == std::string::npos) continue;
    const std::string* value = row.setting.Find(part.substr(0, equals));
    if (value != nullptr && !SameValue(*value, part.substr(equals + 1))) return false;
  }
  return names_method;
}

// Why a reported row has no result.
std::string ReasonOf(const PackageReport& package, const ResultRow& row, Profile profile) {
  for (const CaseRow& made_by : package.cases) {
    if (made_by.state == CaseState::kDone || !MayMake(made_by, row)) continue;
    return MarkOf(made_by.state) + (made_by.message.empty() ? "" : ": " + made_by.message);
  }
  return "not in this profile (" + std::string(NameOf(profile)) + "): no case that it plans makes these rows";
}

void WriteRowsOfReason(const PackageReport& package, const Group& reason, HtmlWriter* html) {
  html->Open("p").Text("– no result: " + Counted(reason.members.size(), "reported row") + ". ");
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

void WriteWhatIsMissing(const PackageReport& package, Profile profile, HtmlWriter* html) {
  html->Element("h2", "What failed, and what was not run", {{"id", "missing"}});
  bool anything = WriteCasesNotDone(package, html);
  std::vector<Group> reasons;
  for (size_t i = 0; i < package.rows.size(); ++i) {
    const ResultRow& row = package.rows[i];
    if (!row.is_reported_row || IsRegenerated(package, row)) continue;
    AddTo(&reasons, ReasonOf(package, row, profile), i);
  }
  for (const Group& reason : reasons) WriteRowsOfReason(package, reason, html);
  anything = anything || !reasons.empty();
  if (!anything) html->Element("p", "Nothing: every case is done and every reported row has a result.");
}

}  // namespace structlab::harness
