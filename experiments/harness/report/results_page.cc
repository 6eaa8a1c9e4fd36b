// experiments/RESULTS.md: what the recorded runs found, in one table of at most 60 lines.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "common/safe_text.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/report.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxStatement = 110;  // letters

// Markdown that shows the text itself, in one line, inside of a table.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : common::CleanText(text)) {
    const bool is_special = std::string_view("\\`*_[]|#~!$").find(c) != std::string_view::npos;
    if (is_special) escaped += '\\';
    escaped += c == '\n' || c == '\t' ? " " : c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return escaped;
}

// package | claim | recorded verdict | print | effect | statement
std::string Line(const std::string& package, const std::string& claim, const std::string& verdict,
                 const std::string& print, const std::string& effect, const std::string& statement) {
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", package, claim, verdict, print, effect, statement);
}

// "✔ holds: B1, B3; ✘ fails: B2", in the order of first appearance.
std::string ByVerdict(const std::vector<ClaimRow>& claims) {
  std::vector<std::string> marks;
  std::map<std::string, std::string> ids;
  for (const ClaimRow& claim : claims) {
    const std::string mark = MarkOf(claim.verdict, claim.print);
    std::string& same = ids[mark];
    if (same.empty()) marks.push_back(mark);
    same.append(same.empty() ? "" : ", ").append(Escape(claim.id));
  }
  for (std::string& mark : marks) mark = fmt::format("{}: {}", mark, ids[mark]);
  return fmt::format("{}", fmt::join(marks, "; "));
}

// The line of the package and, unless it is all `in_one_line`, a line for each of its claims.
std::vector<std::string> LinesOf(const RecordedPackage& package, bool in_one_line) {
  std::vector<ClaimRow> claims;
  for (const ClaimWithParts& group : GroupParts(package.claims)) {
    claims.push_back(package.claims[group.whole]);
  }
  const std::string name = fmt::format("**{}**", Escape(package.name));
  if (claims.empty() && package.commit.empty()) return {Line(name, "", "not recorded yet", "", "", "")};
  const Summary& summary = package.summary;
  const std::string compared = summary.compared == 0 ? "nothing to compare"
                                                     : fmt::format("{} of {} compared numbers agree",
                                                                   summary.agreeing, summary.compared);
  const std::string counts =
      fmt::format("{} of {} printed rows, {}; {} {}", summary.regenerated, summary.reported, compared,
                  package.date, Escape(package.commit.substr(0, 10)));
  const std::string verdicts = in_one_line ? ByVerdict(claims) : WordsOn(CountVerdicts(claims));
  std::vector<std::string> lines = {
      Line(name, Counted(std::ssize(claims), "claim"), verdicts, "", "", counts)};
  if (in_one_line) return lines;
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
      "# Results\n\n"
      "What the recorded full runs found. Print: does the same rule on the printed numbers support the "
      "claim? "
      "“As in print”: it fails in both.\n\n" +
      Line("package", "claim", "recorded verdict", "print", "effect", "statement") +
      Line("---", "---", "---", "---", "---", "---");
  std::vector<std::vector<std::string>> lines;
  for (const RecordedPackage& package : packages) lines.push_back(LinesOf(package, /*in_one_line=*/false));
  const auto total = [&] {
    auto sum = std::ranges::count(head, '\n');
    for (const auto& part : lines) sum += std::ssize(part);
    return sum;
  };
  while (total() > kMaxResultLines) {
    const auto longest = std::ranges::max_element(lines, {}, [](const auto& part) { return part.size(); });
    if (longest == lines.end() || longest->size() == 1) break;  // more packages than lines
    *longest = LinesOf(packages[static_cast<size_t>(longest - lines.begin())], /*in_one_line=*/true);
  }
  std::string page = head;
  for (const auto& part : lines) {
    for (const std::string& line : part) page += line;
  }
  return page;
}

}  // namespace structlab::harness
