#include "experiments/recorded_packages.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/table.h"
#include "experiments/harness/decide/rows.h"
#include "experiments/harness/report/report.h"
#include "experiments/harness/report/tables.h"

namespace structlab::experiments {
namespace {

using harness::ClaimRow;
using harness::RecordedPackage;
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

Verdict VerdictOf(const common::Table& table, size_t row, int column) {
  const std::string& word = table.rows[row][static_cast<size_t>(column)];
  for (const Verdict verdict : {Verdict::kHolds, Verdict::kFails, Verdict::kUndecided, Verdict::kNotTested}) {
    if (harness::NameOf(verdict) == word) return verdict;
  }
  common::ThrowDataError(table.Where(row, column), "a verdict", common::Quote(word), "restore the file");
}

void ReadVerdicts(const common::Table& table, RecordedPackage& package) {
  const int id = table.Column("id"), part = table.Column("part"), verdict = table.Column("verdict");
  const bool with_print = std::ranges::find(table.columns, "print") != table.columns.end();
  for (size_t i = 0; i < table.rows.size(); ++i) {
    ClaimRow& claim = package.claims.emplace_back();
    claim.id = table.rows[i][static_cast<size_t>(id)];
    claim.part = table.rows[i][static_cast<size_t>(part)];
    claim.verdict = VerdictOf(table, i, verdict);
    if (!with_print) continue;
    claim.print = VerdictOf(table, i, table.Column("print"));
    claim.effect = table.rows[i][static_cast<size_t>(table.Column("effect"))];
  }
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
    ReadVerdicts(table, package);
    facts = NamedComments(table);
    const auto count = [&](const char* fact) {
      return static_cast<int>(common::ParseInteger(facts[fact], folder + "/claims_expected.tsv"));
    };
    package.summary.reported = count("reported");
    package.summary.regenerated = count("regenerated");
    package.summary.compared = count("compared");
    package.summary.agreeing = count("agreeing");
  } else if (has("measured_claims.tsv")) {
    ReadVerdicts(read("measured_claims.tsv"), package);
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

}  // namespace

std::string ResultsPage(const std::string& root, const std::vector<std::string>& packages) {
  std::vector<RecordedPackage> recorded;
  for (const std::string& name : packages) {
    recorded.push_back(ReadRecorded(root + "/experiments/" + name, name));
  }
  return harness::FormatResultsPage(recorded);
}

}  // namespace structlab::experiments
