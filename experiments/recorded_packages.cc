#include "experiments/recorded_packages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/safe_text.h"
#include "common/table.h"
#include "experiments/harness/decide/rows.h"
#include "experiments/harness/report/tables.h"

namespace structlab::experiments {
namespace {

using harness::ClaimRow;
using harness::Verdict;

// Comments " name: value".
std::map<std::string, std::string> NamedComments(const common::Table& table) {
  std::map<std::string, std::string> named;
  for (const std::string& comment : table.comments) {
    const size_t colon = comment.find(": ");
    if (colon != comment.npos && comment.starts_with(" ")) {
      named[comment.substr(1, colon - 1)] = comment.substr(colon + 2);
    }
  }
  return named;
}

std::vector<ClaimRow> ReadVerdicts(const common::Table& table) {
  using Row = ClaimRow;
  using Column = common::TableColumn<Row>;
  const std::vector<Column> columns = {{"id", &Row::id},
                                       {"part", &Row::part},
                                       {"verdict", &Row::verdict},
                                       {"print", &Row::print, Column::kOptional},
                                       {"effect", &Row::effect, Column::kOptional}};
  return common::ParseRows(columns, table);
}

void AddStatements(const std::vector<harness::ReportedClaim>& reported, RecordedPackage& package) {
  for (ClaimRow& row : package.claims) {
    for (const harness::ReportedClaim& claim : reported) {
      if (claim.id == row.id) row.statement = claim.statement;
    }
  }
}

RecordedPackage ReadRecorded(const std::string& folder, const std::string& name) {
  RecordedPackage package;
  package.name = name;
  const auto read = [&](const std::string& file) { return common::ReadTsv(folder + "/" + file); };
  const auto has = [&](const std::string& file) { return std::filesystem::exists(folder + "/" + file); };
  std::map<std::string, std::string> facts;
  if (has("claims_expected.tsv")) {
    const common::Table table = read("claims_expected.tsv");
    package.claims = ReadVerdicts(table);
    facts = NamedComments(table);
    const auto count = [&](const char* fact) {
      return static_cast<int>(common::ParseInteger(facts[fact], folder + "/claims_expected.tsv"));
    };
    package.summary.reported = count("reported");
    package.summary.regenerated = count("regenerated");
    package.summary.compared = count("compared");
    package.summary.agreeing = count("agreeing");
  } else if (has("measured_claims.tsv")) {
    package.claims = ReadVerdicts(read("measured_claims.tsv"));
    package.has_print = false;
    const common::Table table = read("measured.tsv");
    facts = NamedComments(table);
    harness::PackageReport report;
    report.rows = harness::ReadResults(table);
    report.reported_rows = static_cast<int>(read("reported.tsv").rows.size());
    package.summary = harness::Summarise(report);
  }
  package.commit = facts["commit"];
  package.date = facts["date"];
  AddStatements(
      harness::ParseReportedClaims(common::ReadFile(folder + "/claims.tsv"), folder + "/claims.tsv"),
      package);
  return package;
}

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

std::string Mark(const std::vector<ClaimRow>& claims, const harness::ClaimWithParts& group) {
  return harness::MarkOf(claims[group.whole].verdict, harness::FailsAsPrint(claims, group));
}

// "✔ holds: B1, B3; ✘ fails: B2", in the order of first appearance.
std::string ByVerdict(const std::vector<ClaimRow>& claims) {
  std::vector<std::string> marks;
  std::map<std::string, std::string> ids;
  for (const harness::ClaimWithParts& group : harness::GroupParts(claims)) {
    const std::string mark = Mark(claims, group);
    std::string& same = ids[mark];
    if (same.empty()) marks.push_back(mark);
    same.append(same.empty() ? "" : ", ").append(Escape(claims[group.whole].id));
  }
  for (std::string& mark : marks) mark = fmt::format("{}: {}", mark, ids[mark]);
  return fmt::format("{}", fmt::join(marks, "; "));
}

// The line of the package and, unless it is all `in_one_line`, a line for each of its claims.
std::vector<std::string> LinesOf(const RecordedPackage& package, bool in_one_line) {
  const std::vector<ClaimRow>& claims = package.claims;
  const std::vector<harness::ClaimWithParts> groups = harness::GroupParts(claims);
  const std::string name = fmt::format("**{}**", Escape(package.name));
  if (claims.empty() && package.commit.empty()) return {Line(name, "", "not recorded yet", "", "", "")};
  const harness::Summary& summary = package.summary;
  const std::string compared = summary.compared == 0 ? "nothing to compare"
                                                     : fmt::format("{} of {} compared numbers agree",
                                                                   summary.agreeing, summary.compared);
  const std::string counts =
      fmt::format("{} of {} printed rows, {}; {} {}", summary.regenerated, summary.reported, compared,
                  package.date, Escape(package.commit.substr(0, 10)));
  const std::string verdicts =
      in_one_line ? ByVerdict(claims) : harness::WordsOn(harness::CountVerdicts(claims));
  std::vector<std::string> lines = {
      Line(name, harness::Counted(std::ssize(groups), "claim"), verdicts, "", "", counts)};
  if (in_one_line) return lines;
  for (const harness::ClaimWithParts& group : groups) {
    const ClaimRow& claim = claims[group.whole];
    lines.push_back(Line("", Escape(claim.id), Mark(claims, group),
                         package.has_print ? harness::MarkOfPrint(claim.print) : "", Escape(claim.effect),
                         Escape(common::Shortened(claim.statement, kMaxStatement))));
  }
  return lines;
}

}  // namespace

std::string FormatResultsPage(const std::vector<RecordedPackage>& packages) {
  const std::string head =
      "<!-- Made from the packages' records; do not edit. -->\n"
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
    *longest = LinesOf(packages[longest - lines.begin()], /*in_one_line=*/true);
  }
  std::string page = head;
  for (const auto& part : lines) {
    for (const std::string& line : part) page += line;
  }
  return page;
}

std::string ResultsPage(const std::string& root, const std::vector<std::string>& packages) {
  std::vector<RecordedPackage> recorded;
  for (const std::string& name : packages) {
    recorded.push_back(ReadRecorded(root + "/experiments/" + name, name));
  }
  return FormatResultsPage(recorded);
}

}  // namespace structlab::experiments
