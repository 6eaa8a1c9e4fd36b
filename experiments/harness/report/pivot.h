// Results in the shape in which a source prints them: methods down, one varying thing across.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PIVOT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PIVOT_H_

#include <string>
#include <vector>

#include "common/table.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The rows of one table of the source, by their position in the package's list.
struct SourceTable {
  std::string name;
  std::vector<size_t> rows;
};

// Groups rows by their table, tables and rows in the order of first appearance.
std::vector<SourceTable> GroupByTable(const std::vector<ResultRow>& rows);

struct Pivot {
  static constexpr size_t kNone = static_cast<size_t>(-1);

  std::string table;         // of the source
  bool is_reported = false;  // the source reports its rows
  std::string scope;         // what all cells share: "total_passes (passes), OCR letters; epsilon=0.1"
  std::string column_axis;   // "kappa1", "metric", "dataset"
  std::vector<std::string> columns;        // its values; ascending where they are numbers
  std::vector<std::string> column_notes;   // for each what changes with it: "kappa2=0.9", or empty
  std::vector<std::string> methods;        // in order of first appearance
  std::vector<std::vector<size_t>> cells;  // [method][column]: a position in the list, or kNone
};

// The pivots of one table: first of the rows that the source reports, then of those measured beside them
// (other data, other protocols) with the same columns where these vary there. The columns are the thing that
// takes most values among data set, metric and the keys of the settings; what changes with the column alone
// (kappa2 = 1 - kappa1) is named in its heading; each combination of the others gets a pivot of its own. Only
// rows with a number, ours or theirs, take part. No pivot is made where two rows would share a cell, where it
// would be wider than 12 columns, where it has a single cell, or where the table would fall into more than 12
// of them: the long list shows those rows. Deterministic.
std::vector<Pivot> MakePivots(const std::vector<ResultRow>& rows, const SourceTable& table);

// As it stands above the column: "kappa1 = 0.5"; without the axis where it is the metric or the data set.
std::string HeadingOf(const Pivot& pivot, size_t column);

// Of the cells that are not applicable, each reason once, after the cells that it is of: "A, kappa1 = 0.5; B,
// kappa1 = 0.5: ⊘ refused: too large". In the order of the cells, line by line.
std::vector<std::string> WhyNotApplicable(const Pivot& pivot, const std::vector<ResultRow>& rows);

// The pivot as a table to copy: method, then for each column ours, its deviation and theirs, as exact
// numbers.
common::Table PivotTable(const Pivot& pivot, const std::vector<ResultRow>& rows);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PIVOT_H_
