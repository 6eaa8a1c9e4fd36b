#include "experiments/harness/report/measured.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/reported.h"

namespace structlab::harness {
namespace {

constexpr const char* kRowsFile = "/measured.tsv";
constexpr const char* kClaimsFile = "/measured_claims.tsv";
constexpr const char* kTextsFile = "/measured_texts.tsv";
constexpr const char* kBenchmarksFile = "/benchmarks.tsv";

// The kinds of texts; that of an explanation is its word.
constexpr const char* kDeparture = "departure";
constexpr const char* kIntroduction = "introduction";
constexpr const char* kConclusion = "conclusion";
constexpr const char* kRule = "rule";
constexpr const char* kFigure = "figure";  // of a reported row without a number; empty if none shows it
constexpr const char* kNotApplicable = "not applicable";  // why a reported row is
constexpr std::array<ExplanationKind, 2> kExplanations = {ExplanationKind::kExplained,
                                                          ExplanationKind::kUnexplained};

constexpr std::array<std::pair<const char*, std::string MeasuredOrigin::*>, 4> kOriginLines = {{
    {"commit", &MeasuredOrigin::commit},
    {"date", &MeasuredOrigin::date},
    {"processor", &MeasuredOrigin::processor},
    {"command", &MeasuredOrigin::command},
}};

constexpr const char* kDurationStart = " duration: ";

std::vector<std::string> Comments(const MeasuredOrigin& origin) {
  std::vector<std::string> comments;
  for (const auto& [name, member] : kOriginLines) {
    comments.push_back(std::string(" ") + name + ": " + origin.*member);
  }
  if (!origin.duration.empty()) comments.push_back(kDurationStart + origin.duration);
  return comments;
}

std::string NameOf(const ResultRow& row) {
  return row.table + " | " + row.dataset + " | " + row.method + " | " + row.setting.Format() + " | " +
         row.metric;
}

std::string NameOf(const ClaimRow& claim) {
  return claim.part.empty() ? claim.id : claim.id + " | " + claim.part;
}

// The names of the rows. Where cases of two names or protocols have made rows of one key, each is told by the
// first of its cases.
std::vector<std::string> NamesOf(const std::vector<ResultRow>& rows) {
  std::map<std::string, int> count;
  for (const ResultRow& row : rows) ++count[NameOf(row)];
  std::vector<std::string> names;
  for (const ResultRow& row : rows) {
    std::string& name = names.emplace_back(NameOf(row));
    if (count[name] > 1 && !row.cases.empty()) name += " | " + row.cases.front();
  }
  return names;
}

std::vector<std::string> NamesOf(const std::vector<ClaimRow>& claims) {
  std::vector<std::string> names;
  for (const ClaimRow& claim : claims) names.push_back(NameOf(claim));
  return names;
}

common::Table TextsTable(const Measured& measured) {
  common::Table table;
  table.columns = {"kind", "of", "text"};
  if (!measured.introduction.empty()) table.rows.push_back({kIntroduction, "", measured.introduction});
  for (const std::string& each : measured.conclusions) table.rows.push_back({kConclusion, "", each});
  for (const std::string& departure : measured.departures) table.rows.push_back({kDeparture, "", departure});
  for (const ClaimRow& claim : measured.claims) {
    if (!claim.rule.empty()) table.rows.push_back({kRule, NameOf(claim), claim.rule});
  }
  const std::vector<std::string> names = NamesOf(measured.rows);
  for (size_t i = 0; i < names.size(); ++i) {
    const ResultRow& row = measured.rows[i];
    if (row.is_reported_row && !row.reported) table.rows.push_back({kFigure, names[i], row.figure});
    if (!row.is_applicable) table.rows.push_back({kNotApplicable, names[i], row.missing});
  }
  for (size_t i = 0; i < names.size(); ++i) {
    const Explanation& explanation = measured.rows[i].explanation;
    if (explanation.kind == ExplanationKind::kNone) continue;
    table.rows.push_back({WordsOf(explanation.kind), names[i], explanation.text});
  }
  return table;
}

// The rows or claims of that name; a key without a case means all rows of it.
template <class Row>
std::vector<Row*> Named(std::vector<Row>& rows, const std::vector<std::string>& names,
                        const std::string& name) {
  std::vector<Row*> found;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (names[i] == name || NameOf(rows[i]) == name) found.push_back(&rows[i]);
  }
  return found;
}

void ReadTexts(const common::Table& table, Measured& measured) {
  const std::vector<std::string> row_names = NamesOf(measured.rows), claim_names = NamesOf(measured.claims);
  const int kind = table.Column("kind"), of = table.Column("of"), text = table.Column("text");
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<std::string>& row = table.rows[i];
    if (row[kind] == kDeparture) {
      measured.departures.push_back(row[text]);
      continue;
    }
    if (row[kind] == kConclusion) {
      measured.conclusions.push_back(row[text]);
      continue;
    }
    if (row[kind] == kIntroduction) {
      measured.introduction = row[text];
      continue;
    }
    const auto explanation = std::ranges::find(kExplanations, row[kind], WordsOf);
    size_t found = 0;
    if (row[kind] == kRule) {
      for (ClaimRow* claim : Named(measured.claims, claim_names, row[of])) {
        claim->rule = row[text];
        ++found;
      }
    } else if (row[kind] == kFigure) {
      for (ResultRow* result : Named(measured.rows, row_names, row[of])) {
        result->is_reported_row = true;
        result->figure = row[text];
        ++found;
      }
    } else if (row[kind] == kNotApplicable) {
      for (ResultRow* result : Named(measured.rows, row_names, row[of])) {
        result->is_applicable = false;
        result->missing = row[text];
        ++found;
      }
    } else if (explanation != kExplanations.end()) {
      for (ResultRow* result : Named(measured.rows, row_names, row[of])) {
        result->explanation = {*explanation, row[text]};
        ++found;
      }
    }
    if (found == 0) {
      common::ThrowDataError(table.Where(i), "texts about the rows and claims beside it",
                             row[kind] + " of '" + row[of] + "'", "record the package again with --record");
    }
  }
}

// What stands behind the start of a comment; null if none starts so.
std::optional<std::string> CommentOf(const common::Table& table, const std::string& start) {
  const auto line = std::ranges::find_if(
      table.comments, [&](const std::string& comment) { return comment.starts_with(start); });
  if (line == table.comments.end()) return {};
  return line->substr(start.size());
}

MeasuredOrigin ReadOrigin(const common::Table& table) {
  MeasuredOrigin origin;
  for (const auto& [name, member] : kOriginLines) {
    const std::string start = std::string(" ") + name + ": ";
    const std::optional<std::string> value = CommentOf(table, start);
    if (!value) {
      common::ThrowDataError(table.name + ":1", "a line '#" + start + "...' before the header", "none",
                             "record the package again with --record");
    }
    origin.*member = *value;
  }
  origin.duration = CommentOf(table, kDurationStart).value_or("");
  return origin;
}

[[noreturn]] void ThrowOtherOrigin(const common::Table& table, const common::Table& rows) {
  common::ThrowDataError(table.name + ":1", "the commit, date, processor and command of " + rows.name,
                         "others", "record the package again with --record");
}

}  // namespace

void WriteMeasured(const Measured& measured, const std::string& folder) {
  common::Table rows = ResultsTable(measured.rows);
  common::Table claims = ClaimsTable(measured.claims);
  common::Table texts = TextsTable(measured);
  rows.comments = claims.comments = texts.comments = Comments(measured.origin);
  common::WriteTsv(rows, folder + kRowsFile);
  common::WriteTsv(claims, folder + kClaimsFile);
  if (!texts.rows.empty()) return common::WriteTsv(texts, folder + kTextsFile);
  std::error_code error;
  std::filesystem::remove(folder + kTextsFile, error);
  if (error) common::ThrowEnvironmentError(folder + kTextsFile, "cannot be removed: " + error.message());
}

Measured ReadMeasured(const std::string& folder) {
  const common::Table rows = common::ReadTsv(folder + kRowsFile);
  const common::Table claims = common::ReadTsv(folder + kClaimsFile);
  if (rows.comments != claims.comments) ThrowOtherOrigin(claims, rows);
  Measured measured;
  measured.package = std::filesystem::path(folder).filename();
  measured.origin = ReadOrigin(rows);
  measured.rows = ReadResults(rows);
  measured.claims = ReadClaims(claims);
  if (const std::string path = folder + kBenchmarksFile; std::filesystem::exists(path)) {
    measured.benchmarks = ParseBenchmarks(common::ReadFile(path), path);
  }
  if (!std::filesystem::exists(folder + kTextsFile)) return measured;
  const common::Table texts = common::ReadTsv(folder + kTextsFile);
  if (rows.comments != texts.comments) ThrowOtherOrigin(texts, rows);
  ReadTexts(texts, measured);
  return measured;
}

std::vector<Measured> ReadAllMeasured(const std::string& root) {
  std::error_code error;
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
    for (const char* file : {kRowsFile, kClaimsFile, kTextsFile}) {
      if (!std::filesystem::exists(entry.path().string() + file)) continue;
      folders.push_back(entry.path());
      break;
    }
  }
  if (error) common::ThrowEnvironmentError(root, "cannot be read: " + error.message());
  std::sort(folders.begin(), folders.end());
  std::vector<Measured> all;
  for (const std::string& folder : folders) all.push_back(ReadMeasured(folder));
  return all;
}

}  // namespace structlab::harness
