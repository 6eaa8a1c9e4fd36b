// What every page of the report has: head, style, script, and the box in which its tables stand.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_FRAME_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_FRAME_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/table.h"
#include "experiments/harness/report/html_writer.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The style sheet and the script, inline in each page so that a page can be sent alone.
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

// From the doctype to the opened <body>, with a link for keyboards that skips to #content.
void OpenPage(const std::string& title, HtmlWriter* html);
// The script and the end.
void ClosePage(HtmlWriter* html);

// A table in a box that scrolls by itself, with a button that copies `copy` as TSV. Line i of the copy
// belongs to the row with data-line="i": what is filtered out is not copied.
struct TableBox {
  std::string id;       // unique in the page
  std::string caption;  // above the table
  common::Table copy;
  bool filter = false;  // a field that hides the rows without the words typed
  bool sortable = false;
};
void OpenTable(const TableBox& box, HtmlWriter* html);
void CloseTable(const TableBox& box, HtmlWriter* html);

// <thead> with one heading a column.
void WriteHead(const std::vector<std::string>& headings, HtmlWriter* html);

// A definition list.
void WriteFacts(const std::vector<Fact>& facts, HtmlWriter* html);

// The command as a user types it in the checkout: tools/reproduce where it runs the packages, which sets up
// what is missing; any other as it is.
std::string CommandToPaste(const std::string& command);

// Paragraphs of plain text, divided by blank lines.
void WriteParagraphs(std::string_view text, HtmlWriter* html);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PAGE_FRAME_H_
