#include "experiments/harness/report/measured.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "common/error.h"
#include "common/table.h"
#include "experiments/harness/report/results_tables.h"

namespace structlab::harness {
namespace {

constexpr const char* kRowsFile = "/measured.tsv";
constexpr const char* kClaimsFile = "/measured_claims.tsv";

constexpr std::array<std::pair<const char*, std::string MeasuredOrigin::*>, 4> kOriginLines = {{
    {"commit", &MeasuredOrigin::commit},
    {"date", &MeasuredOrigin::date},
    {"processor", &MeasuredOrigin::processor},
    {"command", &MeasuredOrigin::command},
}};

std::vector<std::string> Comments(const MeasuredOrigin& origin) {
  std::vector<std::string> comments;
  for (const auto& [name, member] : kOriginLines) {
    comments.push_back(std::string(" ") + name + ": " + origin.*member);
  }
  return comments;
}

MeasuredOrigin ReadOrigin(const common::Table& table) {
  MeasuredOrigin origin;
  for (const auto& [name, member] : kOriginLines) {
    const std::string start = std::string(" ") + name + ": ";
    const auto line = std::find_if(table.comments.begin(), table.comments.end(),
                                   [&](const std::string& comment) { return comment.rfind(start, 0) == 0; });
    if (line == table.comments.end()) {
      common::ThrowDataError(table.name, "a line '#" + start + "...' before the header", "none",
                             "record the package again with --record");
    }
    origin.*member = line->substr(start.size());
  }
  return origin;
}

}  // namespace

void WriteMeasured(const Measured& measured, const std::string& folder) {
  common::Table rows = ResultsTable(measured.rows);
  common::Table claims = ClaimsTable(measured.claims);
  rows.comments = claims.comments = Comments(measured.origin);
  common::WriteTsv(rows, folder + kRowsFile);
  common::WriteTsv(claims, folder + kClaimsFile);
}

Measured ReadMeasured(const std::string& folder) {
  const common::Table rows = common::ReadTsv(folder + kRowsFile);
  const common::Table claims = common::ReadTsv(folder + kClaimsFile);
  if (rows.comments != claims.comments) {
    common::ThrowDataError(claims.name, "the commit, date, processor and command of " + rows.name, "others",
                           "record the package again with --record");
  }
  Measured measured;
  measured.package = std::filesystem::path(folder).filename();
  measured.origin = ReadOrigin(rows);
  measured.rows = ReadResults(rows);
  measured.claims = ReadClaims(claims);
  return measured;
}

std::vector<Measured> ReadAllMeasured(const std::string& root) {
  std::error_code error;
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
    for (const char* file : {kRowsFile, kClaimsFile}) {
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
