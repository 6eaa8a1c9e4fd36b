// What pages of the report are made of: the frame of every page, and the sections of a package's page. For
// the .cc files that write pages.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/html.h"
#include "experiments/harness/report/model.h"

namespace structlab::harness {

// From the doctype to the opened <body>, with a link for keyboards that skips to #content. Style sheet and
// script are inline, so that a page can be sent without other files.
void OpenPage(const std::string& title, HtmlWriter& html);
// The script and the end.
void ClosePage(HtmlWriter& html);

// A table in a box that scrolls by itself, with buttons that copy the rows shown as TSV, and `latex` if that
// is not empty. Of a cell the script copies data-tsv, else data-value, else its text.
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
// Paragraphs of prose, divided by blank lines.
void WriteParagraphs(std::string_view text, HtmlWriter& html);
// A list of prose; nothing for no items.
void WriteList(const std::vector<std::string>& items, HtmlWriter& html);
// The state and WordsOn a summary, side by side; `run`, "quick run", behind the state.
void WriteSummary(const Summary& summary, const std::string& run, HtmlWriter& html);
// A paragraph that a reader must not overlook.
void WriteNotice(const std::string& text, HtmlWriter& html);
// The exact number, or "".
std::string Exact(const std::optional<double>& value);
// The command as a user types it in the checkout: tools/reproduce where it runs the packages, which sets up
// what is missing; any other as it is.
std::string CommandToPaste(const std::string& command);

// A claim and its parts, by their positions in a list of claims.
struct ClaimWithParts {
  size_t whole;
  std::vector<size_t> parts;
};
// In the order of the rows. A part without a whole is a claim by itself. O(claims^2).
std::vector<ClaimWithParts> GroupParts(const std::vector<ClaimRow>& claims);

// One row a claim: what is claimed, the verdict of this run, the recorded one, whether the print supports it,
// the effect. Shared by the front page and the pages of packages. `page` is the page to which the claims' ids
// link: "" or "<package>/index.html".
struct ClaimsOverview {
  std::string id;  // of the table
  std::string caption;
  std::string page = {};
  Profile profile = Profile::kQuick;  // of this run
  bool is_from_record = false;
};
void WriteClaimsOverview(const std::vector<ClaimRow>& claims, const ClaimsOverview& overview,
                         HtmlWriter& html);

// Sections of a package's page. Each writes a heading with the id given to the page's navigation.
void WriteClaims(const PackageReport& package, HtmlWriter& html);      // #claims
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

// The folders folder/packages/*/ that have a package.tsv, in the order of their names.
std::vector<std::string> PackageFolders(const std::string& folder);

// Where a row, claim, case or figure stands in the page.
std::string RowAnchor(size_t index);
std::string ClaimAnchor(size_t index);
std::string CaseAnchor(size_t index);
std::string FigureAnchor(const std::string& figure_id);
std::string LinkTo(const std::string& anchor);  // with '#'

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_H_
