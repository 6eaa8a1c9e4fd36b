#include "experiments/harness/report/results_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/html.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxStatement = 110;  // letters

// Markdown that shows the text itself, in one line, inside of a table.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : CleanText(text)) {
    if (c == '\n' || c == '\t') {
      escaped += ' ';
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      if (std::string_view("\\`*_[]|#~!$").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

// package | claim | recorded verdict | print | effect | statement
std::string Line(const std::string& package, const std::string& claim, const std::string& verdict,
                 const std::string& print, const std::string& effect, const std::string& statement) {
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", package, claim, verdict, print, effect, statement);
}

struct SameVerdict {
  std::string mark;
  std::vector<std::string> ids = {};
};

// Claims by their verdict, in the order of first appearance.
std::vector<SameVerdict> ByVerdict(const std::vector<ClaimRow>& claims) {
  std::vector<SameVerdict> groups;
  for (const ClaimRow& claim : claims) {
    const std::string mark = MarkOf(claim.verdict, claim.print);
    auto group = std::ranges::find(groups, mark, &SameVerdict::mark);
    if (group == groups.end()) group = groups.insert(group, {mark});
    group->ids.push_back(Escape(claim.id));
  }
  return groups;
}

// How much of a package is shown.
enum class Detail { kEachClaim, kEachVerdict, kOneLine };

std::vector<std::string> LinesOf(const RecordedPackage& package, Detail detail) {
  std::vector<ClaimRow> claims;
  for (const ClaimWithParts& group : GroupParts(package.claims))
    claims.push_back(package.claims[group.whole]);
  const std::string name = fmt::format("**{}**", Escape(package.name));
  if (claims.empty() && package.commit.empty()) return {Line(name, "", "not recorded yet", "", "", "")};
  std::string counts = fmt::format("{} of {} printed rows, ", package.regenerated, package.reported);
  counts += package.compared == 0
                ? "nothing to compare"
                : fmt::format("{} of {} compared numbers agree", package.agreeing, package.compared);
  counts += fmt::format("; {} {}", package.date, Escape(package.commit.substr(0, 10)));
  const std::vector<SameVerdict> groups = ByVerdict(claims);
  if (detail == Detail::kOneLine) {
    std::string verdicts;
    for (const SameVerdict& group : groups) {
      verdicts +=
          fmt::format("{}{}: {}", verdicts.empty() ? "" : "; ", group.mark, fmt::join(group.ids, ", "));
    }
    return {Line(name, Counted(std::ssize(claims), "claim"), verdicts, "", "", counts)};
  }
  std::vector<std::string> lines = {Line(name, Counted(std::ssize(claims), "claim"),
                                         WordsOn(CountVerdicts(package.claims)), "", "", counts)};
  if (detail == Detail::kEachVerdict) {
    for (const SameVerdict& group : groups) {
      lines.push_back(Line("", Counted(std::ssize(group.ids), "claim"), group.mark, "", "",
                           fmt::format("{}", fmt::join(group.ids, ", "))));
    }
    return lines;
  }
  for (const ClaimRow& claim : claims) {
    lines.push_back(Line("", Escape(claim.id), MarkOf(claim.verdict, claim.print),
                         package.has_print ? MarkOfPrint(claim.print) : "", Escape(claim.effect),
                         Escape(Shortened(claim.statement, kMaxStatement))));
  }
  return lines;
}

}  // namespace

std::string FormatResultsPage(const std::vector<RecordedPackage>& packages) {
  const std::string head =
      "<!-- Made from the packages' record.tsv; do not edit. -->\n"
      "# Results\n"
      "\n"
      "What the recorded full runs found. Print: does the same rule on the printed numbers support the "
      "claim? "
      "“As in print”: it fails in both.\n"
      "\n" +
      Line("package", "claim", "recorded verdict", "print", "effect", "statement") +
      Line("---", "---", "---", "---", "---", "---");
  std::vector<Detail> details(packages.size(), Detail::kEachClaim);
  std::vector<std::vector<std::string>> lines;
  for (const RecordedPackage& package : packages) lines.push_back(LinesOf(package, Detail::kEachClaim));
  const auto total = [&] {
    auto sum = std::ranges::count(head, '\n');
    for (const auto& part : lines) sum += std::ssize(part);
    return sum;
  };
  while (total() > kMaxResultLines) {
    const auto longest = std::ranges::max_element(lines, {}, [](const auto& part) { return part.size(); });
    if (longest == lines.end() || longest->size() == 1) break;  // more packages than lines
    const auto i = static_cast<size_t>(longest - lines.begin());
    details[i] = details[i] == Detail::kEachClaim ? Detail::kEachVerdict : Detail::kOneLine;
    lines[i] = LinesOf(packages[i], details[i]);
  }
  std::string page = head;
  for (const auto& part : lines) {
    for (const std::string& line : part) page += line;
  }
  return page;
}

}  // namespace structlab::harness
