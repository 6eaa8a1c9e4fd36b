// The report of a run: a page for each package, tables, and a front page for all packages; for a browser,
// from files, without a network.
//
// The program of a package writes the first two, the program that ran the packages the others:
//
//   WritePackageReport(report, folder + "/report");  // <name>/index.html, drawings
//   WritePackageTables(report, folder);              // packages/<name>/*.tsv, results.json
//   ...
//   MergeTables(folder);                             // results.tsv, claims.tsv, results.json
//   WriteFrontPage(folder, facts);                   // report/index.html
//
// All files are replaced whole or not at all. Names of packages and figures pass through FileNameFor. Pages
// refer to nothing outside of the folder; all text is escaped. The same reports give the same bytes. Files of
// an earlier report that have no successor stay. Each throws common::Error(kEnvironment) if a file cannot be
// written.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_

#include <string>
#include <vector>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model.h"
#include "experiments/harness/report/overview_picture.h"

namespace structlab::harness {

// The page of a package as HTML; links to ../index.html and to the drawings beside it. Each row, claim and
// case has an id of its own: row-0, claim-0, case-0 and so on, by its position in the report.
std::string PackagePage(const PackageReport& report);

// Writes report_folder/<name>/index.html, then pictures and drawings. Without gnuplot everything but the
// drawings is there when it throws. Throws Interrupted if a signal came (common::WritePlots).
void WritePackageReport(const PackageReport& report, const std::string& report_folder);

// Writes results.tsv, claims.tsv, results.json and, last, package.tsv (tables.h) into
// folder/packages/<name>/.
void WritePackageTables(const PackageReport& report, const std::string& folder);

// Puts the tables of all folder/packages/*/ that have a package.tsv together, in the order of their names.
// Throws common::Error(kData) with file and line of the first damaged one, and the folders of all.
void MergeTables(const std::string& folder);

struct FrontPageFacts {
  std::string command;                // that wrote this page
  std::vector<Fact> provenance = {};  // of the run
  std::vector<Fact> not_run = {};     // package, and why this command did not run it
  std::vector<WorkPart> works = {};   // by which the picture of the whole is grouped
};

// Writes folder/report/index.html from claims.tsv and the package.tsv and results.tsv of packages/*/. Throws
// common::Error(kData) with file and line for a damaged one.
void WriteFrontPage(const std::string& folder, const FrontPageFacts& facts);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_
