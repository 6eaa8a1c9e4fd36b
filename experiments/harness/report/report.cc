#include "experiments/harness/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "common/error.h"
#include "common/file.h"
#include "common/processes/child_process.h"
#include "experiments/harness/report/drawing.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

void MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) common::ThrowEnvironmentError(folder, fmt::format("cannot be made: {}", error.message()));
}

}  // namespace

void WritePackageReport(const PackageReport& report, const std::string& report_folder) {
  const std::string folder = report_folder + "/" + FileNameFor(report.name);
  const DrawingOrigin origin = {report.command, report.commit, report.data_digest};
  common::SignalsBlocked::StopIfInterrupted();
  MakeFolder(folder);
  common::WriteFileAtomically(folder + "/index.html", PackagePage(report));
  WritePanels(report.figures, folder, origin);
  common::SignalsBlocked::StopIfInterrupted();
  DrawFigures(report.figures, folder, report.methods, origin);
}

void WritePackageTables(const PackageReport& report, const std::string& folder) {
  const std::string own = folder + "/packages/" + FileNameFor(report.name);
  const PackageFacts facts = PackageFactsOf(report);
  MakeFolder(own);
  common::WriteTsv(ResultsTable(report.rows), own + "/results.tsv");
  common::WriteTsv(ClaimsTable(report.claims), own + "/claims.tsv");
  common::WriteFileAtomically(own + "/results.json", ResultsJson({{report.rows, facts.date, facts.commit}}));
  common::WriteTsv(PackageTable(facts), own + "/package.tsv");
}

std::vector<std::string> PackageFolders(const std::string& folder) {
  std::vector<std::string> folders;
  std::error_code error;  // no folder: no packages
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/packages", error)) {
    if (std::filesystem::exists(entry.path() / "package.tsv")) folders.push_back(entry.path().string());
  }
  std::ranges::sort(folders);
  return folders;
}

void MergeTables(const std::string& folder) {
  std::vector<DatedResults> results;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  for (const std::string& own : PackageFolders(folder)) {
    const PackageFacts facts = ReadPackage(common::ReadTsv(own + "/package.tsv"));
    results.push_back({ReadResults(common::ReadTsv(own + "/results.tsv")), facts.date, facts.commit});
    std::ranges::copy(results.back().rows, std::back_inserter(rows));
    std::ranges::copy(ReadClaims(common::ReadTsv(own + "/claims.tsv")), std::back_inserter(claims));
  }
  common::WriteTsv(ResultsTable(rows), folder + "/results.tsv");
  common::WriteTsv(ClaimsTable(claims), folder + "/claims.tsv");
  common::WriteFileAtomically(folder + "/results.json", ResultsJson(results));
}

}  // namespace structlab::harness
