// The sections of a package's page. An internal part of package_page.h.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_SECTIONS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_SECTIONS_H_

#include <cstddef>
#include <string>

#include "experiments/harness/report/html_writer.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Each writes a heading with the id given to the page's navigation, or nothing where there is nothing to say.
void WriteClaims(const PackageReport& package, HtmlWriter* html);         // #claims
void WriteTables(const PackageReport& package, HtmlWriter* html);         // #tables, #further
void WriteFigures(const PackageReport& package, HtmlWriter* html);        // #figures
void WriteBenchmarks(const PackageReport& package, HtmlWriter* html);     // #speed
void WriteDifferingRows(const PackageReport& package, HtmlWriter* html);  // #differences
void WriteDepartures(const PackageReport& package, HtmlWriter* html);     // #departures
void WriteWhatIsMissing(const PackageReport& package, HtmlWriter* html);  // #missing
void WriteAllRows(const PackageReport& package, HtmlWriter* html);        // #rows
void WriteCases(const PackageReport& package, HtmlWriter* html);          // #cases

// Where a row, claim, case or figure stands in the page.
std::string RowAnchor(size_t index);
std::string ClaimAnchor(size_t index);
std::string CaseAnchor(size_t index);
std::string FigureAnchor(const std::string& figure_id);
std::string LinkTo(const std::string& anchor);  // with '#'

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_SECTIONS_H_
