#include "experiments/harness/report/report.h"

#include <filesystem>
#include <set>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/process_pool.h"
#include "experiments/harness/report/figure.h"
#include "experiments/harness/report/front_page.h"
#include "experiments/harness/report/package_page.h"
#include "experiments/harness/report/panel.h"
#include "experiments/harness/report/plain_text.h"

namespace structlab::harness {
namespace {

void MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) common::ThrowEnvironmentError(folder, "the report's folder cannot be made: " + error.message());
}

// In order of first appearance: that of the source, since the rows that it reports stand first, run or not.
std::vector<std::string> MethodsOf(const PackageReport& package) {
  std::vector<std::string> methods;
  std::set<std::string_view> seen;
  for (const ResultRow& row : package.rows) {
    if (seen.insert(row.method).second) methods.push_back(row.method);
  }
  return methods;
}

}  // namespace

void WriteReport(const RunReport& report, const std::string& folder) {
  MakeFolder(folder);
  for (const PackageReport& package : report.packages) {
    SignalsBlocked::StopIfInterrupted();
    const std::string package_folder = folder + "/" + FileNameFor(package.name);
    MakeFolder(package_folder);
    common::WriteFileAtomically(package_folder + "/index.html", PackagePage(package));
  }
  common::WriteFileAtomically(folder + "/index.html", FrontPage(report));
  for (const PackageReport& package : report.packages) {
    SignalsBlocked::StopIfInterrupted();
    WritePanels(package.figures, folder + "/" + FileNameFor(package.name));
  }
  for (const PackageReport& package : report.packages) {
    DrawFigures(package.figures, folder + "/" + FileNameFor(package.name), MethodsOf(package));
  }
}

}  // namespace structlab::harness
