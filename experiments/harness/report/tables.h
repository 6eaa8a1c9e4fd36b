// Results and claims as tables to copy and to read back: TSV, JSON, LaTeX, and in the source's shape.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_TABLES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_TABLES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "common/table_rows.h"
#include "experiments/harness/report/comparison.h"

namespace structlab::harness {

// The columns of results.tsv:
//   package table dataset data method setting metric value std n unit higher_is_better reported reported_std
//   protocol departures profile seconds cpu_seconds peak_rss_mb seed cases min max is_lower_bound is_fact
// One row a result, in the order given. A missing value is an empty cell, and where no case is behind a row
// (n is 0), data and protocol are empty too: what was not run has neither. Numbers read back to the same
// bits; departures, seeds and cases are lists: items joined by ';', where '\' stands before a ';' or '\' of
// an item, and empty items are left out. Deterministic; O(size of the rows).
common::Table ResultsTable(const std::vector<ResultRow>& rows);

// The columns of claims.tsv: id part package data profile verdict effect print recorded recorded_effect
// evidence statement question stricter stricter_words untested recorded_stricter. The verdict is that of the
// claim as stated. data is empty where no case that the claim is about was run, recorded where the record
// does not decide it, question except for stricter parts, stricter without such parts.
common::Table ClaimsTable(const std::vector<ClaimRow>& claims);

// The inverses. What has no column (of rows is_reported_row, reported_note, figure, is_drawn, comment,
// missing, is_applicable; of claims rule, print_evidence) gets its default, except that is_reported_row is
// true where a reported number stands. So do the last four columns of results where a table of an older
// version lacks them. Columns may stand in any order. Throw common::Error (kData) that names the file, the
// line and the column, where a column is missing, a number cannot be read or a word is unknown.
std::vector<ResultRow> ReadResults(common::Table table);
std::vector<ClaimRow> ReadClaims(const common::Table& table);

// package.tsv: one row with the texts, the profile, the counts of a Summary and seconds. The inverse throws
// common::Error (kData) that names the file and line, also if there is not one row.
common::Table PackageTable(const PackageFacts& facts);
PackageFacts ReadPackage(const common::Table& table);

// Results of one package, and the date and commit of their run.
struct DatedResults {
  std::vector<ResultRow> rows;
  std::string date, commit;
};
// The rows with a number of ours as a JSON array of objects: task (the package), dataset, method, metric,
// value, interval ([low, high], the 95% Student interval over the seeds; null for one seed), data, protocol,
// unit, setting (an object), date, commit. What is not finite is null.
std::string ResultsJson(const std::vector<DatedResults>& results);

// The rows of one table of the source, by their position in the package's list.
struct SourceTable {
  std::string name;
  std::vector<size_t> rows;
};

// Groups rows by their table, tables and rows in the order of first appearance.
std::vector<SourceTable> GroupByTable(const std::vector<ResultRow>& rows);

// Results in the shape in which a source prints them: methods down, one varying thing across.
struct Pivot {
  static constexpr size_t kNone = -1;

  std::string title = {};    // table and what all cells share: "Table 1: passes, OCR letters; epsilon=0.1"
  bool has_printed = false;  // the source prints a number for a cell
  std::string column_axis = {};                 // "kappa1", "metric", "data set"
  std::vector<std::string> columns = {};        // headings: "kappa1 = 0.5"; ascending where they are numbers
  std::vector<std::string> column_notes = {};   // for each what changes with it: "kappa2=0.9", or empty
  std::vector<std::string> methods = {};        // in order of first appearance
  std::vector<std::vector<size_t>> cells = {};  // [method][column]: a position in the list, or kNone
};

// The pivots of one table: first of the rows that the source reports, then of those measured beside them
// (other data, other protocols) with the same columns where these vary there. The columns are the thing that
// takes most values among data set, metric and the keys of the settings; what is decided by the column
// (kappa2 = 1 - kappa1) is named in its heading; each combination of the others gets a pivot of its own. Only
// rows with a number, ours or theirs, take part. The long list shows the rows of pivots that cannot be made:
// two rows would share a cell, there would be more than 12 columns or a single cell, or the table would need
// more than 12 pivots. Deterministic.
std::vector<Pivot> MakePivots(const std::vector<ResultRow>& rows, const SourceTable& table);

// The pivot as a table for a paper that uses the package booktabs, every cell escaped: in each column ours
// with its deviation, then theirs if any is printed. Compiles with pdfLaTeX: minus signs, ± and × become
// commands, other symbols stay as they are.
std::string LatexTable(const Pivot& pivot, const std::vector<ResultRow>& rows);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_TABLES_H_
