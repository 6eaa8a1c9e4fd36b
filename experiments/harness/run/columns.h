// Columns: the quantities that a package records, each declared once in columns.tsv, and the cases that fill
// them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_COLUMNS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_COLUMNS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

struct Case;

enum class ColumnKind { kValue, kCurve, kPicture, kItems };
template <>
inline constexpr std::array kWords<ColumnKind> = std::to_array<std::string_view>({"value", "curve", "picture",
                                                                                  "items"});

// One line of columns.tsv: a quantity of a table. `cases` are patterns of the names of the cases that fill
// it; "*" stands for any text, and cases that match a pattern behind "!" do not fill it. A case fills it
// under its own method, data set and setting, and under those that stand here: methods and data sets by their
// names or patterns, settings by their keys.
struct Column {
  std::string table, metric;
  ColumnKind kind = ColumnKind::kValue;
  std::string unit = {};  // "share", "%", "energy", "s", "count", ...; empty: none
  std::optional<bool> higher_is_better = {};
  std::optional<double> least_effect = {};  // in the unit; empty: by the unit (LeastEffect)
  std::vector<std::string> cases = {};
  std::vector<std::string> methods = {}, datasets = {}, settings = {};

  // Does the case fill the column?
  bool IsFilledBy(const Case& c) const;
  // Does it fill it under this method, data set (empty: any) and setting? Of the setting each pair must be
  // the case's or among `settings`.
  bool IsFilledBy(const Case& c, const std::string& method, const std::string& dataset,
                  const Setting& setting) const;
};

// A smaller difference is a tie. Given as a share of the second values, or in the unit of the values.
struct Effect {
  double share = 0;     // of the mean of the second values
  double absolute = 0;  // in their unit
};
Effect Percent(double percent);      // of the second values
Effect Absolute(double difference);  // in the unit of the values

// By the column's own number, else by its unit: 0.2 points of "%" (0.2) and of "share" (0.002), 0 of "exact"
// (counts that follow from formulas), 0.1% of an "energy", 1% of anything else, such as a count or time.
Effect LeastEffect(const Column& column);

// The name of a table with what the source does not print, beside what it prints: "beside Table 3".
std::string Beside(const std::string& table);
// Is it the table, or the one beside it?
bool IsTableOrBeside(std::string_view found, std::string_view table);

// A row that the source reports, with a number or as a curve or picture.
struct PrintedRow {
  RowKey key;
  bool has_number = true;
};

// The columns of a package and the rows that its source reports.
class Columns {
 public:
  Columns() = default;
  // Throws common::Error(kData) for a column that stands twice.
  Columns(std::vector<Column> columns, std::vector<PrintedRow> printed);

  const std::vector<Column>& all() const { return columns_; }
  // The column of this name and kind; null if none is declared. A table "beside" another one has its columns.
  const Column* Find(std::string_view table, std::string_view metric,
                     std::optional<ColumnKind> kind = {}) const;
  // The table under which something is recorded: the one beside it where the source does not print this. A
  // value, or its items, in a table with numbers needs a row that agrees with the key: data set, method,
  // metric, each pair of the setting, and no pair that contradicts what the case has read. A curve or picture
  // of a metric that the source shows needs a row of its data set.
  std::string TableFor(const RowKey& key, ColumnKind kind, const Case& c) const;
  // Throws common::Error(kUsage) unless the case may record this: "undeclared", with what to add to
  // columns.tsv.
  void Check(const RowKey& key, ColumnKind kind, const Case& c) const;

 private:
  std::vector<Column> columns_;
  std::vector<PrintedRow> printed_;
};

// Reads columns.tsv: columns table metric kind unit higher_is_better least_effect cases methods datasets
// settings; lists are joined by ';'. Throws common::Error(kData) with name:line:column. An empty text
// declares nothing.
std::vector<Column> ParseColumns(std::string_view tsv, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_COLUMNS_H_
