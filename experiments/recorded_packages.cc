#include "experiments/recorded_packages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/safe_text.h"
#include "common/table.h"
#include "common/table_rows.h"
#include "experiments/harness/decide/rows.h"

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
                                       {"question", &Row::question},
                                       {"verdict", &Row::verdict},
                                       {"print", &Row::print},
                                       {"effect", &Row::effect},
                                       {"stricter", &Row::stricter},
                                       {"stricter_words", &Row::stricter_words},
                                       {"untested", &Row::untested}};
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
  const std::string path = folder + "/claims_expected.tsv";
  std::map<std::string, std::string> facts;
  if (std::filesystem::exists(path)) {
    const common::Table table = common::ReadTsv(path);
    package.claims = ReadVerdicts(table);
    facts = NamedComments(table);
    for (const auto& [fact, count] : harness::CountsOfRows()) {
      package.summary.*count = static_cast<int>(common::ParseInteger(facts[fact], path));
    }
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

// package | claim | as stated | more strictly | print | effect | statement
std::string Line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string StricterOf(const ClaimRow& claim) {
  if (!claim.stricter) return "";
  return fmt::format("{} ({})", harness::MarkOf(*claim.stricter, false), Escape(claim.stricter_words));
}

// The line of the package and one for each of its claims.
std::string LinesOf(const RecordedPackage& package) {
  const std::vector<ClaimRow>& claims = package.claims;
  const std::vector<harness::ClaimWithParts> groups = harness::GroupParts(claims);
  const std::string name = fmt::format("**{}**", Escape(package.name));
  if (claims.empty() && package.commit.empty()) return Line({name, "", "not recorded yet", "", "", "", ""});
  const harness::Summary& summary = package.summary;
  const std::string counts = fmt::format(
      "{}; {}; {}; {} {}", harness::WordsOn(summary)[0], harness::WordsOnAgreement(summary),
      fmt::join(harness::WordsOnData(summary), ", "), package.date, Escape(package.commit.substr(0, 10)));
  std::string lines = Line({name, harness::Counted(std::ssize(groups), "claim"),
                            harness::WordsOn(harness::CountVerdicts(claims)), "", "", "", counts});
  for (const harness::ClaimWithParts& group : groups) {
    const ClaimRow& claim = claims[group.whole];
    std::string verdict = harness::MarkOf(claim.verdict, harness::FailsAsPrint(claims, group));
    if (!claim.untested.empty()) verdict += fmt::format(" (not tested: {})", Escape(claim.untested));
    lines += Line({"", Escape(claim.id), verdict, StricterOf(claim), harness::MarkOfPrint(claim.print),
                   Escape(claim.effect), Escape(common::Shortened(claim.statement, kMaxStatement))});
  }
  return lines;
}

}  // namespace

std::string FormatResultsPage(const std::vector<RecordedPackage>& packages) {
  std::string page =
      "<!-- Made from the packages' records; do not edit. -->\n"
      "# Results\n\n"
      "What the recorded full runs found. As stated: the source's own sentence, on its data or the declared "
      "substitute, "
      "by its protocol and against its rival. More strictly: what we ask beyond that. Print: does the same "
      "rule on the "
      "printed numbers support the claim? “As in print”: it fails in both.\n\n" +
      Line({"package", "claim", "as stated", "more strictly", "print", "effect", "statement"}) +
      Line({"---", "---", "---", "---", "---", "---", "---"});
  for (const RecordedPackage& package : packages) page += LinesOf(package);
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
