// What pages of the report are made of: the frame of every page, and the sections of a package's page. For
// the .cc files that write pages.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/html.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model.h"
#include "experiments/harness/report/overview_picture.h"

namespace structlab::harness {

using common::HtmlWriter;

// A whole page around the markup of its body, with a link for keyboards that skips to #content. Style sheet
// and script are inline, so that a page can be sent without other files; `more_style` follows the style sheet
// of all pages.
std::string PageAround(std::string_view body, std::string_view title, std::string_view more_style = "");

// A table in a box that scrolls by itself, with buttons that copy the rows shown as TSV, and `latex` if that
// is not empty. The script copies data-tsv of a cell, else data-value, else its text.
struct TableBox {
  std::string id;                          // unique in the page
  std::string caption;                     // above the table
  std::vector<std::string> headings = {};  // of the columns; <tbody> is then open
  std::string latex = {};
  bool filter = false;  // a field that hides the rows without the words typed
  bool sortable = false;
};
void OpenTable(const TableBox& box, HtmlWriter& html);
void CloseTable(const TableBox& box, HtmlWriter& html);

// A cell that is sorted and copied by the exact number.
void WriteNumberCell(const std::string& readable, const std::optional<double>& exact, HtmlWriter& html);
// A section with a definition list.
void WriteFacts(const char* id, const char* heading, const std::vector<Fact>& facts, HtmlWriter& html);
// A list of prose; nothing for no items.
void WriteList(const std::vector<std::string>& items, HtmlWriter& html);
// A paragraph that explains what stands below it.
void WriteNote(std::string_view text, HtmlWriter& html);
// The same, with a link to the front page, which says how to read the report.
void WriteLegendNote(std::string_view text, HtmlWriter& html);
// The state and WordsOn a summary, side by side; `run`, "quick run", behind the state.
void WriteSummary(const Summary& summary, const std::string& run, HtmlWriter& html);
// The command as a user types it in the checkout: tools/reproduce where it runs the packages, which sets up
// what is missing; any other as it is.
void WriteCommand(const std::string& command, HtmlWriter& html);
// The exact number, or "".
std::string Exact(const std::optional<double>& value);

// One row a claim: what is claimed, the verdict of this run, the recorded one, whether the print supports it,
// the effect. Shared by the front page and the pages of packages.
struct ClaimsOverview {
  std::string id;  // of the table
  std::string caption;
  std::string page = {};              // to which the claims' ids link: "" or "<package>/index.html"
  Profile profile = Profile::kQuick;  // of this run
  bool is_from_record = false;
};
void WriteClaimsOverview(const std::vector<ClaimRow>& claims, const ClaimsOverview& overview,
                         HtmlWriter& html);

// Cells of the lines of the picture of the whole. For a package the dots, or in words why it has none, and
// how many results agree; for the line of headings the labels of the axis.
void WriteStrip(const OverviewPackage& package, HtmlWriter& html);
void WriteStripAxis(HtmlWriter& html);

// Sections of a package's page. Each writes a heading with the id given to the page's navigation.
void WriteTables(const PackageReport& package, HtmlWriter& html);      // #tables, #further
void WriteFigures(const PackageReport& package, HtmlWriter& html);     // #figures
void WriteBenchmarks(const PackageReport& package, HtmlWriter& html);  // #speed; nothing without benchmarks
void WriteDifferingRows(const PackageReport& package, HtmlWriter& html);  // #differences
void WriteDepartures(const PackageReport& package, HtmlWriter& html);     // #departures, #left_out
void WriteWhatIsMissing(const PackageReport& package, HtmlWriter& html);  // #missing
void WriteAllRows(const PackageReport& package, HtmlWriter& html);        // #rows
void WriteCases(const PackageReport& package, HtmlWriter& html);          // #cases

// The figure that the first screen shows: the first of about.figures that has something to show, or null.
const Figure* FirstFigure(const PackageReport& package);
// The figure without its links and id.
void WriteFirstFigure(const Figure& figure, HtmlWriter& html);

// Where a row, claim or case stands in its page: Anchor("row", 3) is "row-3".
std::string Anchor(std::string_view kind, size_t position);
std::string FigureAnchor(const std::string& figure_id);
std::string LinkTo(const std::string& anchor);  // with '#'

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_
